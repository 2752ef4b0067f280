import { statusText as reasonPhrase } from "../../fixtures/values/status-text.ts";
import type { JournalEntry } from "../control/replies.ts";
import type { AccountReply } from "../control/routes.ts";
import {
  hasId,
  operationIds,
  operationPath,
  operations,
  type OneOperationId,
} from "../../fixtures/contract/operations.ts";
import { curlArguments } from "../../fixtures/values/curl.ts";

/** How a request ended; each outcome has a color and a word. */
export type Outcome = "2xx" | "3xx" | "4xx" | "5xx" | "none";

const endings = {
  cut: "cut off half-way",
  reset: "connection reset",
  refused: "connection refused",
  never: "no response",
} as const;

export function findOutcome({ reply: { status, delivery } }: JournalEntry): Outcome {
  if (status === 0 || (delivery?.end !== undefined && delivery.end !== "cut")) return "none";
  if (status < 300) return "2xx";
  if (status < 400) return "3xx";
  return status < 500 ? "4xx" : "5xx";
}

/** The result in a few words: `409 Conflict`, `302 Found → /login`, `connection reset`. */
export function resultText(entry: JournalEntry): string {
  const { status, headers, delivery } = entry.reply;
  const ending = delivery?.end && endings[delivery.end];
  const outcome = findOutcome(entry);
  if (outcome === "none") return ending ?? "no response";
  const location = outcome === "3xx" ? headers["location"] : undefined;
  const result = `${status} ${reasonPhrase(status)}${location === undefined ? "" : ` → ${location}`}`;
  return [result, ending].filter(Boolean).join(", ");
}

/** How long the delivery took: `250 ms`; without scenarios, 0. */
export function durationText({ reply: { delivery = {} } }: JournalEntry): string {
  const { delayMs = 0, bodyMs = 0, end } = delivery;
  return end === "never" ? "∞" : `${delayMs + bodyMs} ms`;
}

/** How the response was delivered, if not at once and complete. */
export function deliveryText({ reply: { status, delivery = {} } }: JournalEntry): string {
  const { delayMs = 0, bodyMs = 0, end } = delivery;
  const isLost = end === "reset" && status !== 0;
  return [
    delayMs > 0 && `${delayMs} ms late`,
    bodyMs > 0 && `its body spread over ${bodyMs} ms`,
    isLost ? `processed with ${status}, but the connection was reset before the response` : end && endings[end],
  ]
    .filter(Boolean)
    .join("; ");
}

/** Whether a row of the journal has all words of a text, in any letter case. */
export function matchesText(entry: JournalEntry, text: string): boolean {
  const { number, request, why, account } = entry;
  const row = [`#${number}`, request.method, request.path, request.query, resultText(entry), why.operation, why.rule];
  const shownText = [...row, ...why.scenarios, account].join(" ").toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => shownText.includes(word));
}

/** A timestamp without its milliseconds, in UTC: `2026-03-01 12:30:00`. */
export function timestampText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** The name in a scenario's text: `latency` of `latency:ms=200`. */
export function scenarioName(scenario: string): string {
  return scenario.split(":", 1)[0] ?? "";
}

/** Headers that curl sends by itself, or that browsers add. */
const addedHeaders =
  /^(?:host|connection|content-length|accept|accept-encoding|accept-language|user-agent|origin|referer|sec-.*|cache-control|pragma|dnt|priority|upgrade-insecure-requests)$/;

/** The command that repeats a request, for a POSIX shell. */
export function curlCommand(baseUrl: string, request: JournalEntry["request"]): string {
  const { method, path, query, body } = request;
  const headers = Object.entries(request.headers).filter(
    ([name, value]) => !addedHeaders.test(name) || (name === "accept" && value !== "*/*"),
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
    const { method, purpose } = operations[operation];
    const path = operationPath(operation, (hasId(operation) ? ids[operation] : undefined) ?? "none");
    const body = method === "POST" ? JSON.stringify({ email: "ada@example.org", name: "Ada Example" }) : "";
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === "" ? {} : { "content-type": "application/json" }),
    };
    const command = curlCommand(baseUrl, { method, path, query: "", headers, body });
    return { operation, purpose, command };
  });
}
