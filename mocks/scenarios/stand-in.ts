import type { Reply } from "../service/call.ts";
import { readable } from "../service/cors.ts";

type Headers = Readonly<Record<string, string>>;

/** What something in front of the service answers in its place: no envelope, and not in the dialect's words. */
export function standIn(status: number, headers: Headers, body: string): Reply {
  return readable({ status, headers, body, why: { rule: "scenario" } });
}

/** A page in HTML, as it is meant for people. */
export function htmlPage(status: number, title: string, text: string, headers: Headers = {}): Reply {
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1><p>${text}</p></body>
</html>
`;
  return standIn(status, { "content-type": "text/html; charset=utf-8", ...headers }, body);
}
