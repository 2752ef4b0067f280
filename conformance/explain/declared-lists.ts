import type { Explanations } from "./explanation.ts";

const open = "§4 leaves the parameters of the lists open";

/** What a dialect declares of the lists: paging, filtering, sorting. */
export const declaredListExplanations: Explanations = {
  "DECL-01": {
    why: `${open}; the dialect names those of paging, so a client that follows it must get the page it asks for.`,
    good: '?page=2&per_page=2: 200 {"data":[{"id":"c"},{"id":"d"}],"meta":{"page":2,"total":9}}',
    bad: '?page=2&per_page=2: 200 {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":9}}',
    mend: "Read the parameters under the declared names and in the declared style (page and size, or offset and limit), or declare the ones that are read.",
    call: { query: "page=2&per_page=2" },
  },
  "DECL-02": {
    why: "§2 has a page number and does not say where counting begins; the dialect does.",
    good: 'declared 1: 200 {"data":[…],"meta":{"page":1,"total":9}}',
    bad: 'declared 1: 200 {"data":[…],"meta":{"page":0,"total":9}}',
    mend: "Count as declared, or declare firstPage: 0. A list without records has page 1 either way (ENV-06).",
  },
  "DECL-03": {
    why: "§8 leaves the bounds of a page open; the dialect declares how many records one holds where no size is asked for.",
    good: "declared 20, of 47: `data` holds 20 records",
    bad: "declared 20, of 47: `data` holds 47 records",
    mend: "Cut the list at the declared size, or declare the size that is used.",
  },
  "DECL-04": {
    why: "§8 leaves the bounds of a page open; the dialect declares the greatest size and what a greater one gets: the greatest (clamp), or a refusal (reject).",
    good: "declared clamp at 100: ?per_page=101 gives 100 records",
    bad: "declared clamp at 100: ?per_page=101 gives 101 records",
    mend: "Bound the size before the list is cut, in the way declared.",
    call: { query: "per_page=101" },
  },
  "DECL-05": {
    why: `${open}, and with them what lies beyond the last page; the dialect declares an empty page, a refusal, or the last page.`,
    good: 'declared empty: ?page=999: 200 {"data":[],"meta":{"page":999,"total":47}}',
    bad: "declared empty: ?page=999: 404",
    mend: "Compare the page with the last one and answer as declared, or declare what is answered.",
    call: { query: "page=999" },
  },
  "DECL-06": {
    why: `${open}, and with them what a value that is no number gets; the dialect declares a refusal, or that it is taken as absent.`,
    good: "declared reject: ?page=x: 400",
    bad: "declared reject: ?page=x: 200 with the first page, or 500",
    mend: "Validate the value before it is used; a 500 is never what was declared.",
    call: { query: "page=x" },
  },
  "DECL-07": {
    why: `${open}; the dialect names the members by which a list can be filtered, so the list must then hold the matching records, all of them and no other.`,
    good: '?status=active: 200 {"data":[{"id":"a","status":"active"}],…}',
    bad: '?status=active: 200 {"data":[{"id":"a","status":"active"},{"id":"b","status":"invited"}],…}',
    mend: "Filter before counting and cutting, so that `meta.total` counts the matching records.",
    call: { query: "status=active" },
  },
  "DECL-08": {
    why: `${open}; the dialect names the sort keys, so the records must then come in their order, up and down.`,
    good: '?sort=name: {"data":[{"name":"Ada"},{"name":"Bo"}],…}',
    bad: '?sort=name: {"data":[{"name":"Bo"},{"name":"Ada"}],…}',
    mend: "Sort the whole list before it is cut into pages, and let the declared sign or word turn the order.",
    call: { query: "sort=-createdAt" },
  },
  "DECL-09": {
    why: `${open}; the dialect declares what a sort key gets that it does not name: a refusal, or no effect.`,
    good: "declared reject: ?sort=nosuchfield: 400",
    bad: "declared reject: ?sort=nosuchfield: 200",
    mend: "Check the key against the list of those that are declared, before the query is built.",
    call: { query: "sort=orgkitNoSuchField" },
  },
};
