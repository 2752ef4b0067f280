import { isMoving, readList, type ListName, type Page, type Query } from "./list.ts";
import { canonical } from "../target/records.ts";
import { pageNames } from "./names.ts";
import { ifKnown, type Answer } from "./observation.ts";
import type { Source } from "./source.ts";

/** The parameter that selects a page, and its style: a page number, or a number of records. */
export interface Position {
  readonly style: "page" | "offset";
  readonly name: string;
  /** The number of the first page for the parameter, whatever `meta.page` says. */
  readonly first: number;
  /** Whether only the name suggests the style: pages of one record counted from 0 are offsets, too. */
  readonly isByName: boolean;
  readonly evidence: readonly Answer[];
}

/** How to read a list while searching its position parameter. */
export interface ParameterSearch {
  readonly source: Source;
  readonly list: ListName;
  readonly plain: Page;
  /** The known keys of the list from its start. */
  readonly order: readonly string[];
  readonly firstPage: number;
  /** The name of the size parameter, if known. */
  readonly size: string | undefined;
}

/** Pages of one record if a size is known, so that a page and an offset lead to the same record. */
export function start({ firstPage, size }: ParameterSearch, sent: ReadonlyMap<string, number>): Query {
  const starts = [...sent].map(([name, step]) => [name, String(pageNames.includes(name) ? step + firstPage : step)]);
  return { ...(size === undefined ? {} : { [size]: "1" }), ...Object.fromEntries(starts) };
}

interface Styled extends Position {
  /** The records of the page, and its requested size. */
  readonly keys: readonly string[];
  readonly asked: number;
}

/** The meaning of a parameter: a page number from 1 or from 0, or a number of records. */
export type Meaning = Pick<Position, "style" | "first">;

export function meaningsOf({ firstPage }: Pick<ParameterSearch, "firstPage">, name: string): readonly Meaning[] {
  const pages = firstPage === 1 && pageNames.includes(name) ? [1, 0] : [firstPage];
  return [...pages.map((first) => ({ style: "page", first }) as const), { style: "offset", first: 0 }];
}

/** One or two requests to which a page and an offset lead to different responses; if none does, the name decides. */
export async function styleOf(sought: ParameterSearch, name: string): Promise<Styled | undefined> {
  const { plain, firstPage, size } = sought;
  // A page of two in a list that counts from 0, or of one in a list that counts from 1: otherwise both are the same.
  const asked = size === undefined ? plain.keys.length : firstPage === 0 ? 2 : 1;
  // In a list of two, a page 2 may be beyond the last.
  const isPair = plain.total === 2 && asked === 1;
  const value = firstPage === 1 && plain.total > Math.max(2 * asked, 3) ? 3 : isPair ? 1 : 1 + firstPage;
  const styled = await askStyle(sought, name, meaningsOf(sought, name), asked, value);
  const isOpen = styled !== undefined && (styled.meanings.length !== 1 || styled.isContested);
  const isAskable = isOpen && size !== undefined && asked === 1;
  // Records moved by other clients are inconclusive; otherwise they show more than a number.
  const more = isAskable && !(await isMoving(sought.source, sought.list));
  const open = isPair ? (styled?.meanings ?? []) : meaningsOf(sought, name);
  const second = more ? await askStyle(sought, name, open, 2, 1) : undefined;
  const isClearer = second?.meanings.length === 1 && !second.isContested;
  const [meaning] = (isClearer ? second : styled)?.meanings ?? [];
  return (
    styled && meaning && { ...meaning, name, isByName: false, evidence: styled.evidence, keys: styled.keys, asked }
  );
}

/** The index of a page's start in the list; -1 if it is unknown. */
export function indexIn(order: readonly string[], { keys, records }: Page): number {
  const index = order.indexOf(keys[0] ?? "");
  return index < 0 ? order.indexOf(canonical(records[0])) : index;
}

/** The possible meanings of a parameter, by the start of the page and its number. */
async function askStyle(
  { source, list, order, plain, size }: ParameterSearch,
  name: string,
  meanings: readonly Meaning[],
  asked: number,
  value: number,
) {
  const query = { ...(size === undefined ? {} : { [size]: String(asked) }), [name]: String(value) };
  const reading = await ifKnown(readList(source, list, query));
  if (reading?.page === undefined) return undefined;
  const { keys, page } = reading.page;
  // The last page may be shorter than requested; a shorter page elsewhere shows the maximum.
  const isServed = keys.length === 0 || order.length >= asked;
  const real = isServed ? asked : keys.length;
  const evidence = [reading.answer];
  const index = indexIn(order, reading.page);
  const pagesBefore = ({ style, first }: Meaning): number =>
    style === "page" ? value - first : Math.floor(value / real);
  const byStart = meanings.filter((one) => index === (one.style === "page" ? pagesBefore(one) * real : value));
  const byNumber = meanings.filter((one) => page === plain.page + pagesBefore(one));
  const byBoth = byStart.filter((one) => byNumber.includes(one));
  // A number that fits every meaning is inconclusive.
  const isSilent = byNumber.length === 0 || byNumber.length === meanings.length;
  const isContested = byStart.length > 0 && !isSilent && byBoth.length === 0;
  // A page without records shows its number only, and a known one that fits no meaning nothing.
  const isOther = byStart.length === 0 && (index >= 0 || (keys.length === 0 && byNumber.length > 1));
  const isByNumber = byStart.length === 0 || (isContested && (await isMoving(source, list)));
  const found = isByNumber ? (isSilent || isOther ? [] : byNumber) : byBoth.length > 0 ? byBoth : byStart;
  return { meanings: found, isContested, evidence, keys };
}

/** If every page has one record and counts from 0, only the name distinguishes a page from an offset. */
export async function styleByName(sought: ParameterSearch, name: string): Promise<Position | undefined> {
  const reading = await ifKnown(readList(sought.source, sought.list, start(sought, new Map([[name, 1]]))));
  if (reading?.page === undefined) return undefined;
  const style = pageNames.includes(name) ? "page" : "offset";
  return { style, name, first: style === "page" ? sought.firstPage : 0, isByName: true, evidence: [reading.answer] };
}
