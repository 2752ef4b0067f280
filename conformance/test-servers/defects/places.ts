import type { Envelope } from "../../../fixtures/contract/types.ts";
import { hasId, listOperationIds, operationIds, type OperationId } from "../../../fixtures/contract/operations.ts";
import { onGood, present, reshape, taking, withListParameters, type Departure } from "../departures.ts";
import { positive, type Ask, type Reply, type Service } from "../service.ts";
import { defect, recordsOf, type Parts } from "./defect.ts";
import type { IndependentServer } from "../independent-server.ts";

/** Whether a response is at a place where it breaks a rule, although the plain request's keeps it. */
type IsThere = (envelope: Envelope, size: number, ask: Ask) => boolean;

/** A defect of a service whose lists have pages, filters and orders. */
function placed(rules: string, operation: OperationId, id: string, parts: Parts): IndependentServer {
  return defect(rules, operation, id, [parts, withListParameters()].flat());
}

const asking =
  (...names: readonly string[]): IsThere =>
  (_, __, { query }) =>
    names.some((name) => query.has(name));

const inLists: Readonly<Record<string, IsThere>> = {
  "on-page-2": ({ meta }) => meta.page === 2,
  "on-last-page": ({ data, meta }, size) =>
    meta.page > 1 && data.length > 0 && (meta.page - 1) * size + data.length >= meta.total,
  "when-sorted": asking("sort"),
  "when-filtered": asking("status", "role", "email", "team", "currency", "month"),
  "with-an-unknown-parameter": asking("orgkitNoSuchParameter"),
  "past-a-cache": asking("_"),
  "when-compressed": (_, __, { headers }) => headers["accept-encoding"] === "gzip",
};

type Change = (envelope: Envelope) => Partial<Reply>;

const withMeta =
  (more: (meta: Envelope["meta"]) => object): Change =>
  ({ data, meta }) => ({
    body: { data, meta: { ...meta, ...more(meta) } },
  });

/** One way to break each rule that a single response shows. */
const changes: Readonly<Record<string, Change>> = {
  "ENV-01": ({ data }) => ({ body: data }),
  "ENV-02": ({ data, meta }) => ({ body: { data: Object.fromEntries(data.entries()), meta } }),
  "ENV-03": ({ data }) => ({ body: { data } }),
  "ENV-04": withMeta(({ page }) => ({ page: String(page) })),
  "ENV-05": withMeta(({ total }) => ({ total: String(total) })),
  "ENV-08": () => ({ headers: { "content-type": "text/html" } }),
  "ENV-09": ({ data, meta }) => ({
    text: `{"data":[],"data":${JSON.stringify(data)},"meta":${JSON.stringify(meta)}}`,
  }),
};

/** Each rule, broken at one place only. */
const placedRules = Object.entries(changes).flatMap(([rule, change]) =>
  Object.entries(inLists).flatMap(([id, holds]) =>
    listOperationIds.map((operation) =>
      placed(
        rule,
        operation,
        `${rule.toLowerCase()}-${id}`,
        onGood(operation, (reply, ask, service) => {
          const size = positive(ask.query.get("per_page"), sizeOf(operation, service));
          return holds(reply.envelope, size, ask) ? { ...reply, ...change(reply.envelope) } : reply;
        }),
      ),
    ),
  ),
);

/** The usual page size. */
function sizeOf(operation: OperationId, { pageSize }: Service): number {
  return operation === "listInvoices" ? 2 : pageSize;
}

/** At one place an account gets a record of the other one instead of its own last one. */
const leaks: readonly IndependentServer[] = (
  [
    ["listInvoices", "SCOPE-01", "another-s-invoice"],
    ["listUsers", "SCOPE-03", "another-s-user"],
  ] as const
).flatMap(([operation, rule, what]) =>
  Object.entries(inLists)
    // A user may be in two organizations: no single response shows the defect.
    .filter(([id]) => operation === "listInvoices" || !id.startsWith("on-"))
    .map(([id, holds]) =>
      placed(
        rule,
        operation,
        `${what}-${id}`,
        reshape(operation, (envelope, ask, service) => {
          const { accounts, accountOf } = service;
          const size = positive(ask.query.get("per_page"), sizeOf(operation, service));
          const other = accounts.find((account) => account !== accountOf(ask));
          const isHere = envelope.data.length > 0 && holds(envelope, size, ask);
          const records = other === undefined ? [] : recordsOf(operation, other);
          const record = records.at(envelope.meta.page % records.length);
          return isHere ? { ...envelope, data: [...envelope.data.slice(0, -1), record] } : envelope;
        }),
      ),
    ),
);

const anyTag = placed(
  "SCOPE-01",
  "listInvoices",
  "unchanged-since-another-s-tag",
  onGood("listInvoices", (reply, { headers }) => {
    const etag = `"${JSON.stringify(reply.envelope).length}-${JSON.stringify(reply.envelope.data[0]).length}"`;
    return headers["if-none-match"] === undefined
      ? { ...reply, headers: { ...reply.headers, etag } }
      : { status: 304, headers: { etag } };
  }),
);

/** Each invoice has the id of its account. */
export const withAccount: Departure = (ask, next, service) => {
  const number = service.accounts.findIndex((account) => account === service.accountOf(ask)) + 1;
  return present("listInvoices", (row) => ({ ...row, account: `acc-${number}` }))(ask, next, service);
};

/** The account that the request names is used instead of the token's. */
const trusted: readonly IndependentServer[] = (
  [
    ["query", ({ query }: Ask) => query.get("account")],
    ["another-parameter", ({ query }: Ask) => query.get("tenant_id")],
    ["header", ({ headers }: Ask) => headers["x-account-id"]],
  ] as const
).map(([id, nameIn]) =>
  placed("SCOPE-01", "listInvoices", `account-named-by-${id}`, [
    taking("listInvoices", (ask, { accounts, accountOf }) => {
      const named = accounts.find((_, index) => nameIn(ask) === `acc-${index + 1}`);
      return named === undefined || accountOf(ask) === undefined ? {} : { authorization: `Bearer ${named.token}` };
    }),
    withAccount,
  ]),
);

/** Among records with the same sort value, one comes twice and another one is missing. */
const unstable: readonly IndependentServer[] = listOperationIds.map((operation) =>
  placed(
    "PAGE-01",
    operation,
    "record-twice-when-sorted",
    reshape(operation, ({ data, meta }, { query }) => ({
      data: query.has("sort") && meta.page > 1 ? [...data.slice(0, 1), ...data.slice(0, -1)] : data,
      meta,
    })),
  ),
);

/** Filtered lists count their pages from 0, have null for each record left out, or another total on later pages. */
const filtered: readonly IndependentServer[] = listOperationIds.flatMap((operation) => {
  const where = inLists["when-filtered"] ?? asking();
  const broken = (change: (envelope: Envelope) => Envelope): Departure =>
    reshape(operation, (envelope, ask) =>
      envelope.data.length > 0 && where(envelope, 0, ask) ? change(envelope) : envelope,
    );
  return [
    placed(
      "ENV-04",
      operation,
      "page-0-when-filtered",
      broken(({ data, meta }) => ({ data, meta: { ...meta, page: meta.page - 1 } })),
    ),
    placed(
      "ENV-02",
      operation,
      "null-when-filtered",
      broken(({ data, meta }) => ({ data: meta.page > 1 ? data : [...data.slice(0, -1), null], meta })),
    ),
    placed(
      "TOTAL-01",
      operation,
      "other-total-on-filtered-page-2",
      broken(({ data, meta }) => ({ data, meta: { ...meta, total: meta.total + (meta.page > 1 ? 5 : 0) } })),
    ),
  ];
});

/** The filter of a list stays active for later requests. */
const sticky = placed("TOTAL-01", "listInvoices", "keeps-a-filter", [keeping("status"), keeping("month")]);

/** Responses that change with headers of a browser. */
const ofBrowsers: readonly IndependentServer[] = [...listOperationIds, ...operationIds.filter(hasId)].flatMap(
  (operation) => [
    placed(
      "ENV-01",
      operation,
      "no-json-for-browsers",
      onGood(operation, (reply, { headers }) =>
        headers["accept"] === "*/*" ? { ...reply, text: "plan;seats\nteam;5\n" } : reply,
      ),
    ),
    placed(
      "ENV-05",
      operation,
      "total-in-another-language",
      onGood(operation, (reply, { headers }) => {
        const isOther = String(headers["accept-language"]).startsWith("tr");
        return isOther ? { ...reply, ...withMeta(({ total }) => ({ total: `${total},0` }))(reply.envelope) } : reply;
      }),
    ),
  ],
);

function keeping(name: string): Departure {
  const kept = new WeakMap<Service, string>();
  return taking("listInvoices", ({ query }, service) => {
    const value = query.get(name) ?? kept.get(service);
    if (value === undefined) return {};
    kept.set(service, value);
    return { query: new URLSearchParams([...query, [name, value]]) };
  });
}

/** Rules that are broken at one place of lists with pages, filters and orders. */
export const placeDefects: readonly IndependentServer[] = [
  ...filtered,
  ...ofBrowsers,
  sticky,
  ...placedRules,
  ...leaks,
  ...trusted,
  anyTag,
  ...unstable,
];
