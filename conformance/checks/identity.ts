import { canonical, recordKey } from "../target/records.ts";
import {
  areDrawn,
  isCommon,
  isDate,
  isWhole,
  leavesOf,
  maxRecords,
  numbered,
  ownName,
  placesOf,
  valuesAt,
  type Leaves,
} from "../target/record-values.ts";

/** Removes duplicates; of a record that changed between two readings, the first version counts. */
export function distinctRecords(records: readonly unknown[]): readonly unknown[] {
  const byKey = new Map<string, unknown>();
  for (const record of records) {
    const key = recordKey(record);
    if (!byKey.has(key)) byKey.set(key, record);
  }
  return [...byKey.values()];
}

/** The records of `left` that are also in `right` with equal fields, without duplicates. */
export function equalRecords(left: readonly unknown[], right: readonly unknown[]): readonly unknown[] {
  const known = new Set(right.map(canonical));
  const mine = new Map(left.map((record) => [canonical(record), record]));
  return [...mine].filter(([key]) => key !== "null" && known.has(key)).map(([, record]) => record);
}

/** Whether the users of two accounts, and their ids, are the same. */
export type UsersIn = "apart" | "in one sequence" | "in both" | "in part";

/** The name of a record's own id, not of a number that a person reads: that may count the records of an account. */
const plainId = /(?:^|\.)_?id$/i;

/** Two lists, with their common records. */
interface Lists {
  readonly left: readonly Leaves[];
  readonly right: readonly Leaves[];
  readonly shared: readonly Leaves[];
}

/**
 * Whether equal records in the lists of two accounts are the same record. Two accounts with the same price plan may
 * have equal records, numbered from 1 in each. So it takes a value that two accounts would not both have by chance: a
 * random code, a number from a shared sequence, another account's name, or amounts that are in no price list. An id with
 * different content in the two accounts shows that ids are assigned per account.
 * @param shared the records in both lists
 * @param areWhole whether these are all records of both: otherwise a missing number may exist
 * @param users whether user ids occur in both accounts: then ids are assigned per account, or both were set up in the
 * same way, and amounts may be equal, too; if these are the ids of different users or of only a part of them, then ids
 * prove nothing; if one sequence numbers the users of both, it does so with invoices, too
 */
export function areTheSame(
  left: readonly unknown[],
  right: readonly unknown[],
  shared: readonly unknown[],
  areWhole = true,
  users: UsersIn = "apart",
): boolean {
  const lists: Lists = { left: distinct(left), right: distinct(right), shared: distinct(shared) };
  const ids = placesOf([lists.left, lists.right]).filter((place) => areIds(lists, place));
  const own = ids.filter((place) => !isGivenAnew(lists, place));
  const isProof = (place: string): boolean =>
    isDrawn(lists, place) || isOfOneAccount(lists, place) || (areWhole && isOneSequence(lists, place));
  if (users !== "in part" && own.some(isProof)) return true;
  if (users === "in one sequence" && own.some((place) => plainId.test(place))) return true;
  if (own.length < ids.length) return false;
  // If only a part of a list was seen, some numbers of a sequence look like amounts.
  const places = [...(lists.shared[0]?.keys() ?? [])].filter((place) => areWhole || !ids.includes(place));
  const areApart = users === "apart" || users === "in one sequence";
  return places.some((place) => namesAccount(lists, place) || (areApart && areByUse(lists.shared, place)));
}

function distinct(records: readonly unknown[]): readonly Leaves[] {
  const few = records.slice(0, maxRecords);
  return [...new Map(few.map((record) => [canonical(record), record])).values()].map(leavesOf);
}

/** Whether each record has a value at a path, not just a date or words. */
function areIds({ left, right }: Lists, place: string): boolean {
  const values = valuesAt([...left, ...right], place);
  return values.length === left.length + right.length && values.every(isWhole) && !areMostly(values, isCommon);
}

function areMostly<Value>(values: readonly Value[], is: (value: Value) => boolean): boolean {
  return values.filter(is).length > values.length / 2;
}

/** If a value has different records in the two lists, it is assigned per account, and proves nothing. */
function isGivenAnew({ left, right, shared }: Lists, place: string): boolean {
  const known = new Set(valuesAt(shared, place));
  const others = new Set(valuesAt(right, place));
  return valuesAt(left, place).some((value) => others.has(value) && !known.has(value));
}

/** With fewer records, values do not show that they identify them; the name must. */
const enough = 3;

/** Random codes. */
function isDrawn({ left, right }: Lists, place: string): boolean {
  const values = [...new Set([...valuesAt(left, place), ...valuesAt(right, place)])].map(String);
  return (values.length >= enough || ownName.test(place)) && areDrawn(values);
}

/**
 * Each account has its own template (`R1-#`, `R2-#`), and the shared records have one of them. Templates by type of
 * record, such as `SUB-1` and `USE-1`, would be the same in each account.
 */
function isOfOneAccount({ left, right, shared }: Lists, place: string): boolean {
  const templatesOf = (list: readonly Leaves[]) => valuesAt(list, place).map((value) => numbered(value)?.template);
  const known = new Set(valuesAt(shared, place));
  const others = (list: readonly Leaves[]) => templatesOf(list.filter((one) => !known.has(one.get(place) ?? "")));
  const [mine, theirs] = [others(left), others(right)];
  const templates = new Set(templatesOf(shared));
  const isOwned = mine.length > 0 && theirs.length > 0 && !mine.some((one) => theirs.includes(one));
  if (!isOwned || ![...templates].every((one) => one !== undefined && [...mine, ...theirs].includes(one))) return false;
  const alike = [...left, ...right].filter((leaves) => templates.has(templatesOf([leaves])[0]));
  return [...(alike[0]?.keys() ?? [])].some((other) => other !== place && amountsAt(alike, other).length > 1);
}

/** The maximum number of gaps that deleted records may explain. */
const enoughLacking = 2;

/** The bits of chance above which shared numbers are not a coincidence. */
const enoughBits = 12;

/**
 * Whether both lists are numbered in one sequence: each has gaps that the other fills, or both have the same gaps or
 * the same unusual start. A plain number may be a price, unless its name says otherwise.
 */
function isOneSequence({ left, right, shared }: Lists, place: string): boolean {
  const templates = new Set(valuesAt(shared, place).map((value) => numbered(value)?.template));
  let missing = 0;
  for (const template of templates) {
    if (template === undefined) continue;
    const [mine, theirs] = [numbersAt(left, place, template), numbersAt(right, place, template)];
    const all = [...mine, ...theirs].toSorted((one, other) => one - other);
    if (template === "#" && !ownName.test(place) && !isCounter(all, 1)) continue;
    const [start = 0] = all;
    missing += lacking(mine, theirs, start) + lacking(theirs, mine, start);
    const both = mine.filter((number) => theirs.includes(number));
    const [first = 0] = both;
    const step = stepOf(both);
    const range = ((both.at(-1) ?? 0) - first) / step + 1;
    const bits = (isRound(first) ? 0 : Math.log2(Math.max(first / step, 1))) + choices(range, both.length);
    if (missing >= enoughLacking || bits >= enoughBits) return true;
  }
  return false;
}

/** A usual first number: 1, 100, 1001. */
function isRound(number: number): boolean {
  return /^\d0*[01]?$/.test(String(number));
}

/** How many numbers of the other list are missing here, between first and last. */
function lacking(numbers: readonly number[], other: readonly number[], start: number): number {
  const last = numbers.at(-1) ?? start;
  return other.filter((number) => number < last && !numbers.includes(number)).length;
}

function numbersAt(records: readonly Leaves[], place: string, template: string): readonly number[] {
  const all = valuesAt(records, place).flatMap((value) => numbered(value) ?? []);
  const numbers = all.filter((one) => one.template === template).map(({ number }) => number);
  return numbers.toSorted((one, other) => one - other);
}

/** The number of ways to choose N numbers from a range, in bits. */
function choices(range: number, count: number): number {
  let bits = 0;
  for (let index = 0; index < Math.min(count, 100); index += 1) bits += Math.log2((range - index) / (index + 1));
  return Math.max(bits, 0);
}

/** The common step of these numbers. */
function stepOf(numbers: readonly number[]): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  const steps = numbers.map((number) => Math.abs(number - (numbers[0] ?? 0)));
  return Math.max(
    1,
    steps.reduce((one, other) => divisor(one, other), 0),
  );
}

/** Whether numbers increase by a step, with hardly any gaps. */
function isCounter(numbers: readonly number[], step = stepOf(numbers)): boolean {
  const { size } = new Set(numbers);
  return size >= enough && (Math.max(...numbers) - Math.min(...numbers)) / step < 2 * size;
}

const accountName = /account|tenant|customer|organi[sz]ation|company/i;

/**
 * Whether each record names its account, and there are two of them: then another account's records could not be equal.
 */
function namesAccount({ left, right }: Lists, place: string): boolean {
  const all = [...left, ...right];
  const values = valuesAt(all, place);
  const names = new Set(values);
  return accountName.test(place) && values.length === all.length && names.size > 1 && names.size <= all.length / 2;
}

/** The different amounts at a path, in their smallest unit; none if it has other values, or consecutive numbers. */
function amountsAt(records: readonly Leaves[], place: string): readonly number[] {
  const texts = [...new Set(valuesAt(records, place))].map(String);
  if (!texts.every((text) => /^-?\d{1,12}(?:[.,]\d{1,4})?$/.test(text)) || areMostly(texts, isDate)) return [];
  const decimals = Math.max(...texts.map((text) => /[.,](\d+)$/.exec(text)?.[1]?.length ?? 0));
  const numbers = texts.map((text) => Math.round(Number(text.replace(",", ".")) * 10 ** decimals));
  const first = Math.min(...numbers);
  const isNumbering = isCounter(numbers, 1) || (isCounter(numbers) && (isRound(first) || first <= 2 * stepOf(numbers)));
  return isNumbering ? [] : numbers;
}

/** More different amounts than a price list has; unusual endings count for more. */
const enoughAmounts = 6;

/** Whether a path has usage-based amounts: most records have a different one. */
function areByUse(shared: readonly Leaves[], place: string): boolean {
  const amounts = amountsAt(shared, place);
  const weight = amounts.reduce((sum, amount) => sum + (/[059]$/.test(String(amount)) ? 1 : 1.5), 0);
  return weight >= enoughAmounts && amounts.length >= shared.length / 2;
}
