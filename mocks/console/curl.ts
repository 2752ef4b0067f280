import {
  hasId,
  operationIds,
  operationPath,
  operations,
  type OneOperationId,
} from "../../fixtures/contract/operations.ts";
import { shellWord } from "../../fixtures/values/text.ts";
import type { AccountReply, JournalEntry } from "../control/replies.ts";

/** Headers that curl sends by itself, or that browsers add. */
const usual =
  /^(?:host|connection|content-length|accept|accept-encoding|accept-language|user-agent|origin|referer|sec-.*|cache-control|pragma|dnt|priority|upgrade-insecure-requests)$/;

/** The command that repeats a request, for a POSIX shell. */
export function curlCommand(baseUrl: string, request: JournalEntry["request"]): string {
  const { method, path, query, headers, body } = request;
  const isImplied = method === "GET" || (method === "POST" && body !== "");
  return [
    "curl",
    ...(method === "HEAD" ? ["--head"] : isImplied ? [] : ["-X", method]),
    shellWord(`${baseUrl}${path}${query === "" ? "" : `?${query}`}`),
    ...Object.entries(headers)
      .filter(([name, value]) => !usual.test(name) || (name === "accept" && value !== "*/*"))
      .flatMap(([name, value]) => ["-H", shellWord(`${name}: ${value}`)]),
    ...(body === "" ? [] : ["--data-raw", shellWord(body)]),
  ].join(" ");
}

/** Each operation as a command, with a valid token of the account. */
export function accountCommands({ tokens, subscriptionIds }: AccountReply, baseUrl: string) {
  const ids: Readonly<Record<OneOperationId, string | undefined>> = { getSubscription: subscriptionIds[0] };
  const { token = "" } = tokens.find(({ expired }) => !expired) ?? tokens[0] ?? {};
  return operationIds.map((operation) => {
    const { method, purpose } = operations[operation];
    const path = operationPath(operation, (hasId(operation) ? ids[operation] : undefined) ?? "none");
    const body = method === "POST" ? JSON.stringify({ email: "ada@example.org", name: "Ada Example" }) : "";
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === "" ? {} : { "content-type": "application/json" }),
    };
    return { operation, purpose, command: curlCommand(baseUrl, { method, path, query: "", headers, body }) };
  });
}
