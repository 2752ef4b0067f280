import { randomUUID } from "node:crypto";
import type { Query } from "./model.ts";

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Common parameters for the page size, the most common first. */
export const sizeNames = words(`
  per_page limit page_size pageSize size perPage page[size] count take rows $limit _limit top $top per-page max
  maxResults max_results first page[limit] pagesize n num _per_page itemsPerPage items_per_page results length
  pageLimit page_limit page-size items resultsPerPage results_per_page ps pp batchSize batch_size amount
  pagination[pageSize] pagination[limit] page.size paging[size] num_results recordsPerPage per nb show
`);

/** For the number of a page. */
export const pageNames = words(`
  page page_number pageNumber page[number] p pageNo page_no pageIndex page_index _page pg page-number currentPage $page
  page_num pageNum Page page.no page.number current_page pagination[page] paging[page] seite pagina pageno pagenumber
`);

/** For the start of a page, as a number of records from 0. */
export const offsetNames = words(`
  offset skip start from $skip startIndex start_index page[offset] $offset _start startAt start_at firstResult begin
  first_result pagination[start] pagination[offset]
`);

/** For a cursor from the previous response. */
export const cursorNames = words(`
  cursor after page_token pageToken starting_after next_token nextToken token page[after] page[cursor] next
  continuation_token start
`);

/** For the field to sort by. */
export const sortNames = words(`
  sort sort_by sortBy order_by orderBy _sort $orderby ordering sortby orderby sort[by] sort[field] sortField sort_field
  sort_key sortKey order[by] $sort sorting
`);

/** For the direction, if it has its own parameter. */
export const orderNames = words(`
  order sort_dir sortDir dir direction sort_order sortOrder order_dir orderDir _order sort_direction sortDirection
  sort[order] sort[dir] sort[direction] orderDirection
`);

/** For a search in all fields. */
export const searchNames = words("q search query filter");

/** Parameters and headers by which a client may name an account. */
export const accountParameters = words(`
  account account_id accountId tenant tenant_id tenantId org org_id orgId organization organization_id organizationId
  customer customer_id customerId company company_id user_id userId owner
`);

export const accountHeaders = words(`
  x-account-id x-account x-tenant-id x-tenant x-organization-id x-org-id x-customer-id x-user-id x-on-behalf-of
`);

/** A parameter that no service knows. */
export const unknownParameter = "orgkitNoSuchParameter";

/** A query that no cache knows, by the parameter with which clients pass caches, or by another one. */
export function makeFresh(name = "_"): Query {
  return { [name]: `orgkit-${randomUUID().slice(0, 8)}` };
}

/** Whether a value of a query was made up for it to be one that no cache knows. */
export function isFresh(value: string): boolean {
  return /^orgkit-[0-9a-f]{8}$/.test(value);
}

/** A URL without these values, which say nothing to a reader. */
export function hideFresh(url: string): string {
  return url.replaceAll(/(?<==)[^=&]+/g, (value) => (isFresh(value) ? "…" : value));
}

/** A URL without the parameters that have them. */
export function dropFresh(url: string): string {
  const [path, query = ""] = url.split("?");
  const rest = query.split("&").filter((pair) => !isFresh(pair.slice(pair.indexOf("=") + 1)));
  return [path, ...rest].filter((part) => part !== "").join("?");
}
