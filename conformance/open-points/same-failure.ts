import { escapePattern, percentDecoded } from "../../fixtures/values/text.ts";
import type { Answer } from "./reader.ts";

/** How often a text contains a name as a whole word. */
export function timesNamed(text: string, name: string): number {
  const words = text.match(/[\p{L}\p{N}_$-]+/gu) ?? [];
  return words.filter((word) => word === name).length;
}

/**
 * Whether two requests were rejected in the same way: with the same status, content type and body, except for what the
 * client sent and what changes in each response.
 */
export function isSameFailure(one: Answer, other: Answer): boolean {
  const [{ status, headers }, also] = [one.response, other.response];
  const isSameType = headers["content-type"] === also.headers["content-type"];
  return status === also.status && isSameType && normalizeBody(one) === normalizeBody(other);
}

/** The body without echoes of the path, ids, timestamps and indentation. */
function normalizeBody({ request, response }: Answer): string {
  const url = new URL(request.url);
  const echoes = [...url.pathname.split("/").map(percentDecoded), ...url.searchParams.values(), url.pathname].filter(
    (part) => /[\d~]/.test(part),
  );
  return echoes
    .toSorted((left, right) => right.length - left.length)
    .reduce((words, echo) => words.replaceAll(asWord(echo), "…"), response.body)
    .replaceAll(volatile, "…")
    .replaceAll(/\s+/g, "");
}

/** A short text may be a part of another word by chance. */
function asWord(echo: string): RegExp | string {
  return echo.length > 3 ? echo : new RegExp(String.raw`(?<!\w)${escapePattern(echo)}(?!\w)`, "g");
}

/** Timestamps, request ids, and long numbers. */
const volatile =
  /\d{4}-\d{2}-\d{2}[T ][\d:.]+Z?|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{16,}\b|\b\d{9,}\b/gi;
