import type { Entry } from "../control/replies.ts";
import { reasonPhrase } from "../service/reason-phrases.ts";

/** How a request ended; each outcome has a color and a word. */
export type Outcome = "2xx" | "3xx" | "4xx" | "5xx" | "none";

const endings = {
  cut: "cut off half-way",
  reset: "connection reset",
  refused: "connection refused",
  never: "no response",
} as const;

export function outcomeOf({ reply: { status, delivery } }: Entry): Outcome {
  if (status === 0 || (delivery?.end !== undefined && delivery.end !== "cut")) return "none";
  if (status < 300) return "2xx";
  if (status < 400) return "3xx";
  return status < 500 ? "4xx" : "5xx";
}

/** The result in a word or two: `409 Conflict`, `connection reset`. */
export function statusText(entry: Entry): string {
  const { status, delivery } = entry.reply;
  const ending = delivery?.end && endings[delivery.end];
  if (outcomeOf(entry) === "none") return ending ?? "no response";
  const text = `${status} ${reasonPhrase(status)}`;
  return ending === undefined ? text : `${text}, ${ending}`;
}

/** How the response was delivered, if not at once and complete. */
export function deliveryText({ reply: { status, delivery } }: Entry): readonly string[] {
  const { delayMs = 0, bodyMs = 0, end } = delivery ?? {};
  const isLost = end === "reset" && status !== 0;
  return [
    ...(delayMs > 0 ? [`${delayMs} ms late`] : []),
    ...(bodyMs > 0 ? [`its body spread over ${bodyMs} ms`] : []),
    ...(isLost
      ? [`processed with ${status}, but the connection was reset before the response`]
      : end
        ? [endings[end]]
        : []),
  ];
}

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
] as const;

/** `2 h 5 min`; at most two units, milliseconds only below a second. */
export function durationText(ms: number): string {
  const size = Math.abs(ms);
  const first = units.findIndex(([, unit]) => size >= unit);
  if (first < 0) return `${size} ms`;
  const counts = units.map(([name, unit], index) => {
    const above = units[index - 1]?.[1] ?? Number.POSITIVE_INFINITY;
    return [Math.floor((size % above) / unit), name] as const;
  });
  return counts
    .slice(first, first + 2)
    .flatMap(([count, name]) => (count > 0 ? [`${count} ${name}`] : []))
    .join(" ");
}

/** A timestamp without its milliseconds, in UTC: `2026-03-01 12:30:00`. */
export function timestampText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** The name in a scenario's text: `latency` of `latency:ms=200`. */
export function nameIn(scenario: string): string {
  return scenario.split(":", 1)[0] ?? "";
}
