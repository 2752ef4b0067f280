import type { Envelope } from "../../../fixtures/contract/types.ts";
import {
  hasId,
  listOperationIds,
  operationIds,
  scopeOf,
  type OperationId,
} from "../../../fixtures/contract/operations.ts";
import {
  isBrowser,
  toPage,
  listing,
  onGood,
  onSuccess,
  onUnknownId,
  reshape,
  withListParameters,
  type Departure,
  defects,
  type Defects,
} from "../departures.ts";
import type { IndependentServer } from "../independent-server.ts";
import { members, positive, recordsOf, sizedWorld, success, type Ask, type Reply, type Service } from "../service.ts";

const json = JSON.stringify;

/** What is sent instead of the envelope: a text unchanged, anything else as JSON. */
type Body = (envelope: Envelope) => unknown;

const withMeta =
  (more: (meta: Envelope["meta"]) => object): Body =>
  ({ data, meta }) => ({ data, meta: { ...meta, ...more(meta) } });

/** Ways to break each rule that a single response shows. */
const bodies: Readonly<Record<string, Readonly<Record<string, Body>>>> = {
  "ENV-01": {
    "bare-list": ({ data }) => data,
    "html-page": () => "<!doctype html><title>Hello</title><p>Welcome back",
    "empty-body": () => "",
    "cut-json": (envelope) => json(envelope).slice(0, -1),
    "byte-order-mark": (envelope) => `\uFEFF${json(envelope)}`,
  },
  "ENV-02": {
    "data-null": ({ meta }) => ({ data: null, meta }),
    "data-is-record": ({ data: [data], meta }) => ({ data, meta }),
  },
  "ENV-03": {
    "meta-missing": ({ data }) => ({ data }),
    "meta-is-list": ({ data, meta }) => ({ data, meta: [meta.page, meta.total] }),
  },
  "ENV-04": {
    "page-is-text": withMeta(({ page }) => ({ page: String(page) })),
    "page-is-fraction": withMeta(({ page }) => ({ page: page + 0.5 })),
    "page-missing": withMeta(() => ({ page: undefined })),
  },
  "ENV-05": {
    "total-is-text": withMeta(({ total }) => ({ total: String(total) })),
    "total-negative": withMeta(({ total }) => ({ total: -total - 1 })),
    "total-is-fraction": withMeta(({ total }) => ({ total: total + 0.25 })),
  },
  "ENV-09": {
    "data-twice": ({ data, meta }) => `{"data":[],"data":${json(data)},"meta":${json(meta)}}`,
    "total-twice": ({ data, meta }) => `{"data":${json(data)},"meta":{"total":0,${json(meta).slice(1)}}`,
  },
};

function send(reply: Reply & { readonly envelope: Envelope }, body: Body): Reply {
  const sent = body(reply.envelope);
  return { ...reply, ...(typeof sent === "string" ? { text: sent } : { body: sent }) };
}

const typed = (type: string) => (operation: OperationId) =>
  onGood(operation, (reply) => ({ ...reply, headers: { ...reply.headers, "content-type": type } }));

/** A parameter that clients often send causes a warning before the JSON; all users are sent, so that names are tried. */
const warned = (operation: OperationId): readonly Departure[] => [
  onGood(operation, (reply, { query }) =>
    query.has("limit") ? { ...reply, text: `<br />\n<b>Warning</b>: Undefined key\n${json(reply.envelope)}` } : reply,
  ),
  listing("listUsers", (users) => success(users)),
];

/** A cache keeps compressed bytes, and forgets that they are. */
const keptCompressed = (operation: OperationId): Departure => {
  const kept = new Set<string>();
  return onGood(operation, (reply, { authorization, query, headers }) => {
    const key = `${authorization} ${query.toString()}`;
    if (headers["accept-encoding"] !== "gzip") return reply;
    return kept.size < kept.add(key).size ? reply : { ...reply, text: "\u001F\uFFFD\b" };
  });
};

/** A service with pages for browsers, behind a cache that takes all clients for alike. */
const keptPages = (operation: OperationId): Departure => {
  const kept = new Set<string>();
  return onGood(operation, (reply, ask) => {
    const key = `${ask.authorization} ${ask.query.toString()}`;
    if (isBrowser(ask)) kept.add(key);
    return kept.has(key) ? toPage(reply) : reply;
  });
};

const pageZero = (operation: OperationId) => [
  onSuccess(operation, ({ data, meta }) => ({ data, meta: { ...meta, page: data.length === 0 ? 0 : meta.page } })),
  sizedWorld(0, 0),
];

const everywhere: readonly IndependentServer[] = [
  ...Object.entries(bodies).flatMap(([rule, rows]) =>
    defects(
      rule,
      operationIds,
      Object.fromEntries(
        Object.entries(rows).map(([id, body]) => [
          id,
          (operation: OperationId) => onGood(operation, (reply) => send(reply, body)),
        ]),
      ),
    ),
  ),
  ...defects("ENV-01", ["listUsers"], { "warning-with-a-limit": warned }),
  ...defects("ENV-01", listOperationIds, { "compressed-bytes-for-browsers": keptCompressed }),
  ...defects("ENV-01 ENV-08", listOperationIds, { "keeps-pages-for-browsers": keptPages }),
  ...defects("ENV-06", listOperationIds, { "page-0-without-records": pageZero }),
  ...defects("ENV-06", ["createUser"], {
    "page-0-without-records": (operation) =>
      onSuccess(operation, ({ meta }) => ({ data: [], meta: { ...meta, page: 0, total: 0 } })),
  }),
  ...defects("ENV-06", operationIds.filter(hasId), {
    "page-0-without-records": (operation) => onUnknownId(() => success([], 0), operation),
  }),
  ...defects("ENV-07", operationIds, {
    "total-below-data": (operation) =>
      onSuccess(operation, ({ data, meta }, { query }) => ({
        data,
        meta: query.size > 0 ? meta : { ...meta, page: 1, total: data.length - 1 },
      })),
  }),
  ...defects("ENV-08", operationIds, { "json-as-page": typed("text/html; charset=utf-8") }),
];

/** Whether a response is at a place where it breaks a rule, although the plain request's keeps it. */
type IsThere = (envelope: Envelope, size: number, ask: Ask) => boolean;

const asking =
  (...names: readonly string[]): IsThere =>
  (_, __, { query }) =>
    names.some((name) => query.has(name));

/** Parameters for pages and orders have other names than fields. */
const isFiltered: IsThere = ({ data }, _, { query }) =>
  [...query.keys()].some((name) => data.some((record) => Object.hasOwn(members(record), name)));

const places: Readonly<Record<string, readonly [rule: string, isThere: IsThere]>> = {
  "on-page-2": ["ENV-01", ({ meta }) => meta.page === 2],
  "on-last-page": [
    "ENV-02",
    ({ data, meta }, size) => meta.page > 1 && data.length > 0 && (meta.page - 1) * size + data.length >= meta.total,
  ],
  "when-sorted": ["ENV-03", asking("sort")],
  "when-filtered": ["ENV-04", isFiltered],
  "with-an-unknown-parameter": ["ENV-05", asking("orgkitNoSuchParameter")],
  "past-a-cache": ["ENV-09", asking("_")],
  "when-compressed": ["ENV-05", (_, __, { headers }) => headers["accept-encoding"] === "gzip"],
};

/** The service with pages, filters and orders, and defects that show at one place. */
export function placed(rules: string, where: readonly OperationId[], rows: Defects): readonly IndependentServer[] {
  const withPlaces = Object.entries(rows).map(
    ([id, parts]) => [id, (operation: OperationId) => [parts(operation), withListParameters()].flat()] as const,
  );
  return defects(rules, where, Object.fromEntries(withPlaces));
}

function isAt(isThere: IsThere, envelope: Envelope, ask: Ask, { pageSize }: Service, operation: OperationId): boolean {
  const usual = operation === "listUsers" ? pageSize : 2;
  return isThere(envelope, positive(ask.query.get("per_page"), usual), ask);
}

/** At one place a response breaks a rule, or an account gets a record of the other one instead of its own last one. */
const atPlaces: readonly IndependentServer[] = Object.entries(places).flatMap(([id, [rule, isThere]]) => {
  const [body = () => null] = Object.values(bodies[rule] ?? {});
  const leak = (operation: OperationId): Departure =>
    reshape(operation, (envelope, ask, service) => {
      const other = service.accounts.find((account) => account !== service.accountOf(ask));
      const records = other === undefined ? [] : recordsOf(operation, other);
      const record = records.at(envelope.meta.page % records.length);
      const isHere = envelope.data.length > 0 && isAt(isThere, envelope, ask, service, operation);
      return isHere ? { ...envelope, data: [...envelope.data.slice(0, -1), record] } : envelope;
    });
  return [
    ...placed(rule, listOperationIds, {
      [`${rule.toLowerCase()}-${id}`]: (operation) =>
        onGood(operation, (reply, ask, service) =>
          isAt(isThere, reply.envelope, ask, service, operation) ? send(reply, body) : reply,
        ),
    }),
    ...listOperationIds.flatMap((operation) => {
      const { owner, requirement } = scopeOf(operation);
      // A user may be in two organizations: no single page shows the defect.
      const isShown = owner === "account" || !id.startsWith("on-");
      return placed(requirement, isShown ? [operation] : [], { [`another-s-record-${id}`]: leak });
    }),
  ];
});

/** Changes filtered lists. */
const whenFiltered =
  (change: (envelope: Envelope) => Envelope) =>
  (operation: OperationId): Departure =>
    reshape(operation, (envelope, ask) =>
      envelope.data.length > 0 && isFiltered(envelope, 0, ask) ? change(envelope) : envelope,
    );

const reads = [...listOperationIds, ...operationIds.filter(hasId)];

/** ENV-01 to ENV-09, and what shows at one place of a list. */
export const responseDefects: readonly IndependentServer[] = [
  ...everywhere,
  ...atPlaces,
  ...placed("ENV-04", listOperationIds, {
    "page-0-when-filtered": whenFiltered(({ data, meta }) => ({ data, meta: { ...meta, page: meta.page - 1 } })),
  }),
  ...placed("ENV-02", listOperationIds, {
    "null-when-filtered": whenFiltered(({ data, meta }) => ({
      data: meta.page > 1 ? data : [...data.slice(0, -1), null],
      meta,
    })),
  }),
  ...placed("TOTAL-01", listOperationIds, {
    "other-total-on-filtered-page-2": whenFiltered(({ data, meta }) => ({
      data,
      meta: { ...meta, total: meta.total + (meta.page > 1 ? 5 : 0) },
    })),
  }),
  ...placed("PAGE-01", listOperationIds, {
    "record-twice-when-sorted": (operation) =>
      reshape(operation, ({ data, meta }, { query }) => ({
        data: query.has("sort") && meta.page > 1 ? [...data.slice(0, 1), ...data.slice(0, -1)] : data,
        meta,
      })),
  }),
  ...placed("ENV-01", reads, {
    "no-json-for-browsers": (operation) =>
      onGood(operation, (reply, { headers }) =>
        headers["accept"] === "*/*" ? { ...reply, text: "plan;seats\nteam;5\n" } : reply,
      ),
  }),
  ...placed("ENV-05", reads, {
    "total-in-another-language": (operation) =>
      onGood(operation, (reply, { headers }) =>
        String(headers["accept-language"]).startsWith("tr")
          ? send(
              reply,
              withMeta(({ total }) => ({ total: `${total},0` })),
            )
          : reply,
      ),
  }),
];
