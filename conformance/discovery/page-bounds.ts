import { plainList, readList, sameRecords, type Listing, type ListName, type Page, type Query } from "./list.ts";
import { Unset, type Answer } from "./observation.ts";
import { position, sizeName } from "./page-parameters.ts";
import { numbersIn } from "./failure-text.ts";
import { shared } from "../target/shared.ts";
import { type Source } from "./source.ts";

/** More than a dialect can declare as its greatest size. */
const tooMany = 10_001;

/** The greatest page a list has, and what becomes of a request for a greater one. */
export interface Bounds {
  readonly oversize: "clamp" | "reject";
  readonly maxSize: number;
  readonly evidence: readonly Answer[];
}

/** What a request for more records than any page may hold gets; unset where no parameter is known, or nothing shows. */
export const bounds = shared(async (source: Source, list: ListName): Promise<Bounds> => {
  const plain = await plainList(source, list);
  const size = await sizeName(source, list);
  const { page, answer } = await readList(source, list, { [size]: String(tooMany) });
  if (page === undefined) return maxAccepted(source, list, size, plain, answer);
  const { length } = page.keys;
  if (length >= page.total) {
    throw new Unset(`a call for ${tooMany} ${list} gets all ${length} there are`, `an account with more ${list}`);
  }
  const clamped: Bounds = { oversize: "clamp", maxSize: length, evidence: [answer] };
  if (length !== plain.page.keys.length) return clamped;
  // The usual size again: it is the greatest, or what a size that is refused falls back to.
  const oneMore = await readList(source, list, { [size]: String(length + 1) });
  if (oneMore.page === undefined) throw new Unset("sizes that are too large are sometimes refused");
  if (oneMore.page.keys.length <= length) return { ...clamped, evidence: [answer, oneMore.answer] };
  throw new Unset(`a size that is too large gets the usual ${length} ${list}, which a dialect cannot say`);
});

/** Sizes that are too large are refused: the greatest that is not is found by halves, or by what a refusal says. */
async function maxAccepted(
  source: Source,
  list: ListName,
  size: string,
  plain: Listing,
  refused: Answer,
): Promise<Bounds> {
  let low = plain.page.keys.length;
  let high = tooMany;
  const evidence = new Map<number, Answer>([[tooMany, refused]]);
  const named = numbersIn(refused.exchange.response.body).filter((count) => count >= low && count < high);
  const tries = named.slice(0, 3).flatMap((count) => [count, count + 1]);
  while (high - low > 1) {
    const next = tries.shift() ?? between(low, high);
    if (next <= low || next >= high) continue;
    const { page, answer } = await readList(source, list, { [size]: String(next) });
    evidence.set(next, answer);
    if (page === undefined) high = next;
    else low = next;
  }
  const shown = [evidence.get(low), evidence.get(high)].filter((answer) => answer !== undefined);
  return { oversize: "reject", maxSize: low, evidence: shown };
}

/** Sizes are spread by their ratio: 50, 100 and 1000 are likelier than 5,000 and what is near it. */
function between(low: number, high: number): number {
  return high > 4 * low ? Math.floor(Math.sqrt(low * high)) : Math.floor((low + high) / 2);
}

/** What a value out of range gets, and the response that shows it. */
export interface OutOfRange<Value extends string> {
  readonly value: Value;
  readonly answer: Answer;
}

/** So many pages beyond the last a request asks for: a list that grows meanwhile does not reach there. */
const farBeyond = 11;

/** What a page beyond the last gets (§4), of the usual size. */
export const beyondLast = shared(
  async (source: Source, list: ListName): Promise<OutOfRange<"empty" | "reject" | "last">> => {
    const plain = (await plainList(source, list)).page;
    const lastOf = ({ total }: Page): number => Math.ceil(total / plain.keys.length) - 1;
    const { page, answer } = await readList(source, list, await pageQuery(source, list, lastOf(plain) + farBeyond));
    if (page === undefined) return { value: "reject", answer };
    if (page.keys.length === 0) return { value: "empty", answer };
    // The list is read anew: it may have grown.
    const now = await readList(source, list, {}, "after a page beyond the last");
    const last = lastOf(now.page ?? plain);
    const lastPage = await readList(source, list, await pageQuery(source, list, last));
    if (lastPage.page !== undefined && last > 0 && sameRecords(page, lastPage.page)) return { value: "last", answer };
    throw new Unset(`a page beyond the last gets other ${list} than the last page, which a dialect cannot say`);
  },
);

/** The query of a page of the usual size, or of a given one; the first is 0. */
export async function pageQuery(source: Source, list: ListName, page: number, length?: number): Promise<Query> {
  const { name, style, first } = await position(source, list);
  const plain = await plainList(source, list);
  const value = style === "page" ? page + first : page * (length ?? plain.page.keys.length);
  return { [name]: String(value) };
}

/** What a position that is not a number gets (§4). */
export const unreadable = shared(async (source: Source, list: ListName): Promise<OutOfRange<"default" | "reject">> => {
  const plain = await plainList(source, list);
  const { name } = await position(source, list);
  const { page, answer } = await readList(source, list, { [name]: "x" });
  if (page === undefined) return { value: "reject", answer };
  if (sameRecords(page, plain.page) || page.page === plain.page.page) return { value: "default", answer };
  throw new Unset(`\`${name}=x\` gets other ${list} than the first, which a dialect cannot say`);
});
