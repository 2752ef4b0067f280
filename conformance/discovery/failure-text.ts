import { percentDecoded } from "../../fixtures/percent-decoded.ts";
import type { Answer } from "./observation.ts";

/** The whole numbers that a text names, each once: a refusal often says what would have been accepted. */
export function numbersIn(text: string): readonly number[] {
  return [...new Set(Array.from(text.matchAll(/(?<![\w.])\d{1,9}(?![\w]|\.\d)/g), ([digits]) => Number(digits)))];
}

/** How often a text mentions a name as a word of its own. */
export function timesNamed(text: string, name: string): number {
  const words = text.match(/[\p{L}\p{N}_$-]+/gu) ?? [];
  return words.filter((word) => word === name).length;
}

/**
 * Whether two requests were refused in the same way: with the same status and content type, and with bodies that are the
 * same but for what the caller sent and what differs from call to call.
 */
export function isSameFailure(one: Answer, other: Answer): boolean {
  const [{ status, headers }, also] = [one.exchange.response, other.exchange.response];
  const isSameType = headers["content-type"] === also.headers["content-type"];
  return status === also.status && isSameType && wordsOf(one) === wordsOf(other);
}

/** The body without what echoes the path, without ids and timestamps, and however it is indented. */
function wordsOf({ exchange }: Answer): string {
  const url = new URL(exchange.request.url);
  const echoes = [...url.pathname.split("/").map(percentDecoded), ...url.searchParams.values(), url.pathname].filter(
    (part) => /[\d~]/.test(part),
  );
  return echoes
    .toSorted((left, right) => right.length - left.length)
    .reduce((words, echo) => words.replaceAll(asWord(echo), "…"), exchange.response.body)
    .replaceAll(volatile, "…")
    .replaceAll(/\s+/g, "");
}

/** What is short may be a part of another word by chance. */
function asWord(echo: string): RegExp | string {
  return echo.length > 3 ? echo : new RegExp(String.raw`(?<!\w)${echo.replaceAll(/\W/g, String.raw`\$&`)}(?!\w)`, "g");
}

/** Timestamps, ids of requests, and long numbers. */
const volatile =
  /\d{4}-\d{2}-\d{2}[T ][\d:.]+Z?|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{16,}\b|\b\d{9,}\b/gi;
