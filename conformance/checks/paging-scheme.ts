import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import { dialectOf } from "../target/dialect.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { pageQuery, type Paged } from "./declarations/lists.ts";
import { recordKeys } from "../target/records.ts";

/** How to ask for a page of the users, and how many records it is then to hold. */
export interface PagingScheme {
  readonly size: number;
  /** The query of a page; the first is 0. `size` is what a page really holds. */
  query(page: number, size: number): Readonly<Record<string, string>>;
  /** Whether a dialect declares it; else the target's own replies showed it. */
  readonly isDeclared: boolean;
}

/** How the users are paged: as declared, or as the target shows; `undefined` where neither tells. */
export async function schemeOf(session: Session, sample: Exchange, total: number): Promise<PagingScheme | undefined> {
  const declared = ifDeclared(() => dialectOf(session.target)?.declared.paging.users);
  if (declared?.style === "none") return undefined;
  const scheme = declared && ifDeclared(() => declaredScheme(declared, total));
  return scheme ?? shownScheme(session, sample);
}

/** The most pages a walk takes where a small page can be asked for. */
const pagesWanted = 3;

/**
 * How a declared paging asks for pages: of a size that lets a list end on the third, or of ten.
 * @param total how many records there are
 * @throws NotDeclared where the parameters or the number of the first page are not declared
 */
function declaredScheme(paging: Paged, total: number): PagingScheme {
  const third = Math.ceil(total / pagesWanted);
  const greatest = ifDeclared(() => paging.maxSize) ?? 10;
  const size = third <= greatest ? third : Math.min(10, greatest);
  pageQuery(paging, 0, size);
  return { size, query: (page, held) => pageQuery(paging, page, held), isDeclared: true };
}

/** Names under which services take the number of a page, and its size. */
const pageNames = ["page", "page_number", "pageNumber", "page[number]", "p"];
const sizeNames = ["per_page", "page_size", "pageSize", "perPage", "page[size]", "limit", "size"];

/**
 * A paging that the target itself shows to understand: asked for the next page by a common name, it answers with
 * other records or with the next number. Nothing can be concluded from a name it takes no notice of.
 */
async function shownScheme(session: Session, sample: Exchange): Promise<PagingScheme | undefined> {
  const first = seen(sample);
  if (first === undefined || first.page === undefined || first.total < 2) return undefined;
  const sizes = first.total > first.keys.length ? {} : await understoodSize(session, first.total);
  if (sizes === undefined) return undefined;
  for (const name of pageNames) {
    const next = await read(session, { ...sizes, [name]: String(first.page + 1) });
    if (next === undefined) return undefined;
    const start = await read(session, { ...sizes, [name]: String(first.page) });
    if (start === undefined) return undefined;
    const isUnderstood = next.page === first.page + 1 || next.keys.join("\n") !== start.keys.join("\n");
    const number = first.page;
    const query = (page: number): Readonly<Record<string, string>> => ({ ...sizes, [name]: String(page + number) });
    if (isUnderstood) return { size: start.keys.length, query, isDeclared: false };
  }
  return undefined;
}

/** A query that makes pages of a third of the list; `undefined` where none of the common names does. */
async function understoodSize(session: Session, total: number): Promise<Readonly<Record<string, string>> | undefined> {
  const size = Math.ceil(total / pagesWanted);
  const query = Object.fromEntries(sizeNames.map((name) => [name, String(size)]));
  const reply = await read(session, query);
  return reply?.keys.length === size ? query : undefined;
}

/** What a page of the list holds, as far as it can be reckoned with. */
export interface Seen {
  readonly keys: readonly string[];
  readonly page: number | undefined;
  readonly total: number;
}

/** The page of users in a reply; `undefined` where it is none that can be read. */
export function seen(exchange: Exchange): Seen | undefined {
  if (!isSuccess(exchange)) return undefined;
  const { data, meta } = readEnvelope(exchange.response);
  const total = meta?.["total"];
  const page = meta?.["page"];
  const keys = data === undefined ? undefined : recordKeys(data);
  if (keys === undefined || !Number.isSafeInteger(total) || Number(total) < 0) return undefined;
  return { keys, total: Number(total), page: Number.isSafeInteger(page) ? Number(page) : undefined };
}

async function read(session: Session, query: Readonly<Record<string, string>>): Promise<Seen | undefined> {
  const exchange = await session.call({ operation: "listUsers", query });
  return exchange instanceof Unavailable ? undefined : seen(exchange);
}
