import { envelopeOf, onBody, onSuccess, withBody } from "./alter.ts";
import type { DialectInput, Mutant } from "./mutant.ts";

/** A defect of one list and its twin of the other. */
function eachList(
  make: (list: "users" | "invoices", operation: "listUsers" | "listInvoices") => Mutant,
): readonly Mutant[] {
  return (
    [
      ["users", "listUsers"],
      ["invoices", "listInvoices"],
    ] as const
  ).map(([list, operation]) => {
    const mutant = make(list, operation);
    return { ...mutant, id: `${mutant.id}@${operation}` };
  });
}

/** The reference dialect with another paging of one list. */
function paged(list: "users" | "invoices", paging: object): DialectInput {
  return { paging: { [list]: { style: "page", ...paging } } };
}

/** DECL-01 to DECL-06: how the lists are paged. */
const pagingMutants: readonly Mutant[] = [
  ...eachList((list, operation) => ({
    id: "page-size-by-another-name",
    sentence: "the page size is taken from another parameter than declared",
    breaks: [`DECL-01 ${operation}`],
    // The greatest size is asked for by the same parameter.
    collateral: [`DECL-04 ${operation}`],
    speaks: paged(list, { parameters: { size: "size" } }),
  })),
  ...eachList((_, operation) => ({
    id: "pages-from-2",
    sentence: "pages are numbered one higher than declared",
    breaks: [`DECL-02 ${operation}`],
    alter: onBody(operation, ({ data, meta }) => ({
      data,
      meta: { ...meta, page: meta.total === 0 ? meta.page : meta.page + 1 },
    })),
  })),
  ...eachList((list, operation) => ({
    id: "shorter-page-by-default",
    sentence: "without parameters a page is one record shorter than declared",
    breaks: [`DECL-03 ${operation}`],
    speaks: paged(list, { defaultSize: 19 }),
  })),
  ...eachList((list, operation) => ({
    id: "oversize-refused",
    sentence: "a page size over the greatest is refused, and declared to be cut",
    breaks: [`DECL-04 ${operation}`],
    speaks: paged(list, { oversize: "reject" }),
  })),
  ...eachList((list, operation) => ({
    id: "smaller-greatest-size",
    sentence: "a page size over the greatest is cut to less than declared",
    breaks: [`DECL-04 ${operation}`],
    dialect: paged(list, { defaultSize: 10, maxSize: 25 }),
    speaks: paged(list, { defaultSize: 10, maxSize: 24 }),
  })),
  ...eachList((list, operation) => ({
    id: "beyond-the-last-refused",
    sentence: "a page beyond the last is refused, and declared to be empty",
    breaks: [`DECL-05 ${operation}`],
    speaks: paged(list, { beyondLast: "reject" }),
  })),
  ...eachList((list, operation) => ({
    id: "last-page-again",
    sentence: "a page beyond the last is the last again, and declared to be empty",
    breaks: [`DECL-05 ${operation}`],
    speaks: paged(list, { beyondLast: "last" }),
  })),
  ...eachList((list, operation) => ({
    id: "unreadable-page-taken-as-first",
    sentence: "a page number that cannot be read is taken as absent, and declared to be refused",
    breaks: [`DECL-06 ${operation}`],
    speaks: paged(list, { unreadable: "default" }),
  })),
  ...eachList((list, operation) => ({
    id: "unreadable-page-refused",
    sentence: "a page number that cannot be read is refused, and declared to be taken as absent",
    breaks: [`DECL-06 ${operation}`],
    dialect: paged(list, { unreadable: "default" }),
    speaks: paged(list, { unreadable: "reject" }),
  })),
];

/** DECL-07 to DECL-09: filters and order. */
const orderMutants: readonly Mutant[] = [
  ...eachList((_, operation) => ({
    id: "filter-ignored",
    sentence: "a declared filter changes nothing",
    breaks: [`DECL-07 ${operation}`],
    speaks: { filtering: { style: "plain", [operation === "listUsers" ? "users" : "invoices"]: [] } },
  })),
  ...eachList((_, operation) => ({
    id: "filter-lets-one-through",
    sentence: "a filter lets one record through that does not fit",
    breaks: [`DECL-07 ${operation}`],
    alter: onSuccess(operation, (reply, call, { accounts }) => {
      const { data, meta } = envelopeOf(reply);
      if (!/^(status|role|email|currency)=/.test(call.query) || data.length === 0) return reply;
      const list = accounts[0]?.[operation === "listUsers" ? "users" : "invoices"].all() ?? [];
      const [field = "", value] = call.query.split("&")[0]?.split("=") ?? [];
      const stranger = list.find((record) => JSON.stringify(record[field]) !== JSON.stringify(value));
      return withBody(reply, { data: [...data.slice(0, -1), stranger], meta });
    }),
  })),
  ...eachList((_, operation) => ({
    id: "sorted-the-other-way",
    sentence: "a declared sort key orders the records the other way",
    breaks: [`DECL-08 ${operation}`],
    alter: onSuccess(operation, (reply, call) => {
      const { data, meta } = envelopeOf(reply);
      return call.query.includes("sort=") ? withBody(reply, { data: data.toReversed(), meta }) : reply;
    }),
  })),
  ...eachList((_, operation) => ({
    id: "unknown-sort-key-ignored",
    sentence: "a sort key that is not declared is ignored, and declared to be refused",
    breaks: [`DECL-09 ${operation}`],
    alter: (answer) => (call) => {
      const isUnknown =
        /sort=/.test(call.query) && !/sort=-?(createdAt|email|name|issuedAt|amountDue|number)\b/.test(call.query);
      const isHere = call.path.endsWith(operation === "listUsers" ? "/users" : "/invoices");
      return answer(isUnknown && isHere ? { ...call, query: "" } : call);
    },
  })),
];

export const declaredListMutants: readonly Mutant[] = [...pagingMutants, ...orderMutants];
