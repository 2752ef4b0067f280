import {
  hasId,
  operationIds,
  operationPath,
  operations,
  type OneOperationId,
} from "../../fixtures/contract/operations.ts";
import { purposes } from "../../fixtures/contract/purposes.ts";
import { curlArguments } from "../../fixtures/values/curl.ts";
import type { AccountReply, JournalEntry } from "../control/replies.ts";

/** Headers that curl sends by itself, or that browsers add. */
const usual =
  /^(?:host|connection|content-length|accept|accept-encoding|accept-language|user-agent|origin|referer|sec-.*|cache-control|pragma|dnt|priority|upgrade-insecure-requests)$/;

/** The command that repeats a request, for a POSIX shell. */
export function curlCommand(baseUrl: string, request: JournalEntry["request"]): string {
  const { method, path, query, body } = request;
  const headers = Object.entries(request.headers).filter(
    ([name, value]) => !usual.test(name) || (name === "accept" && value !== "*/*"),
  );
  const url = `${baseUrl}${path}${query === "" ? "" : `?${query}`}`;
  const given = { method, url, headers: Object.fromEntries(headers), body: body === "" ? undefined : body };
  return `curl ${curlArguments(given, { variables: [], flags: [] })}`;
}

/** Each operation as a command, with a valid token of the account. */
export function accountCommands({ tokens, subscriptionIds }: AccountReply, baseUrl: string) {
  const ids: Readonly<Record<OneOperationId, string | undefined>> = { getSubscription: subscriptionIds[0] };
  const { token = "" } = tokens.find(({ expired }) => !expired) ?? tokens[0] ?? {};
  return operationIds.map((operation) => {
    const { method } = operations[operation];
    const path = operationPath(operation, (hasId(operation) ? ids[operation] : undefined) ?? "none");
    const body = method === "POST" ? JSON.stringify({ email: "ada@example.org", name: "Ada Example" }) : "";
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === "" ? {} : { "content-type": "application/json" }),
    };
    return {
      operation,
      purpose: purposes[operation],
      command: curlCommand(baseUrl, { method, path, query: "", headers, body }),
    };
  });
}
