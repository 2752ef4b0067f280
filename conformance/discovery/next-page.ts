import { listing, operationPath } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/json.ts";
import { readJson } from "../target/envelope.ts";
import type { Exchange } from "../target/exchange.ts";
import {
  isMoving,
  pageOf,
  plainList,
  readList,
  withoutFields,
  type Listing,
  type ListName,
  type Query,
} from "./list.ts";
import { sizeNames, valued } from "./names.ts";
import { ifKnown, Unset, type Answer } from "./observation.ts";
import { memoize } from "../target/memoize.ts";
import { searched, type Source } from "./source.ts";

/** How the responses of a list lead to the next page. */
export interface NextPage {
  /** The query of the page after a response; `undefined` if there is none. */
  readonly after: (exchange: Exchange) => Query | undefined;
  /** The place of the next page in the responses of the list. */
  readonly first: Query;
  readonly evidence: readonly Answer[];
}

/** Common members with a link or a cursor to the next page. */
const nextName =
  /^(?:@odata\.)?(?:next|next_?(?:page|url|uri|link|href|cursor|token|page_?token|key|id|start)|(?:end_?)?cursor|after|(?:continuation|page|scroll)_?(?:token|id)|last_?evaluated_?key)$/i;

/** Common parameters for a cursor, beside the member's own name. */
const cursorNames = [
  ..."cursor after page_token pageToken starting_after next_token nextToken token".split(" "),
  ..."page[after] page[cursor] continuation_token continuationToken next start offset page".split(" "),
];

/** The maximum depth of a link or a cursor in a body: `meta.links.next.href`. */
const maxDepth = 4;

/** The first link or cursor to the next page in a response, with the name of its member. */
function nextIn({ response }: Exchange): { readonly name: string; readonly value: string } | undefined {
  const linked = /<([^<>]*)>(?:;[^,<>]*)?;\s*rel="?next\b/i.exec(response?.headers["link"] ?? "")?.[1];
  if (linked !== undefined) return { name: "link", value: linked };
  for (const { name, value } of nextMembers(response)) {
    if ((typeof value === "string" || typeof value === "number") && value !== "") return { name, value: String(value) };
  }
  return undefined;
}

/** The members of a body that may lead to the next page. */
function* nextMembers(response: Exchange["response"]): Generator<{ readonly name: string; readonly value: unknown }> {
  const body = response === undefined ? undefined : readJson(response);
  const queue: (readonly [path: readonly string[], value: unknown])[] = [[[], body]];
  for (const [path, value] of queue) {
    const name = path.slice(-2).find((part) => nextName.test(part));
    if (name !== undefined) yield { name, value };
    if (path.length >= maxDepth || !isObject(value)) continue;
    for (const [member, inner] of Object.entries(value)) {
      if (path.length > 0 || member !== "data") queue.push([[...path, member], inner]);
    }
  }
}

/** The first page; if it holds the whole list and says that there is no next one, a page of one record. */
async function firstOfSeveral(source: Source, list: ListName): Promise<Listing> {
  const plain = await plainList(source, list);
  const { page, answer } = plain;
  if (page.total <= 1 || page.keys.length < page.total || !isLastPage(answer.exchange, nextName)) return plain;
  const names = withoutFields(sizeNames, page).filter((name) => !name.includes("["));
  const short = await ifKnown(readList(source, list, valued(names, "1")));
  return short?.page?.keys.length === 1 ? { page: short.page, answer: short.answer } : plain;
}

/** Whether a response says that there is another page. */
function hasNextPage(exchange: Exchange): boolean {
  return nextIn(exchange) !== undefined;
}

/** Whether a response says that there is no other page: `next: null`. */
function isLastPage(exchange: Exchange, named = /next/i): boolean {
  const members = [...nextMembers(exchange.response)];
  return !hasNextPage(exchange) && members.some(({ name, value }) => value === null && named.test(name));
}

/** The link to the next page in a response, if it has one. */
function nextLink(exchange: Exchange): URL | undefined {
  const { value = "" } = nextIn(exchange) ?? {};
  const from = exchange.request.url;
  return /^(?:https?:\/\/|\/|\?)/i.test(value) && URL.canParse(value, from) ? new URL(value, from) : undefined;
}

/** The query of a link to the same list; other links are not followed. */
function linkedQuery(exchange: Exchange, list: ListName): Query | undefined {
  const link = nextLink(exchange);
  if (link === undefined) return undefined;
  const own = new URL(exchange.request.url);
  const isSame = link.origin === own.origin && link.pathname === own.pathname;
  return isSame && own.pathname.endsWith(operationPath(listing(list)))
    ? Object.fromEntries(link.searchParams)
    : undefined;
}

/** The paging of a list by links or cursors in its responses; unset if they lead nowhere. */
export const nextPage = memoize(async (source: Source, list: ListName): Promise<NextPage> => {
  const { answer, page } = await firstOfSeveral(source, list);
  const isOther = async (query: Query, mayOverlap: boolean): Promise<boolean> => {
    const [first, ...rest] = (await pageOf(source, list, query))?.keys ?? [];
    if (first === undefined) return false;
    if (!page.keys.includes(first)) return true;
    // The first page also changes if other clients are writing.
    return mayOverlap && rest.some((key) => !page.keys.includes(key)) && !(await isMoving(source, list));
  };
  const given = nextIn(answer.exchange);
  const nothing = new Unset(`no response links another page of the ${list}`);
  if (given === undefined) throw nothing;
  const link = linkedQuery(answer.exchange, list);
  if (link !== undefined) {
    const after = (exchange: Exchange): Query | undefined => linkedQuery(exchange, list);
    if (await isOther(link, true)) return { after, first: link, evidence: [answer] };
    throw nothing;
  }
  // A URL that leads elsewhere is not a cursor.
  if (/^https?:\/\//i.test(given.value)) throw nothing;
  const bare = given.name.replace(/^(?:next|end)_?/i, "").replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  const names = new Set([...(bare === "" ? [] : [bare]), ...cursorNames, given.name]);
  const name = await searched(source, async () => {
    // Another parameter may read a number as an offset: its pages overlap, so the right parameter wins.
    for (const mayOverlap of [false, true]) {
      for (const candidate of names) if (await isOther({ [candidate]: given.value }, mayOverlap)) return candidate;
    }
    return undefined;
  });
  if (name === undefined) throw nothing;
  return {
    first: { [name]: given.value },
    evidence: [answer],
    after: (exchange) => {
      const next = nextIn(exchange);
      return next && { [name]: next.value };
    },
  };
});

/** The parameter for a cursor from a response; unset if its value is a number, like that of a page. */
export const cursor = memoize(
  async (source: Source, list: ListName): Promise<{ readonly name: string; readonly evidence: readonly Answer[] }> => {
    const { first, evidence } = await nextPage(source, list);
    const [opaque, ...others] = Object.entries(first).filter(([, value]) => !/^\d*$/.test(value));
    if (opaque === undefined || others.length > 0) throw new Unset("the link to the next page is not a cursor");
    return { name: opaque[0], evidence };
  },
);
