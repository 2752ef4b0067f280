import { reasonPhrase } from "../service/reason-phrases.ts";
import type { Entry } from "./control-schemas.ts";

/** How a call ended; each has a colour and a word of its own. */
export const outcomes = ["2xx", "3xx", "4xx", "5xx", "none"] as const;
export type Outcome = (typeof outcomes)[number];

const successes: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  203: "Non-Authoritative Information",
  204: "No Content",
  205: "Reset Content",
  206: "Partial Content",
};

const endings: Readonly<Record<string, string>> = {
  cut: "cut off half-way",
  reset: "connection reset",
  refused: "connection refused",
  never: "never answered",
};

export function outcomeOf({ reply: { status, delivery } }: Entry): Outcome {
  if (status === 0 || (delivery?.end !== undefined && delivery.end !== "cut")) return "none";
  if (status < 300) return "2xx";
  if (status < 400) return "3xx";
  return status < 500 ? "4xx" : "5xx";
}

/** What the caller got, in a word or two: `409 Conflict`, `connection reset`. */
export function statusText(entry: Entry): string {
  const { status, delivery } = entry.reply;
  const ending = delivery?.end;
  if (outcomeOf(entry) === "none") return endings[ending ?? ""] ?? "no reply";
  const phrase = status < 300 ? (successes[status] ?? "Success") : reasonPhrase(status);
  const text = `${status} ${phrase}`;
  return ending === "cut" ? `${text}, ${endings["cut"]}` : text;
}

/** How the reply came, where not at once and whole. */
export function deliveryText({ reply: { status, delivery } }: Entry): readonly string[] {
  const { delayMs = 0, bodyMs = 0, end } = delivery ?? {};
  const lost = end === "reset" && status !== 0;
  return [
    ...(delayMs > 0 ? [`${delayMs} ms late`] : []),
    ...(bodyMs > 0 ? [`its body spread over ${bodyMs} ms`] : []),
    ...(lost
      ? [`served with ${status}, but the connection was reset before its reply`]
      : end === undefined
        ? []
        : [endings[end] ?? end]),
  ];
}
