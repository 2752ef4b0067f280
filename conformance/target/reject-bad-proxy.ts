import { InputError } from "../../fixtures/input-error.ts";

/** In undici's order: the first one set counts. */
const variables = [
  ["https_proxy", "HTTPS_PROXY"],
  ["http_proxy", "HTTP_PROXY"],
];

/** @throws InputError if the environment has an invalid proxy */
export function rejectBadProxy(environment: NodeJS.ProcessEnv): void {
  const wrong = variables
    .map((names) => names.find((name) => environment[name] !== undefined))
    .filter((name) => name !== undefined && !isProxy(environment[name] ?? ""));
  if (wrong.length === 0) return;
  const problem = "expected the URL of a proxy, for instance http://proxy.example:8080";
  throw new InputError(
    "these settings",
    wrong.map((at = "") => ({ at, problem })),
  );
}

function isProxy(text: string): boolean {
  return text === "" || (URL.canParse(text) && /^(https?|socks5?):$/.test(new URL(text).protocol));
}
