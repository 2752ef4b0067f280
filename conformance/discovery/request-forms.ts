import { hasEnvelope } from "./answer-to.ts";
import { isSuccess } from "../target/exchange.ts";
import { pageIn } from "../target/records.ts";
import { isSameFailure } from "./failure-text.ts";
import {
  anyList,
  noSuchParameter,
  readList,
  lists,
  sameRecords,
  type ListName,
  type Page,
  type Query,
} from "./list.ts";
import { certain, ifKnown, isUnset, known, likely, settled, Unset, type Answer, type Found } from "./observation.ts";
import { filterQuery, filters } from "./filtering.ts";
import { cursor } from "./next-page.ts";
import { pageQuery, unreadable, beyondLast, unreadableSize } from "./page-bounds.ts";
import { sizeName } from "./page-parameters.ts";
import { shownPosition } from "./short-lists.ts";
import { sortOfLists } from "./sort-parameter.ts";
import { memoize } from "../target/memoize.ts";
import { ask, askRejected, type Source } from "./source.ts";
import { subscriptions } from "./subscriptions.ts";
import type { Requests } from "../../fixtures/dialect/requests.ts";

const redirects: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/** The response to another spelling of a path. */
export async function spelling(source: Source, path: string): Promise<Found> {
  const answer = await ask(source, { operation: "listUsers", path });
  const { status, headers } = answer.exchange.response;
  if (hasEnvelope(answer.exchange)) return certain("same", [answer]);
  if (redirects.has(status) && /\/api\/v1\/users(?:\?|$)/.test(headers["location"] ?? ""))
    return certain(status, [answer]);
  if (status >= 400) return certain("unknown", [answer]);
  throw new Unset(`\`${path}\` responds with ${status}, which a dialect cannot express`);
}

/** The response to a request that accepts only XML. */
export const unacceptable = memoize((source: Source): Promise<Answer> =>
  askRejected(source, { operation: "listUsers", headers: xmlAlone }, "a request that accepts no JSON"),
);

const xmlAlone = { accept: "application/xml" };

/** Whether the Accept header matters, and is checked before the token. */
export async function acceptedTypes(source: Source): Promise<Found> {
  const { answer: plain } = await anyList(source, "users");
  const rejection = await settled(unacceptable(source));
  if (isUnset(rejection)) {
    const answer = await ask(source, { operation: "listUsers", headers: xmlAlone });
    return certain("ignore", [plain, answer]);
  }
  const tokenless = await ask(source, { operation: "listUsers", as: "none", headers: xmlAlone });
  return certain(isSameFailure(rejection, tokenless) ? "rejectFirst" : "reject", [rejection, tokenless]);
}

/** The response to an unknown parameter. */
export async function unknownParameters(source: Source): Promise<Found> {
  const { page, answer } = await readList(source, "users", { [noSuchParameter]: "1" });
  if (page !== undefined) return certain("ignore", [answer]);
  const readable = (await ifKnown(subscriptions(source)))?.answers[0].call;
  const path = readable?.path === undefined ? undefined : `${readable.path}?${noSuchParameter}=1`;
  const other = path === undefined ? undefined : await ifKnown(ask(source, { operation: "listUsers", path }));
  if (other === undefined) return likely("reject", [answer], "it was tried with a list alone");
  return certain(isSuccess(other.exchange) ? "rejectInLists" : "reject", [answer, other]);
}

/** What a parameter without a value gets: one of paging, and another one. */
export async function emptyParameters(source: Source): Promise<Found> {
  const ofPaging = await settled(emptyPaging(source));
  const ofOthers = await settled(emptyOther(source));
  if (isUnset(ofOthers)) {
    const { value, evidence } = known(ofPaging);
    // Nothing shows what else an empty value would be.
    return certain(value === "zero" ? { paging: value, others: "value" } : value, evidence);
  }
  if (isUnset(ofPaging) || ofPaging.value === ofOthers.value) return ofOthers;
  const evidence = [...ofPaging.evidence, ...ofOthers.evidence];
  return certain({ paging: ofPaging.value, others: ofOthers.value }, evidence);
}

/** The response to an empty position, if one that is not a number is rejected, and to an empty size. */
async function emptyPaging(source: Source): Promise<Found> {
  const place = await settled(shownPosition(source, "users"));
  const { name } = isUnset(place) ? await cursor(source, "users") : place;
  const isRejecting = (await unreadable(source, "users")).value === "reject";
  const { page, answer } = isRejecting
    ? await readList(source, "users", { [name]: "" })
    : await anyList(source, "users");
  if (page === undefined) return certain("value", [answer]);
  const zero = (await ifKnown(smallValues(source)))?.find(
    ({ name: kind, value = "default" }) => kind === "zeroSize" && value !== "default",
  );
  if (zero === undefined) {
    if (isRejecting) return certain("absent", [answer]);
    throw new Unset("no parameter value is rejected");
  }
  const [size = ""] = Object.keys(zero.query);
  const empty = await readList(source, zero.list, { [size]: "" });
  const isZero = (empty.page?.keys.length ?? "reject") === (zero.page?.keys.length ?? "reject");
  return certain(isZero ? "zero" : isRejecting ? "absent" : "value", [answer, empty.answer]);
}

/** The response to an empty sort field, if an unknown one is rejected, or to an empty filter. */
async function emptyOther(source: Source): Promise<Found> {
  const sort = await ifKnown(sortOfLists(source));
  if (sort !== undefined && sort !== "none" && sort.unknownField === "reject") {
    const { page, answer } = await readList(source, "users", { [sort.parameter]: "" });
    return certain(page === undefined ? "value" : "absent", [answer]);
  }
  const { style, fields } = await filters(source, "users");
  const [field] = fields;
  if (style === "none" || field === undefined) throw new Unset("neither a sort field nor a filter shows it");
  const plain = await anyList(source, "users");
  const { page, answer } = await readList(source, "users", filterQuery({ style }, field, ""));
  return certain(page !== undefined && page.total >= plain.page.total ? "absent" : "value", [answer]);
}

/** Which of two positions counts. */
export async function repeatedParameters(source: Source): Promise<Found> {
  const { name } = await shownPosition(source, "users");
  const pages = [await pageQuery(source, "users", 0), await pageQuery(source, "users", 1)];
  const first = await anyList(source, "users");
  const second = await readList(source, "users", pages[1]);
  const query = pages.map((page) => new URLSearchParams(page).toString()).join("&");
  const answer = await ask(source, { operation: "listUsers", path: `/api/v1/users?${query}` });
  if (!isSuccess(answer.exchange)) {
    const isAsSecond = second.page === undefined && isSameFailure(second.answer, answer);
    return isAsSecond ? likely("last", [answer], "it is rejected as its last value is") : certain("reject", [answer]);
  }
  const keys = pageIn(answer.exchange)?.keys ?? [];
  const pagesSeen = [first.page, second.page].map((page) => page?.keys ?? []);
  // Users created meanwhile move others on the pages.
  const [ofFirst = 0, ofSecond = 0] = pagesSeen.map((seen) => keys.filter((key) => seen.includes(key)).length);
  if (ofFirst === ofSecond) throw new Unset(`pages of \`${name}\` cannot be distinguished`);
  const value = ofFirst > ofSecond ? "first" : "last";
  const isExact = pagesSeen.some((seen) => seen.join() === keys.join());
  return isExact ? certain(value, [answer]) : likely(value, [answer], "most of its records");
}

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
