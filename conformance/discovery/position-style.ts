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

function meaningsOf({ firstPage }: Pick<ParameterSearch, "firstPage">, name: string): readonly Meaning[] {
  const pages = firstPage === 1 && pageNames.includes(name) ? [1, 0] : [firstPage];
  return [...pages.map((first) => ({ style: "page", first }) as const), { style: "offset", first: 0 }];
}

/** One or two requests to which a page and an offset lead to different responses; if none does, the name decides. */
export async function styleOf(sought: ParameterSearch, name: string): Promise<Styled | undefined> {
  const { plain, firstPage, size } = sought;
  // A page of two in a list that counts from 0, or of one in a list that counts from 1: otherwise both are the same.
  const asked = size === undefined ? plain.keys.length : firstPage === 0 ? 2 : 1;
  // A page that the list has, whether it is counted from 0 or from 1.
  const value = firstPage === 0 ? 1 : plain.total > 3 * asked ? 3 : plain.total > 2 && asked === 1 ? 2 : 1;
  const styled = await askStyle(sought, name, meaningsOf(sought, name), asked, value);
  const isOpen = styled !== undefined && (styled.meanings.length !== 1 || styled.isContested);
  const isAskable = isOpen && size !== undefined && plain.total > 2 && asked === 1;
  // Records moved by other clients are inconclusive; otherwise they show more than a number.
  const more = isAskable && !(await isMoving(sought.source, sought.list));
  const second = more ? await askStyle(sought, name, meaningsOf(sought, name), 2, 1) : undefined;
  const isClearer = second?.meanings.length === 1 && !second.isContested;
  const possible = (isClearer ? second : styled)?.meanings ?? [];
  const meaning = possible.find(({ style }) => style === styleNamed(name)) ?? possible[0];
  return (
    styled && meaning && { ...meaning, name, isByName: false, evidence: styled.evidence, keys: styled.keys, asked }
  );
}

function styleNamed(name: string): "page" | "offset" {
  return pageNames.includes(name) ? "page" : "offset";
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
  if (reading === undefined) return undefined;
  const evidence = [reading.answer];
  const { keys, page } = reading.page ?? { keys: [] };
  const startOf = ({ style, first }: Meaning, length: number): number =>
    style === "page" ? (value - first) * length : value;
  const isNumbered = (one: Meaning, length: number): boolean =>
    page === plain.page + Math.floor(startOf(one, length) / length);
  if (reading.page === undefined || keys.length === 0) {
    const beyond = meanings.filter((one) => startOf(one, asked) >= plain.total);
    const numbered = beyond.filter((one) => isNumbered(one, asked));
    return { meanings: numbered.length > 0 ? numbered : beyond, isContested: false, evidence, keys };
  }
  const index = indexIn(order, reading.page);
  // Fewer records than requested: the end of the list, or the maximum size.
  const lengths = keys.length < asked ? [asked, keys.length] : [asked];
  const isAt = (one: Meaning, length: number): boolean => {
    const last = Math.floor((plain.total - 1) / length) * length;
    return index === (startOf(one, length) < plain.total ? startOf(one, length) : last);
  };
  const thatFit = (fits: (one: Meaning, length: number) => boolean): readonly Meaning[] =>
    meanings.filter((one) => lengths.some((length) => fits(one, length)));
  const [byStart, byNumber] = [thatFit(isAt), thatFit(isNumbered)];
  const byBoth = thatFit((one, length) => isAt(one, length) && isNumbered(one, length));
  // A number that fits every meaning is inconclusive.
  const isSilent = byNumber.length === 0 || byNumber.length === meanings.length;
  const isContested = byStart.length > 0 && !isSilent && byBoth.length === 0;
  const isByNumber = byStart.length === 0 || (isContested && (await isMoving(source, list)));
  const found = isByNumber ? (isSilent ? [] : byNumber) : byBoth.length > 0 ? byBoth : byStart;
  return { meanings: found, isContested, evidence, keys };
}

/** If every page has one record and counts from 0, only the name distinguishes a page from an offset. */
export async function styleByName(sought: ParameterSearch, name: string): Promise<Position | undefined> {
  const reading = await ifKnown(readList(sought.source, sought.list, start(sought, new Map([[name, 1]]))));
  if (reading?.page === undefined) return undefined;
  const style = styleNamed(name);
  return { style, name, first: style === "page" ? sought.firstPage : 0, isByName: true, evidence: [reading.answer] };
}
