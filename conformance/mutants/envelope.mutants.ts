import { operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { envelopeOf, onBody, onReply, onSuccess, withBody, withHeader, type Envelope } from "./alter.ts";
import type { Mutant } from "./mutant.ts";

/** A defect of the envelope (§2) that any operation may have. */
interface Defect {
  readonly id: string;
  readonly requirement: string;
  readonly sentence: string;
  readonly body: (envelope: Envelope) => unknown;
}

const defects: readonly Defect[] = [
  {
    id: "bare-list",
    requirement: "ENV-01",
    sentence: "the body is the bare list of records",
    body: ({ data }) => data,
  },
  { id: "null-body", requirement: "ENV-01", sentence: "the body is null", body: () => null },
  {
    id: "html-page",
    requirement: "ENV-01",
    sentence: "the body is a page of HTML",
    body: () => "<!doctype html><p>Welcome",
  },
  {
    id: "data-by-number",
    requirement: "ENV-02",
    sentence: "`data` is an object with numbers for names",
    body: ({ data, meta }) => ({ data: Object.fromEntries(data.entries()), meta }),
  },
  { id: "data-missing", requirement: "ENV-02", sentence: "there is no `data`", body: ({ meta }) => ({ meta }) },
  { id: "data-null", requirement: "ENV-02", sentence: "`data` is null", body: ({ meta }) => ({ data: null, meta }) },
  { id: "meta-missing", requirement: "ENV-03", sentence: "there is no `meta`", body: ({ data }) => ({ data }) },
  {
    id: "meta-is-list",
    requirement: "ENV-03",
    sentence: "`meta` is a list",
    body: ({ data, meta }) => ({ data, meta: [meta.page, meta.total] }),
  },
  ...pageDefect("page-is-text", "`meta.page` is a text", ({ page }) => String(page)),
  ...pageDefect("page-is-fraction", "`meta.page` is a fraction", ({ page }) => page + 0.5),
  ...pageDefect("page-is-null", "`meta.page` is null", () => null),
  ...pageDefect("page-missing", "there is no `meta.page`", () => undefined),
  ...totalDefect("total-is-text", "`meta.total` is a text", ({ total }) => String(total)),
  ...totalDefect("total-negative", "`meta.total` is negative", ({ total }) => -total - 1),
  ...totalDefect("total-is-null", "`meta.total` is null", () => null),
  ...totalDefect("total-missing", "there is no `meta.total`", () => undefined),
  ...totalDefect("total-is-fraction", "`meta.total` is a fraction", ({ total }) => total + 0.5),
];

function pageDefect(id: string, sentence: string, page: (meta: Envelope["meta"]) => unknown): readonly Defect[] {
  const body = ({ data, meta }: Envelope): unknown => ({ data, meta: { page: page(meta), total: meta.total } });
  return [{ id, requirement: "ENV-04", sentence, body }];
}

function totalDefect(id: string, sentence: string, total: (meta: Envelope["meta"]) => unknown): readonly Defect[] {
  const body = ({ data, meta }: Envelope): unknown => ({ data, meta: { page: meta.page, total: total(meta) } });
  return [{ id, requirement: "ENV-05", sentence, body }];
}

const anyOperation: readonly Mutant[] = defects.flatMap(({ id, requirement, sentence, body }) =>
  operationIds.map((operation) => ({
    id: `${id}@${operation}`,
    sentence,
    breaks: [`${requirement} ${operation}`],
    alter: onBody(operation, body),
  })),
);

const pageZero = ({ data, meta }: Envelope): unknown => ({
  data,
  meta: { page: data.length === 0 ? 0 : meta.page, total: meta.total },
});

/** ENV-06: what a reply without records holds. */
const withoutRecords: readonly Mutant[] = [
  ...(["listUsers", "listInvoices"] as const).map((operation) => ({
    id: `page-0-without-records@${operation}`,
    sentence: "`meta.page` is 0 where there are no records",
    breaks: [`ENV-06 ${operation}`],
    world: "empty",
    alter: onBody(operation, pageZero),
  })),
  {
    id: "page-0-without-records@createUser",
    sentence: "`meta.page` is 0 where a creation returns no record",
    breaks: ["ENV-06 createUser"],
    dialect: { createUser: { returns: "nothing" } },
    alter: onBody("createUser", pageZero),
  },
  {
    id: "page-0-without-records@getSubscription",
    sentence: "an unknown subscription is a success without records, and `meta.page` is 0",
    breaks: ["ENV-06 getSubscription"],
    // The dialect cannot declare a success for an unknown id.
    collateral: ["DECL-13 getSubscription", "DECL-30 getSubscription"],
    alter: onReply("getSubscription", (reply) =>
      reply.status === 404
        ? withHeader(
            withBody({ ...reply, status: 200 }, { data: [], meta: { page: 0, total: 0 } }),
            "content-type",
            "application/json",
          )
        : reply,
    ),
  },
];

/** So large a page that the lists of the demo world fit on one. */
const largePages = {
  paging: { users: { style: "page", defaultSize: 100 }, invoices: { style: "page", defaultSize: 100 } },
} as const;

function oneTooFew(operation: OperationId): Mutant {
  return {
    id: `total-below-data@${operation}`,
    sentence: "`meta.total` is one less than the number of records in `data`",
    breaks: [`ENV-07 ${operation}`],
    dialect: largePages,
    alter: onSuccess(operation, (reply, call) => {
      const { data, meta } = envelopeOf(reply);
      return call.query === "" ? withBody(reply, { data, meta: { ...meta, total: data.length - 1 } }) : reply;
    }),
  };
}

export const envelopeMutants: readonly Mutant[] = [...anyOperation, ...withoutRecords, ...operationIds.map(oneTooFew)];
