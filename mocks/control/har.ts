import { createRedactor, type Redactor } from "../../fixtures/secrets/redactor.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Simulation } from "../simulation/simulation.ts";
import type { About } from "./route.ts";

/**
 * The journal as a HAR 1.2 file, which the developer tools of browsers open. Secrets are masked, and each token of the
 * world has its own placeholder, so that the requests of two accounts can be told apart. Requests that got no response
 * are left out.
 */
export function* journalHar({ journal, accounts }: Pick<Simulation, "journal" | "accounts">, about: About) {
  const tokens = accounts.flatMap((account) => account.tokens.map(({ token }) => token));
  const redactor = createRedactor(tokens.map((value, index) => ({ value, name: `orgkit-token-${index + 1}` })));
  const entries: string[] = [];
  for (const entry of journal.steps.entries()) {
    if (entry.reply.status !== 0) entries.push(JSON.stringify(harEntry(entry, about.url(), redactor)));
    yield;
  }
  const creator = JSON.stringify({ name: "orgkit", version: about.version });
  return `{"log":{"version":"1.2","creator":${creator},"entries":[${entries.join(",\n")}]}}\n`;
}

function harEntry({ at, request, reply }: JournalEntry, baseUrl: string, redactor: Redactor) {
  const { method, path, query, headers } = request;
  const { delayMs = 0, bodyMs = 0 } = reply.delivery ?? {};
  const [body, content] = [redactor.body(request.body), redactor.body(reply.body)];
  const url = redactor.text(`${baseUrl}${path}${query === "" ? "" : `?${query}`}`);
  const common = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1 };
  return {
    startedDateTime: new Date(at).toISOString(),
    time: delayMs + bodyMs,
    request: {
      ...common,
      method,
      url,
      headers: namedValues(Object.entries(redactor.headers(headers))),
      queryString: namedValues(URL.parse(url)?.searchParams ?? []),
      ...(body === "" ? {} : { postData: { mimeType: headers["content-type"] ?? "", text: body } }),
      bodySize: byteLength(body),
    },
    response: {
      ...common,
      status: reply.status,
      statusText: "",
      headers: namedValues(Object.entries(redactor.headers(reply.headers))),
      content: { size: byteLength(content), mimeType: reply.headers["content-type"] ?? "", text: content },
      redirectURL: redactor.text(reply.headers["location"] ?? ""),
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: delayMs + bodyMs, receive: 0 },
  };
}

function namedValues(pairs: Iterable<readonly [string, string]>) {
  return [...pairs].map(([name, value]) => ({ name, value }));
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
