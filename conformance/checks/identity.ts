import { canonical } from "../target/records.ts";
import {
  areDrawn,
  isCommon,
  isDate,
  isWhole,
  leavesOf,
  mostRecords,
  numbered,
  ownName,
  placesOf,
  valuesAt,
  type Leaves,
} from "./record-values.ts";

/** The records of `left` that are in `right` too, equal in every field; each once. */
export function equalRecords(left: readonly unknown[], right: readonly unknown[]): readonly unknown[] {
  const known = new Set(right.map(canonical));
  const mine = new Map(left.map((record) => [canonical(record), record]));
  return [...mine].filter(([key]) => known.has(key)).map(([, record]) => record);
}

/** Two lists, with what they share. */
interface Lists {
  readonly left: readonly Leaves[];
  readonly right: readonly Leaves[];
  readonly shared: readonly Leaves[];
}

/**
 * Whether records that stand in the lists of two accounts, equal in every field, are one and the same. Two accounts on
 * one price plan may have records that look alike, numbered from 1 in each; so it takes values that two accounts would
 * not both come to.
 * @param shared the records that both lists have
 */
export function areTheSame(left: readonly unknown[], right: readonly unknown[], shared: readonly unknown[]): boolean {
  const lists: Lists = { left: distinct(left), right: distinct(right), shared: distinct(shared) };
  const places = placesOf([lists.left, lists.right]).filter((place) => !isPerAccount(lists, place));
  return places.some((place) => isProof(lists, place, places));
}

function distinct(records: readonly unknown[]): readonly Leaves[] {
  const few = records.slice(0, mostRecords);
  return [...new Map(few.map((record) => [canonical(record), record])).values()].map(leavesOf);
}

/** One value in both lists with another content: it is given in each account anew, and proves nothing. */
function isPerAccount({ left, right, shared }: Lists, place: string): boolean {
  const known = new Set(valuesAt(shared, place));
  const others = new Set(valuesAt(right, place));
  return valuesAt(left, place).some((value) => others.has(value) && !known.has(value));
}

/** The least number of values that show that a place has a value of its own in each record. */
const enough = 3;

function isProof(lists: Lists, place: string, places: readonly string[]): boolean {
  const { left, right, shared } = lists;
  const values = [...new Set([...valuesAt(left, place), ...valuesAt(right, place)])];
  const isCalledSo = ownName.test(place);
  const areCommon = !values.every(isWhole) || values.filter(isCommon).length > values.length / 2;
  if (areCommon || (values.length < enough && !isCalledSo)) return false;
  if (areDrawn(values.map(String))) return true;
  if (values.some((value) => numbered(value) === undefined)) return false;
  const templates = [...new Set(valuesAt(shared, place).map(templateOf))];
  const isText = templates.some((template) => template !== "#");
  // A number that is neither called so nor counts up may be a price, and many pay the same.
  const isPrice = !isText && !isCalledSo && !isCounter(shared, place);
  if (isPrice && (shared.length < 5 || stepOf(numbersAt([...left, ...right], place)) > 4)) return false;
  if (!isPrice && variety(shared, places, isText) >= enough) return true;
  return isOfOneAccount(lists, place, templates) || templates.some((template) => isOneSequence(lists, place, template));
}

function templateOf(value: string | number): string {
  return numbered(value)?.template ?? "";
}

/**
 * How many contents there are, by the numbers that neither count nor date: amounts.
 * @param isStepCounted whether numbers that go up by one step, whatever it is, are amounts too
 */
function variety(records: readonly Leaves[], places: readonly string[], isStepCounted: boolean): number {
  const counters = new Set(places.filter((place) => isCounter(records, place, isStepCounted)));
  const isAmount = ([place, value]: readonly [string, string | number]): boolean =>
    !counters.has(place) && !isDate(value) && /^-?\d+(?:[.,]\d+)?$/.test(String(value));
  return new Set(records.map((leaves) => JSON.stringify([...leaves].filter(isAmount)))).size;
}

/** Whether values at a place go up, by one or by another step. */
function isCounter(records: readonly Leaves[], place: string, isByOne = false): boolean {
  const numbers = numbersAt(records, place);
  const range = Math.max(...numbers) - Math.min(...numbers);
  return numbers.length === records.length && range / (isByOne ? 1 : stepOf(numbers)) < 2 * numbers.length;
}

/** The greatest step by which all of these numbers are reached. */
function stepOf(numbers: readonly number[]): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  const steps = numbers.map((number) => Math.abs(number - (numbers[0] ?? 0)));
  return Math.max(
    1,
    steps.reduce((one, other) => divisor(one, other), 0),
  );
}

function numbersAt(records: readonly Leaves[], place: string, template?: string): readonly number[] {
  return valuesAt(records, place)
    .map(numbered)
    .filter((one) => one !== undefined && (template === undefined || one.template === template))
    .map((one) => one?.number ?? 0)
    .toSorted((one, other) => one - other);
}

/** Each account has a template of its own (`R1-#`, `R2-#`), and what is shared has that of one of them. */
function isOfOneAccount({ left, right, shared }: Lists, place: string, templates: readonly string[]): boolean {
  const known = new Set(valuesAt(shared, place));
  const own = [left, right].map(
    (list) => new Set(valuesAt(list, place).flatMap((value) => (known.has(value) ? [] : [templateOf(value)]))),
  );
  const [mine = new Set<string>(), theirs = new Set<string>()] = own;
  if (mine.size === 0 || theirs.size === 0 || [...mine].some((template) => theirs.has(template))) return false;
  const owner = own.find((set) => templates.every((template) => set.has(template)));
  if (owner === undefined) return false;
  // By type of record, as `SUB-1` and `USE-1`, they would be alike in each account, and cost the same.
  const alike = [...left, ...right].filter((leaves) => templates.includes(templateOf(leaves.get(place) ?? "")));
  return variety(alike, [place], true) >= 2;
}

/** Bits of chance at which numbers that two accounts share are no chance. */
const enoughBits = 12;

/** Whether the numbers are given across accounts: what one lacks the other has, or both have the same gaps or start. */
function isOneSequence({ left, right }: Lists, place: string, template: string): boolean {
  const mine = numbersAt(left, place, template);
  const theirs = numbersAt(right, place, template);
  if (fills(mine, theirs) + fills(theirs, mine) >= (template === "#" ? 2 : 1)) return true;
  const from = Math.max(mine[0] ?? 0, theirs[0] ?? 0);
  const to = Math.min(mine.at(-1) ?? 0, theirs.at(-1) ?? 0);
  const both = mine.filter((number) => number >= from && theirs.includes(number));
  const isRoundStart = /^\d0*[01]?$/.test(String(from));
  const start = isRoundStart ? 0 : Math.log2(from);
  return start + choices(to - from + 1, both.length) >= enoughBits;
}

/** How many numbers of the other fall into the gaps of these. */
function fills(numbers: readonly number[], other: readonly number[]): number {
  const known = new Set(numbers);
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  return other.filter((number) => !known.has(number) && number > first && number < last).length;
}

/** In how many ways so many numbers are chosen from a range, in bits. */
function choices(range: number, count: number): number {
  let bits = 0;
  for (let index = 0; index < Math.min(count, 100); index += 1) bits += Math.log2((range - index) / (index + 1));
  return Math.max(bits, 0);
}
