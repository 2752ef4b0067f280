import type { ListOperationId } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { readJson } from "../target/envelope.ts";
import type { Exchange, Page, Role, Query } from "./model.ts";

/** The log, and the pages in it. */
interface PageLog {
  readonly log: readonly Exchange[];
  page(exchange: Exchange): Page | undefined;
  pages(exchanges: readonly Exchange[]): readonly Page[];
}

/** How the pages of a list are requested, as far as the log shows it. */
export interface Paging {
  /** `none`: nothing selects a page. */
  readonly style: "page" | "offset" | "cursor" | "link" | "none";
  /** The parameter of the number, the offset or the cursor. */
  readonly parameter?: string;
  /** The value that requests the first page. */
  readonly first: 0 | 1;
  /** The parameter of the page size. */
  readonly size?: string;
  /** Whether it has no effect on further pages: they come in the usual size. */
  readonly isOnlyOfFirst?: true;
}

/** Reads which of the tried parameters had an effect. */
export function readPaging(operation: ListOperationId, plain: Page | undefined, facts: PageLog): Paging {
  const trials = facts.log.filter((one) => one.operation === operation && one.place.trial?.names.size === 1);
  const effective = (role: Role): Exchange | undefined =>
    trials.find((one) => one.place.trial?.role === role && readEffect(one, facts) !== undefined);
  const readName = (one: Exchange | undefined): string | undefined => one?.place.trial?.names.keys().next().value;
  const size = readName(effective("size"));
  const sized =
    size === undefined
      ? {}
      : { size, ...(isOnlyOfFirst(operation, size, plain, facts) ? { isOnlyOfFirst: true as const } : {}) };
  for (const style of ["page", "offset", "cursor"] as const) {
    const parameter = readName(effective(style));
    if (parameter === undefined) continue;
    const ones = trials.filter((one) => one.place.trial?.role === style && one.place.trial.names.get(parameter) === 1);
    const isFromZero = ones.some((one) => readEffect(one, facts) !== undefined);
    return { style, parameter, first: style === "page" && !isFromZero ? 1 : 0, ...sized };
  }
  const linked = facts.log
    .filter((one) => one.operation === operation && one.place.isLinked)
    .find((one) => facts.page(one)?.keys.some((key) => plain?.keys.includes(key) === false));
  return { style: linked === undefined ? "none" : "link", first: 1, ...sized };
}

/** The query of a page by its index from 0, where pages have numbers. @param length the number of records on a page */
export function pageQuery({ style, parameter = "", first }: Paging, index: number, length: number): Query {
  return { [parameter]: String(style === "page" ? index + first : index * length) };
}

/** The value that a trial's response follows; `undefined` if its parameters change nothing. */
export function readEffect(exchange: Exchange, facts: PageLog): number | undefined {
  const { trial } = exchange.place;
  const page = facts.page(exchange);
  if (trial === undefined || page === undefined) return undefined;
  const bases = findComparablePages(exchange, trial.names, facts);
  const plain = bases.at(-1);
  if (plain === undefined) return undefined;
  const values = [...trial.names.values()];
  if (trial.role === "size") {
    const { length } = page.records;
    const isLonger = plain.records.length === 1 && length > 1;
    if (length >= plain.records.length && !isLonger) return undefined;
    const [only = 0] = values;
    if (values.length === 1) return isNearSize(only, length) ? only : undefined;
    return values.some((value) => isNearSize(value, length)) ? length : undefined;
  }
  // A faulty service may show records of the first page under the number of another one.
  const isNumbered = page.number !== plain.number && (trial.role !== "page" || page.number === values[0]);
  return isNumbered || isOtherPage(page, bases) ? values[0] : undefined;
}

/** Whether further pages come in the usual size, whatever size is requested: both parameters may not work together (§4). */
function isOnlyOfFirst(operation: ListOperationId, size: string, plain: Page | undefined, facts: PageLog): boolean {
  const further = facts.log.filter(
    (one) => one.operation === operation && one.place.page === 2 && one.place.isLinked !== true,
  );
  const sized = further.filter(({ place }) => place.size !== undefined && place.size !== plain?.records.length);
  const effects = new Set(sized.map((one) => hasSize(one, size, facts)));
  return effects.has(false) && !effects.has(true);
}

/** Whether a further page is of the requested size, and not the one in the usual size; `undefined` if nothing shows it. */
function hasSize(exchange: Exchange, name: string, facts: PageLog): boolean | undefined {
  const { size = 0 } = exchange.place;
  const page = facts.page(exchange);
  if (page === undefined) return undefined;
  const { length } = page.records;
  if (length > size && !isNearSize(size, length)) return false;
  const usual = findComparablePages(exchange, new Set([name]), facts).at(-1);
  return usual === undefined ? length > 0 || undefined : usual.keys.join("\n") !== page.keys.join("\n");
}

/** Whether a page may be of this size: a faulty service may lose a record of each page, or add one. */
export function isNearSize(size: number, length: number): boolean {
  return Math.abs(length - size) <= 1;
}

/** The responses before it to the same request without these parameters. */
function findComparablePages(
  exchange: Exchange,
  names: Pick<ReadonlySet<string>, "has">,
  facts: PageLog,
): readonly Page[] {
  const { query = {} } = exchange.probe;
  const rest = Object.entries(query).filter(([name]) => !names.has(name));
  const wanted = JSON.stringify(rest);
  const same = facts.log.filter(
    (one) =>
      one.number < exchange.number &&
      one.operation === exchange.operation &&
      one.as === exchange.as &&
      one.probe.path === undefined &&
      JSON.stringify(Object.entries(one.probe.query ?? {})) === wanted,
  );
  return facts.pages(same);
}

/** Whether most records of a page are on no page that the request without its parameters got. */
function isOtherPage(page: Page, bases: readonly Page[]): boolean {
  const plain = bases.at(-1);
  if (plain === undefined || plain.records.length === 0) return false;
  if (page.records.length === 0) return page.total === plain.total || page.number !== plain.number;
  const plainKeys = new Set(bases.flatMap(({ keys }) => keys));
  const others = page.keys.filter((key) => !plainKeys.has(key));
  return 2 * others.length > page.keys.length || (page.keys.length > 1 && others.length === page.keys.length);
}

const nextName =
  /^(?:@odata\.)?(?:next|next_?(?:page|url|uri|link|href|cursor|token|page_?token|key|id|start)|(?:end_?)?cursor|after|(?:continuation|page|scroll)_?(?:token|id)|last_?evaluated_?key)$/i;

/** The link or cursor to the next page in a response, with the name of its member. */
export function nextIn({ response }: Exchange): { readonly name: string; readonly value: string } | undefined {
  const linked = /<([^<>]*)>(?:;[^,<>]*)?;\s*rel="?next\b/i.exec(response?.headers["link"] ?? "")?.[1];
  if (linked !== undefined) return { name: "link", value: linked };
  const body = response === undefined ? undefined : readJson(response);
  const queue: (readonly [path: readonly string[], value: unknown])[] = [[[], body]];
  for (const [path, value] of queue) {
    const name = path.slice(-2).find((part) => nextName.test(part));
    const isText = (typeof value === "string" || typeof value === "number") && value !== "";
    if (name !== undefined && isText) return { name, value: String(value) };
    if (path.length >= 4 || !isObject(value)) continue;
    for (const [member, inner] of Object.entries(value)) {
      if (path.length > 0 || member !== "data") queue.push([[...path, member], inner]);
    }
  }
  return undefined;
}

/** Where a response links its next page. */
export interface NextLink {
  readonly path: string;
  readonly query: Query;
  readonly isBelowBase: boolean;
}

/** The link to the next page in a response, relative to the base URL. */
export function nextLink(exchange: Exchange, baseUrl: string): NextLink | undefined {
  const { value = "" } = nextIn(exchange) ?? {};
  const from = exchange.request.url;
  if (!/^(?:https?:\/\/|\/|\?)/i.test(value) || !URL.canParse(value, from)) return undefined;
  const link = new URL(value, from);
  const base = new URL(`${baseUrl}/`);
  const isBelowBase = link.origin === base.origin && link.pathname.startsWith(base.pathname);
  return {
    path: isBelowBase ? link.pathname.slice(base.pathname.length - 1) : link.pathname,
    query: Object.fromEntries(link.searchParams),
    isBelowBase,
  };
}
