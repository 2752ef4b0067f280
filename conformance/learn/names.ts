/**
 * Names under which services take paging and sorting parameters, the most common first. A name the target follows
 * is found among all of them in a few requests, so the lists can be long.
 */
export const sizeNames: readonly string[] = words(`
  per_page page_size pageSize perPage limit size page[size] count take max rows n num top $top $limit _limit
  _per_page first maxResults max_results page[limit] pagesize page-size per-page pageLimit page_limit items
  itemsPerPage items_per_page results resultsPerPage results_per_page length ps pp batchSize batch_size amount
  pagination[pageSize] pagination[limit] page.size paging[size] num_results recordsPerPage
`);

/** Of the number of a page. */
export const pageNames: readonly string[] = words(`
  page page_number pageNumber page[number] p pageNo page_no page_num pageNum pg _page Page page.no page.number
  page-number pageIndex page_index currentPage current_page $page pagination[page] paging[page] seite pagina
  pageno pagenumber
`);

/** Of where a page starts, counted in records from 0. */
export const offsetNames: readonly string[] = words(`
  offset skip start from startIndex start_index page[offset] $skip $offset _start begin startAt start_at
  firstResult first_result pagination[start] pagination[offset]
`);

/** Of the field that a list is sorted by. */
export const sortNames: readonly string[] = words(`
  sort sort_by sortBy order_by orderBy ordering _sort sortby orderby $orderby sort[by] sort[field] sortField
  sort_field sort_key sortKey order[by] $sort sorting
`);

/** Of the direction, where it has a parameter of its own. */
export const orderNames: readonly string[] = words(`
  order sort_dir sortDir dir direction sort_order sortOrder order_dir orderDir _order sort_direction
  sortDirection sort[order] sort[dir] sort[direction] orderDirection
`);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
