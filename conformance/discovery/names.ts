/**
 * Common names of paging and sorting parameters, the most common first. A supported name is found among all of them in
 * a few requests, so the lists can be long.
 */
export const sizeNames: readonly string[] = words(`
  per_page page_size pageSize perPage limit size page[size] count take max rows n num top $top $limit _limit
  _per_page first maxResults max_results page[limit] pagesize page-size per-page pageLimit page_limit items
  itemsPerPage items_per_page results resultsPerPage results_per_page length ps pp batchSize batch_size amount
  pagination[pageSize] pagination[limit] page.size paging[size] num_results recordsPerPage per nb show
`);

/** For the number of a page. */
export const pageNames: readonly string[] = words(`
  page page_number pageNumber page[number] p pageNo page_no page_num pageNum pg _page Page page.no page.number
  page-number pageIndex page_index currentPage current_page $page pagination[page] paging[page] seite pagina
  pageno pagenumber
`);

/** For the start of a page, as a number of records from 0. */
export const offsetNames: readonly string[] = words(`
  offset skip start from startIndex start_index page[offset] $skip $offset _start begin startAt start_at
  firstResult first_result pagination[start] pagination[offset]
`);

/** For the field to sort by. */
export const sortNames: readonly string[] = words(`
  sort sort_by sortBy order_by orderBy ordering _sort sortby orderby $orderby sort[by] sort[field] sortField
  sort_field sort_key sortKey order[by] $sort sorting
`);

/** For the direction, if it has its own parameter. */
export const orderNames: readonly string[] = words(`
  order sort_dir sortDir dir direction sort_order sortOrder order_dir orderDir _order sort_direction
  sortDirection sort[order] sort[dir] sort[direction] orderDirection
`);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Names that are sent together, each with the number (from 1) of its value. */
export type Sent = ReadonlyMap<string, number>;

/** The number of the value that the response followed; `undefined` if it shows none. */
export type Followed = (sent: Sent) => Promise<number | undefined>;

/**
 * Finds the supported name among many in a few requests: many are sent at once, in groups with different values, and
 * the followed value identifies the group.
 * @param values the number of distinguishable values; with one, halves are sent and left out in turn
 * @returns the name, which also works alone; `undefined` if there is none
 */
export async function findName(
  names: readonly string[],
  values: number,
  followed: Followed,
): Promise<string | undefined> {
  const [commonest] = names;
  if (values === 1 && commonest !== undefined && (await followed(new Map([[commonest, 1]]))) === 1) return commonest;
  let left = await followedOf(names, inGroups(names, values), followed);
  while (left.length > 1) {
    const tried = values === 1 ? left.slice(0, Math.ceil(left.length / 2)) : left;
    const next = await followedOf(left, inGroups(tried, values), followed);
    if (next.length === left.length) return undefined;
    left = next;
  }
  return findAlone(left, followed);
}

/** Names in brackets apart: many services read `page` and `page[size]` as one, or reject them together. */
export function apart(names: readonly string[]): readonly (readonly string[])[] {
  return [false, true].map((isBracketed) => names.filter((name) => name.includes("[") === isBracketed));
}

/** Names with the number of a value each, as they are sent together. */
export function inGroups(names: readonly string[], values: number): Sent {
  return new Map(names.map((name, index) => [name, (index % values) + 1]));
}

/** The names with the followed value; if none was followed, those that were not sent. */
async function followedOf(names: readonly string[], sent: Sent, followed: Followed): Promise<readonly string[]> {
  const value = await followed(sent);
  return names.filter((name) => sent.get(name) === value);
}

/** Tries names one after the other: for a target that rejects unknown names. */
export async function findAlone(names: Iterable<string>, followed: Followed): Promise<string | undefined> {
  for (const name of names) {
    // A target may count from another number, or have no page this short.
    if (((await followed(new Map([[name, 1]]))) ?? 0) > 0) return name;
  }
  return undefined;
}

/** The sizes to try one by one, with the position names that go with each; the most common first. */
const pairs: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    limit: "offset page skip start",
    per_page: "page",
    pageSize: "page pageNumber pageNo pageIndex",
    page_size: "page page_number",
    size: "page from start",
    perPage: "page",
    count: "startIndex offset start page",
    take: "skip page",
    $limit: "$skip $offset",
    "page[size]": "page[number]",
    rows: "start page",
    "per-page": "page",
    _limit: "_page _start",
    $top: "$skip",
    "page[limit]": "page[offset]",
    maxResults: "startAt startIndex firstResult",
    _per_page: "_page",
  }).map(([size, names]) => [size, words(names)]),
);

/** The size names to try alone. */
export const sizesAlone: readonly string[] = [...pairs.keys()];

/** The position names to try alone: those that go with a size first. */
export function positionsAlone(size: string | undefined): readonly string[] {
  const own = pairs.get(size ?? "") ?? [];
  return [
    ...new Set([
      ...own,
      ...words("page offset skip start p pageNumber page_number pageNo from $skip page[number] _page"),
    ]),
  ];
}

/** A query with the same value for all names. */
export function valued(names: Iterable<string>, value: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from(names, (name) => [name, value]));
}
