import { isObject, jsonOf, type Json } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import type { Delivery } from "../service/call.ts";

/** The outcome of a request: a response, or a failed delivery. */
export type Seen =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly delivery?: Delivery;
    }
  /** The failure in words: `a broken connection`. */
  | { readonly none: string };

/** The differences of two responses, one per text; empty if they are the same, byte for byte. */
export function differences(expected: Seen, actual: Seen): readonly string[] {
  if ("none" in expected || "none" in actual) return differs("reply", shortly(expected), shortly(actual));
  return [
    ...differs("status", expected.status, actual.status),
    ...headerDifferences(expected.headers, actual.headers),
    ...differs("delivery", inOrder(expected.delivery), inOrder(actual.delivery)),
    ...bodyDifferences(expected.body, actual.body),
  ];
}

function shortly(seen: Seen): string {
  return "none" in seen ? seen.none : `status ${seen.status}`;
}

/** Values are cut after this many characters. */
const maxShown = 80;

function show(value: Json | undefined): string {
  if (value === undefined) return "none";
  const text = JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

function differs(at: string, expected: Json | undefined, actual: Json | undefined): readonly string[] {
  return JSON.stringify(expected) === JSON.stringify(actual)
    ? []
    : [`${at}: expected ${show(expected)}, got ${show(actual)}`];
}

type Headers = Readonly<Record<string, string>>;

function headerDifferences(expected: Headers, actual: Headers): readonly string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].toSorted();
  return names.flatMap((name) => differs(`header ${name}`, own(expected, name), own(actual, name)));
}

/** Sorts members, so that their order does not matter. */
function inOrder({ delayMs, bodyMs, end }: Delivery = {}): Json {
  return { delayMs: delayMs ?? 0, bodyMs: bodyMs ?? 0, end: end ?? "whole" };
}

function bodyDifferences(expected: string, actual: string): readonly string[] {
  if (expected === actual) return [];
  const [before, now] = [jsonOf(expected), jsonOf(actual)];
  const found = before === undefined || now === undefined ? [] : jsonDifferences("body", before, now);
  return found.length === 0 ? [textDifference(expected, actual)] : shortened(found);
}

const maxLines = 5;

function shortened(lines: readonly string[]): readonly string[] {
  const more = lines.length - maxLines;
  return more <= 1 ? lines : [...lines.slice(0, maxLines), `and ${more} more`];
}

function jsonDifferences(at: string, expected: Json | undefined, actual: Json | undefined): readonly string[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const longer = expected.length > actual.length ? expected : actual;
    return longer.flatMap((_, index) => jsonDifferences(`${at}[${index}]`, expected[index], actual[index]));
  }
  if (!isObject(expected) || !isObject(actual)) return differs(at, expected, actual);
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  return names.flatMap((name) => jsonDifferences(`${at}.${name}`, own(expected, name), own(actual, name)));
}

/** Where two texts begin to differ, with a little context. */
function textDifference(expected: string, actual: string): string {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at += 1;
  const part = (text: string): string => show(text.slice(Math.max(at - 20, 0)));
  return `body, from character ${at + 1} on: expected ${part(expected)}, got ${part(actual)}`;
}
