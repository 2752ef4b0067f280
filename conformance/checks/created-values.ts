import type { Listed } from "../places/user-list.ts";
import { freshValue } from "../target/created-user.ts";
import { readJson } from "../target/envelope.ts";
import type { Exchange } from "../target/exchange.ts";
import { leavesOf, nameAt } from "../target/record-values.ts";
import { isMisread } from "./misread.ts";

/** A value in a body, and its path. */
type Leaf = readonly [place: string, value: string | number];

/**
 * Fields in which a created user lacks the sent value, or has another user's, although other users have texts there.
 */
export function lostFields(
  { request }: Exchange,
  created: Listed,
  others: readonly Listed[],
  returned: unknown,
): readonly string[] {
  const sent = [...leavesOf(readJson({ body: request.body ?? "" }))];
  const lost = sent.filter(([place, value]) => {
    const name = nameAt(place);
    if (typeof value !== "string") return false;
    const listed = valueIn(created.record, name);
    if (typeof listed === "string" && isMisread(value, listed)) return true;
    if (isSwapped([place, value], sent, created.record)) return true;
    if (freshValue(value) === undefined) return false;
    if (created.text.includes(JSON.stringify(value).toLowerCase().slice(1, -1))) return false;
    const elsewhere = others.map(({ record }) => valueIn(record, name));
    const enough = valueIn(returned, name) === value ? 1 : 3;
    const isExpected =
      elsewhere.length >= enough && elsewhere.every((other) => typeof other === "string" && other !== "");
    // If all users have the same value, the field does not show sent values.
    const isVaried = new Set(elsewhere).size > 1;
    const isMasked = typeof listed === "string" && /[*•…]|^\p{L}\.$/u.test(listed);
    const isLost = listed === undefined || listed === "" || (isVaried && elsewhere.includes(listed));
    const isCut = typeof listed === "string" && isCutFrom(value, listed, elsewhere);
    return isExpected && (isLost || isCut) && !isMasked;
  });
  return lost.map(([place]) => nameAt(place));
}

/** Whether two fields have each other's values. */
function isSwapped([place, value]: Leaf, sent: readonly Leaf[], record: unknown): boolean {
  const listed = valueIn(record, nameAt(place));
  return sent.some(([other, text]) => text === listed && text !== value && valueIn(record, nameAt(other)) === value);
}

/**
 * Whether only the beginning of a text is left, and that is not the maximum length, since others are longer. An address
 * without its end is another address.
 */
function isCutFrom(sent: string, listed: string, others: readonly unknown[]): boolean {
  const isLonger = others.some((other) => typeof other === "string" && other.length > listed.length);
  const areAddresses = [sent, ...others].every((text) => /^[^@]+@[^@]+\.[^@.]+$/.test(String(text)));
  if (areAddresses && sent.startsWith(listed)) return true;
  return listed !== "" && sent !== listed && sent.startsWith(listed) && isLonger;
}

/** The value of a member name in a record, at any depth. */
export function valueIn(record: unknown, name: string): string | number | undefined {
  return [...leavesOf(record)].find(([place]) => nameAt(place) === name)?.[1];
}
