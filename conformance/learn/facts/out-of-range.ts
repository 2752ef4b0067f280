import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { isListing, isRefused, plainList, readList, sameRecords, type ListName, type Query } from "./list.ts";
import { position } from "./position.ts";

/** What a value out of range gets, and the answer that shows it. */
export interface OutOfRange<Value extends string> {
  readonly value: Value;
  readonly answer: Answer;
}

/** So many pages beyond the last a call asks for: a list that grows meanwhile does not reach there. */
const farBeyond = 11;

/** What a page beyond the last gets (§4), of the usual size. The list is read anew: it may have grown. */
export const beyondLast = shared(
  async (learning: Learning, list: ListName): Promise<OutOfRange<"empty" | "reject" | "last"> | Unset> => {
    const plain = await plainList(learning, list);
    const where = await position(learning, list);
    if (isUnset(plain)) return plain;
    if (isUnset(where)) return where;
    const now = await readList(learning, list, {}, "before a page beyond the last");
    const { length } = plain.page.keys;
    const last = Math.ceil((isListing(now) ? now : plain).page.total / length) - 1;
    const query = (page: number): Query => ({
      [where.name]: String(where.style === "page" ? page + plain.page.page : page * length),
    });
    const reading = await readList(learning, list, query(last + farBeyond));
    if (isRefused(reading)) return { value: "reject", answer: reading.refused };
    if (!isListing(reading)) return reading;
    const { page, answer } = reading;
    if (page.keys.length === 0) return { value: "empty", answer };
    const lastPage = await readList(learning, list, query(last));
    if (isListing(lastPage) && last > 0 && sameRecords(page, lastPage.page)) return { value: "last", answer };
    return unset(`a page beyond the last gets other ${list} than the last page, which a dialect cannot say`);
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
