import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { pageIn } from "../target/records.ts";
import { isSameFailure } from "./failure-text.ts";
import { anyList, noSuchParameter, readList } from "./list.ts";
import { certain, ifKnown, isUnset, likely, settled, Unset, type Answer, type Found } from "./observation.ts";
import { cursor } from "./next-page.ts";
import { pageQuery, unreadable } from "./page-bounds.ts";
import { shownPosition } from "./short-lists.ts";
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
  const known = (await ifKnown(subscriptions(source)))?.answers[0].call;
  const path = known?.path === undefined ? undefined : `${known.path}?${noSuchParameter}=1`;
  const other = path === undefined ? undefined : await ifKnown(ask(source, { operation: "listUsers", path }));
  if (other === undefined) return likely("reject", [answer], "it was tried with a list alone");
  return certain(isSuccess(other.exchange) ? "rejectInLists" : "reject", [answer, other]);
}

/** The response to an empty position, if one that is not a number is rejected. */
export async function emptyParameters(source: Source): Promise<Found> {
  const place = await settled(shownPosition(source, "users"));
  const { name } = isUnset(place) ? await cursor(source, "users") : place;
  if ((await unreadable(source, "users")).value !== "reject") throw new Unset("no parameter value is rejected");
  const { page, answer } = await readList(source, "users", { [name]: "" });
  return certain(page === undefined ? "value" : "absent", [answer]);
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
  const page = pageIn(answer.exchange);
  const keys = page?.keys.join();
  if (page === undefined || first.page.keys.join() === second.page?.keys.join()) {
    throw new Unset(`pages of \`${name}\` cannot be distinguished`);
  }
  if (keys === second.page?.keys.join()) return certain("last", [answer]);
  return (keys === first.page.keys.join() ? certain : likely)("first", [answer], "the first page, or a similar one");
}
