import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { pageIn } from "../target/records.ts";
import { isSameFailure } from "./failure-text.ts";
import { anyList, noSuchParameter, readList } from "./list.ts";
import { certain, ifKnown, isUnset, known, likely, settled, Unset, type Answer, type Found } from "./observation.ts";
import { filterQuery } from "./filter-query.ts";
import { filters } from "./filtering.ts";
import { cursor } from "./next-page.ts";
import { pageQuery, unreadable } from "./page-bounds.ts";
import { shownPosition } from "./short-lists.ts";
import { smallValues } from "./small-values.ts";
import { sortOfLists } from "./sort-parameter.ts";
import { memoize } from "../target/memoize.ts";
import { ask, askRejected, type Source } from "./source.ts";
import { subscriptions } from "./subscriptions.ts";

const redirects: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/** The response to another spelling of a path. */
export async function spelling(source: Source, path: string): Promise<Found> {
  const answer = await ask(source, { operation: "listUsers", path });
  const { status, headers } = answer.exchange.response;
  const { data, meta } = readEnvelope(answer.exchange.response);
  if (isSuccess(answer.exchange) && data !== undefined && meta !== undefined) return certain("same", [answer]);
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
  if (isUnset(ofOthers)) return known(ofPaging);
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
