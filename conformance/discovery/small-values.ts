import type { Requests } from "../../fixtures/dialect/requests.ts";
import { memoize } from "../target/memoize.ts";
import { isSameFailure } from "./failure-text.ts";
import { anyList, lists, readList, sameRecords, type ListName, type Page, type Query } from "./list.ts";
import { certain, ifKnown, Unset, type Answer, type Found } from "./observation.ts";
import { beyondLast, unreadable, unreadableSize } from "./page-bounds.ts";
import { sizeName } from "./page-parameters.ts";
import { shownPosition } from "./short-lists.ts";
import type { Source } from "./source.ts";

/** A paging value that is a number, but too small. */
interface SmallValue {
  readonly name: keyof Requests["tooSmall"];
  readonly query: Query;
  /** What a value gets that is not a number, if it is known. */
  readonly usual: string | undefined;
}

/** What these values get, where that differs from what other bad values get. */
export async function tooSmall(source: Source): Promise<Found> {
  const seen = await smallValues(source);
  if (seen.length === 0) throw new Unset("no paging parameter is known");
  const different = seen.filter(({ value, usual }) => value !== undefined && value !== usual);
  return certain(
    Object.fromEntries(different.map(({ name, value }) => [name, value ?? null])),
    seen.map(({ answer }) => answer),
  );
}

/** The responses to all these values of a list: of users, unless only invoices are many. */
export const smallValues = memoize(
  async (
    source: Source,
  ): Promise<
    readonly (SmallValue & {
      readonly list: ListName;
      readonly value: string | undefined;
      readonly page: Page | undefined;
      readonly answer: Answer;
    })[]
  > => {
    // On a list of one record, hardly a size shows.
    const lengths = await Promise.all(
      lists.map(async (list) => (await ifKnown(anyList(source, list)))?.page.total ?? 0),
    );
    const list = lists.find((_, index) => (lengths[index] ?? 0) > 1) ?? "users";
    const plain = (await anyList(source, list)).page;
    const seen = [];
    for (const small of await valuesToTry(source, list)) {
      const reading = await ifKnown(readList(source, list, small.query));
      if (reading === undefined) continue;
      const { page, answer } = reading;
      const value = page === undefined ? "reject" : lengthInWords(page, plain, small.name);
      seen.push({ ...small, list, page, answer, value });
    }
    return seen;
  },
);

async function valuesToTry(source: Source, list: ListName): Promise<readonly SmallValue[]> {
  const position = await ifKnown(shownPosition(source, list));
  const size = await ifKnown(sizeName(source, list));
  const usual = (await ifKnown(unreadable(source, list)))?.value;
  const ofSize = usual === "reject" && size !== undefined ? await ifKnown(unreadableSize(source, list)) : undefined;
  const usualSize = ofSize?.page === undefined ? usual : "default";
  const values: SmallValue[] = [];
  if (position?.first === 1) values.push({ name: "zeroPosition", query: { [position.name]: "0" }, usual });
  if (position !== undefined) values.push({ name: "negativePosition", query: { [position.name]: "-1" }, usual });
  if (size !== undefined) {
    values.push({ name: "zeroSize", query: { [size]: "0" }, usual: usualSize });
    values.push({ name: "negativeSize", query: { [size]: "-1" }, usual: usualSize });
  }
  return values;
}

const huge = "9".repeat(20);

/** What a position of 20 digits gets, which many services cannot read as a number. */
export const hugePosition = memoize(async (source: Source): Promise<Found> => {
  const { name } = await shownPosition(source, "users");
  const plain = await anyList(source, "users");
  const bad = await ifKnown(unreadable(source, "users"));
  const far = await ifKnown(beyondLast(source, "users"));
  const { page, answer } = await readList(source, "users", { [name]: huge });
  if (page === undefined) {
    if (far?.value === "reject" && isSameFailure(far.answer, answer)) return certain("beyondLast", [answer]);
    const { status } = answer.exchange.response;
    if (bad?.value !== "reject" || bad.answer.exchange.response.status === status) return certain("reject", [answer]);
    throw new Unset(`a position of 20 digits gets ${status}, unlike other invalid ones`);
  }
  if (page.keys.length === 0 && far?.value === "empty") return certain("beyondLast", [answer]);
  const isFirst = sameRecords(page, plain.page);
  if (far?.value === "last" && (!isFirst || page.total <= page.keys.length)) return certain("beyondLast", [answer]);
  if (isFirst) return certain("default", [answer]);
  throw new Unset("a position of 20 digits shows nothing");
});

/** The size that was used, by the number of records. */
function lengthInWords({ keys: { length } }: Page, plain: Page, name: SmallValue["name"]): string | undefined {
  const usual = plain.keys.length;
  if (length === usual) return "default";
  if (name.endsWith("Position")) return undefined;
  if (length > usual) return "max";
  return length < 2 ? ["empty", "min"][length] : undefined;
}
