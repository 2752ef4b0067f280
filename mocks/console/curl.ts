import { operationIds, operationPath, operations } from "../../fixtures/contract/operations.ts";
import { shellWord } from "../../fixtures/shell-word.ts";
import type { Account, Entry } from "../control/replies.ts";

/** Headers that curl sends by itself, or that browsers add. */
const left =
  /^(?:host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|sec-.*|cache-control|pragma|dnt|priority|upgrade-insecure-requests)$/;

/** The command that repeats a request, for a POSIX shell. */
export function curlCommand(baseUrl: string, { method, path, query, headers, body }: Entry["request"]): string {
  const sent = Object.entries(headers).filter(
    ([name, value]) => !left.test(name) && !(name === "accept" && value === "*/*"),
  );
  const impliesMethod = method === "GET" || (method === "POST" && body !== "");
  return [
    "curl",
    ...(method === "HEAD" ? ["--head"] : impliesMethod ? [] : ["-X", method]),
    shellWord(`${baseUrl}${path}${query === "" ? "" : `?${query}`}`),
    ...sent.flatMap(([name, value]) => ["-H", shellWord(`${name}: ${value}`)]),
    ...(body === "" ? [] : ["--data-raw", shellWord(body)]),
  ].join(" ");
}

/** A request with a JSON body, if it has one. */
export function requestOf(method: string, path: string, authorization = "", body?: object): Entry["request"] {
  const headers = {
    ...(authorization === "" ? {} : { authorization }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  return { method, path, query: "", headers, body: body === undefined ? "" : JSON.stringify(body) };
}

/** Each operation as a command line, with a token of the account. */
export function accountCalls(
  { tokens, subscriptionIds }: Pick<Account, "tokens" | "subscriptionIds">,
  baseUrl: string,
): readonly { readonly operation: string; readonly purpose: string; readonly command: string }[] {
  const good = tokens.find(({ expired }) => !expired) ?? tokens[0];
  return operationIds.map((operation) => {
    const { method, purpose, record } = operations[operation];
    const ownPath = operationPath(operation, (record === "subscription" ? subscriptionIds[0] : undefined) ?? "none");
    const body = method === "POST" ? { email: "ada@example.org", name: "Ada Example" } : undefined;
    const request = requestOf(method, ownPath, `Bearer ${good?.token ?? ""}`, body);
    return { operation, purpose, command: curlCommand(baseUrl, request) };
  });
}
