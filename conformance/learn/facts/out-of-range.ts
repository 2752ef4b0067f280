import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { isListing, isRefused, plainList, readList, sameRecords, type ListName, type Query } from "./list.ts";
import { position } from "./position.ts";
import { sizeName } from "./size-name.ts";

/** What a value out of range gets, and the answer that shows it. */
export interface OutOfRange<Value extends string> {
  readonly value: Value;
  readonly answer: Answer;
}

/** So many records beyond the last a call asks for: a list that grows meanwhile does not reach there. */
const farBeyond = 1000;

/** What a page beyond the last gets (§4). */
export const beyondLast = shared(
  async (learning: Learning, list: ListName): Promise<OutOfRange<"empty" | "reject" | "last"> | Unset> => {
    const plain = await plainList(learning, list);
    const where = await position(learning, list);
    if (isUnset(plain)) return plain;
    if (isUnset(where)) return where;
    const size = await sizeName(learning, list);
    const small: Query = typeof size === "string" ? { [size]: "1" } : {};
    const reading = await readList(learning, list, { ...small, [where.name]: String(plain.page.total + farBeyond) });
    if (isRefused(reading)) return { value: "reject", answer: reading.refused };
    if (!isListing(reading)) return reading;
    const { page, answer } = reading;
    if (page.keys.length === 0) return { value: "empty", answer };
    if (page.keys[0] !== plain.page.keys[0]) return { value: "last", answer };
    return unset(`a page beyond the last gets the first ${list}, which a dialect cannot say`);
  },
);

/** What a position that is no number gets (§4). */
export const unreadable = shared(
  async (learning: Learning, list: ListName): Promise<OutOfRange<"default" | "reject"> | Unset> => {
    const plain = await plainList(learning, list);
    const where = await position(learning, list);
    if (isUnset(plain)) return plain;
    if (isUnset(where)) return where;
    const reading = await readList(learning, list, { [where.name]: "x" });
    if (isRefused(reading)) return { value: "reject", answer: reading.refused };
    if (!isListing(reading)) return reading;
    if (sameRecords(reading.page, plain.page) || reading.page.page === plain.page.page) {
      return { value: "default", answer: reading.answer };
    }
    return unset(`\`${where.name}=x\` gets other ${list} than the first, which a dialect cannot say`);
  },
);
