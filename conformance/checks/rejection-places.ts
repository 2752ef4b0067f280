import {
  hasId,
  isList,
  operations,
  type ListOperationId,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import type { Query } from "../discovery/list.ts";
import { ofKnown } from "../places/ids.ts";
import { internalHeaders } from "../places/named-accounts.ts";
import type { Visit } from "../places/visit.ts";
import { waysOf } from "../places/way.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { pageIn } from "../target/records.ts";
import type { Session } from "../target/session.ts";

/** How many other ids to try. */
const maxIds = 2;

/** A request that the valid token may send, with a success of its operation to compare with. */
type Accepted = Pick<Visit, "place" | "call"> & { readonly exchange: Success };

/**
 * Places of an operation where the valid token is accepted: other ids, pages of a list.
 * @param isOpen whether to try each page; otherwise the second one only
 */
export async function otherPlaces(
  session: Session,
  operation: OperationId,
  sample: Success,
  isOpen: boolean,
): Promise<readonly Accepted[]> {
  if (session.isQuick) return [];
  if (isList(operation)) {
    const pages = await pagesOf(session, operation, sample);
    return pages.slice(0, isOpen ? pages.length : 1).map(([place, query]) => ({
      place,
      call: { operation, query, label: "beside wrong tokens" },
      exchange: sample,
    }));
  }
  const known = hasId(operation) ? (await ofKnown(session, operation)).filter(({ call }) => call.id !== undefined) : [];
  return known
    .flatMap(({ place, call, exchange }) => (isSuccess(exchange) ? [{ place, call, exchange }] : []))
    .slice(0, maxIds);
}

/** What a browser sends when a user opens an address. */
const ofBrowser = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "same-origin",
  "x-requested-with": "XMLHttpRequest",
};

/** The plain request as a gateway or another service would send it, and as a browser does: their guard may differ. */
export async function asOtherClients(
  session: Session,
  operation: OperationId,
  exchange: Success,
): Promise<readonly Accepted[]> {
  if (session.isQuick) return [];
  const internal = await internalHeaders(session);
  const browser = { ...ofBrowser, referer: `${session.target.baseUrl}/` };
  const place = (client: string): string => `${operation} with headers of ${client}`;
  // A request may create a user.
  if (operations[operation].method === "POST") {
    const headers = { ...internal, ...browser };
    return [{ place: place("an internal request and a browser"), call: { operation, headers }, exchange }];
  }
  // Some guards leave out searches, and what a client has already.
  const { etag } = exchange.response.headers;
  const known = etag === undefined ? {} : { "if-none-match": etag };
  const query = isList(operation) ? { query: { q: "a", search: "a" } } : {};
  return [
    { place: place("an internal request"), call: { operation, headers: internal }, exchange },
    { place: place("a browser"), call: { operation, ...query, headers: { ...browser, ...known } }, exchange },
  ];
}

/** The plain request again: a cache may lack the token in its key, or one of several instances the guard. */
export function again(
  { isQuick }: Session,
  operation: OperationId,
  exchange: Success,
  times: number,
): readonly Accepted[] {
  if (isQuick || operations[operation].method !== "GET") return [];
  const place = `${operation}, repeated`;
  return Array.from({ length: times }, (_, index) => {
    return { place, call: { operation, label: `repeated, ${index + 1}` }, exchange };
  });
}

/** How far beyond the last record a page is: users may be created meanwhile. */
const farBeyond = 1000;

/** The second page, of one record, and a page beyond the last, if the paging is known. */
async function pagesOf(
  session: Session,
  operation: ListOperationId,
  sample: Success,
): Promise<readonly (readonly [place: string, query: Query])[]> {
  const { total = 0 } = pageIn(sample) ?? {};
  const [way] = total < 2 ? [] : await waysOf(session, operation);
  // If no page parameter is known, a separate guard may exist for common ones.
  if (way === undefined) return [[`${operation}?page=1`, { page: "1" }]];
  const at = (place: string, query: Query | undefined) =>
    query === undefined ? [] : [[`${place} of ${operation}`, query] as const];
  const size = way.size === undefined || !way.isByPlace ? {} : { [way.size]: "1" };
  const second = way.choose(1, 1, sample);
  return [
    ...at("the second page", second && { ...size, ...second }),
    ...(way.isByPlace ? at("a page beyond the last", way.choose(total + farBeyond, 1, undefined)) : []),
  ];
}
