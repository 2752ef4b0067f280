import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { numbersIn } from "../generalise/mentions.ts";
import { isListing, isRefused, plainList, readList, type Listing, type ListName } from "./list.ts";
import { sizeName } from "./size-name.ts";

/** More than a dialect can declare as its greatest size. */
const tooMany = 10_001;

/** The greatest page a list has, and what becomes of a call for a greater one. */
export interface Bounds {
  readonly oversize: "clamp" | "reject";
  /** Absent where there are too few records to see it. */
  readonly maxSize?: number;
  readonly evidence: readonly Answer[];
}

/** What a call for more records than any page may hold gets; unset where no parameter is known, or nothing shows. */
export const bounds = shared(async (learning: Learning, list: ListName): Promise<Bounds | Unset> => {
  const plain = await plainList(learning, list);
  if (isUnset(plain)) return plain;
  const size = await sizeName(learning, list);
  if (typeof size !== "string") return size;
  const reading = await readList(learning, list, { [size]: String(tooMany) });
  if (isRefused(reading)) return greatestAccepted(learning, list, size, plain, reading.refused);
  if (!isListing(reading)) return reading;
  return kept(learning, list, size, plain, reading);
});

/** All that is known of it where a call for more is answered with a page. */
async function kept(
  learning: Learning,
  list: ListName,
  size: string,
  plain: Listing,
  { page, answer }: Listing,
): Promise<Bounds | Unset> {
  const { length } = page.keys;
  if (length >= page.total) {
    return unset(`a call for ${tooMany} ${list} gets all ${length} there are`, `an account with more ${list}`);
  }
  if (length !== plain.page.keys.length) return { oversize: "clamp", maxSize: length, evidence: [answer] };
  // The usual size again: it is the greatest, or what a size that is refused falls back to.
  const oneMore = await readList(learning, list, { [size]: String(length + 1) });
  if (!isListing(oneMore))
    return isRefused(oneMore) ? unset("sizes that are too large are sometimes refused") : oneMore;
  if (oneMore.page.keys.length <= length) {
    return { oversize: "clamp", maxSize: length, evidence: [answer, oneMore.answer] };
  }
  return unset(`a size that is too large gets the usual ${length} ${list}, which a dialect cannot say`);
}

/** Sizes that are too large are refused: the greatest that is not is found by halves, or by what a refusal says. */
async function greatestAccepted(
  learning: Learning,
  list: ListName,
  size: string,
  plain: Listing,
  refused: Answer,
): Promise<Bounds | Unset> {
  let low = plain.page.keys.length;
  let high = tooMany;
  const evidence = new Map<number, Answer>([[tooMany, refused]]);
  const isAccepted = async (count: number): Promise<boolean | Unset> => {
    const reading = await readList(learning, list, { [size]: String(count) });
    if (isUnset(reading)) return reading;
    evidence.set(count, isListing(reading) ? reading.answer : reading.refused);
    return isListing(reading);
  };
  const named = numbersIn(refused.exchange.response.body).filter((count) => count >= low && count < high);
  const tries = named.slice(0, 3).flatMap((count) => [count, count + 1]);
  while (high - low > 1) {
    const next = tries.shift() ?? between(low, high);
    if (next <= low || next >= high) continue;
    const accepted = await isAccepted(next);
    if (typeof accepted !== "boolean") return accepted;
    if (accepted) low = next;
    else high = next;
  }
  const shown = [evidence.get(low), evidence.get(high)].filter((answer) => answer !== undefined);
  return { oversize: "reject", maxSize: low, evidence: shown };
}

/** Sizes are spread by their ratio: 50, 100 and 1000 are likelier than 5,000 and what is near it. */
function between(low: number, high: number): number {
  return high > 4 * low ? Math.floor(Math.sqrt(low * high)) : Math.floor((low + high) / 2);
}
