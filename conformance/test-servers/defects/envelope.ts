import type { Envelope } from "../../../fixtures/contract/types.ts";
import { hasId, listOperationIds, operationIds, type OperationId } from "../../../fixtures/contract/operations.ts";
import { listing, onGood, onSuccess, onUnknownId, type Departure } from "../departures.ts";
import { success } from "../service.ts";
import { defect, each } from "./defect.ts";

const json = JSON.stringify;

type Meta = Envelope["meta"];
/** A body instead of the envelope; a text is sent unchanged. */
type Body = (data: readonly unknown[], meta: Meta) => unknown;
type Row<Change> = readonly [id: string, change: Change];

function table<Change>(rule: string, rows: readonly Row<Change>[], bodyOf: (change: Change) => Body) {
  return rows.flatMap(([id, change]) => {
    const body = bodyOf(change);
    const depart = (operation: OperationId): Departure =>
      onGood(operation, (reply) => {
        const sent = body(reply.envelope.data, reply.envelope.meta);
        return { ...reply, ...(typeof sent === "string" ? { text: sent } : { body: sent }) };
      });
    return each(rule, id, depart);
  });
}

const bodies = (rule: string, rows: readonly Row<Body>[]) => table(rule, rows, (change) => change);
const texts = (rows: readonly Row<(whole: string) => string>[]) =>
  table("ENV-01", rows, (change) => (data, meta) => change(json({ data, meta })));
const pages = (rows: readonly Row<(page: number) => unknown>[]) =>
  table("ENV-04", rows, (change) => (data, meta) => ({ data, meta: { ...meta, page: change(meta.page) } }));
const totals = (rows: readonly Row<(total: number) => unknown>[]) =>
  table("ENV-05", rows, (change) => (data, meta) => ({ data, meta: { ...meta, total: change(meta.total) } }));

const withoutRecords = { world: { users: [0, 0], invoices: [0, 0] } } as const;

const pageZero = (operation: OperationId): Departure =>
  onSuccess(operation, ({ data, meta }) => ({ data, meta: { ...meta, page: data.length === 0 ? 0 : meta.page } }));

const typed = (type: string) => (operation: OperationId) =>
  onGood(operation, (reply) => ({ ...reply, headers: { ...reply.headers, "content-type": type } }));

/** Sends all users, so that a run tries names of parameters. */
const unpaged = listing("listUsers", (users) => success(users));

/** A parameter that clients often send causes a warning before the JSON. */
const warned = (operation: OperationId): Departure =>
  onGood(operation, (reply, { query }) =>
    query.has("limit") ? { ...reply, text: `<br />\n<b>Warning</b>: Undefined key\n${json(reply.envelope)}` } : reply,
  );

/** A cache keeps compressed bytes, and forgets that they are. */
const keptCompressed = (operation: OperationId): Departure => {
  const kept = new Set<string>();
  return onGood(operation, (reply, { authorization, query, headers }) => {
    const key = `${authorization} ${query.toString()}`;
    if (headers["accept-encoding"] !== "gzip") return reply;
    return kept.size < kept.add(key).size ? reply : { ...reply, text: "\u001F\uFFFD\b" };
  });
};

/** ENV-01 to ENV-09. */
export const envelopeDefects = [
  ...bodies("ENV-01", [
    ["bare-list", (data) => data],
    ["null-body", () => null],
    ["html-page", () => "<!doctype html><title>Hello</title><p>Welcome back"],
    ["empty-body", () => ""],
    ["not-a-number", (data) => `{"data":${json(data)},"meta":{"page":1,"total":NaN}}`],
    ["record-by-line", (data, meta) => [meta, ...data].map((row) => json(row)).join("\n")],
  ]),
  ...texts([
    ["text-body", (whole) => json(whole)],
    ["cut-json", (whole) => whole.slice(0, -1)],
    ["trailing-comma", (whole) => whole.replace(/\}$/, ",}")],
    ["byte-order-mark", (whole) => `\uFEFF${whole}`],
    ["single-quotes", (whole) => whole.replaceAll('"', "'")],
  ]),
  ...each("ENV-01", "warning-with-a-limit", (operation) => [warned(operation), unpaged], ["listUsers"]),
  ...each("ENV-01", "compressed-bytes-for-browsers", keptCompressed, listOperationIds),
  ...each("ENV-01", "no-content", (operation) => onGood(operation, () => ({ status: 204, headers: {} }))),
  ...bodies("ENV-02", [
    ["data-null", (_, meta) => ({ data: null, meta })],
    ["data-missing", (_, meta) => ({ meta })],
    ["data-by-number", (data, meta) => ({ data: Object.fromEntries(data.entries()), meta })],
    ["data-is-record", ([data], meta) => ({ data, meta })],
    ["data-is-text", (data, meta) => ({ data: json(data), meta })],
    ["data-elsewhere", (items, meta) => ({ items, meta })],
  ]),
  ...bodies("ENV-03", [
    ["meta-missing", (data) => ({ data })],
    ["meta-is-list", (data, meta) => ({ data, meta: [meta.page, meta.total] })],
    ["meta-null", (data) => ({ data, meta: null })],
    ["meta-flat", (data, meta) => ({ data, ...meta })],
    ["meta-is-text", (data) => ({ data, meta: "page 1" })],
  ]),
  ...pages([
    ["page-is-text", String],
    ["page-is-fraction", (page) => page + 0.5],
    ["page-is-null", () => null],
    ["page-missing", () => undefined],
    ["page-is-object", (number) => ({ number })],
    ["page-is-true", () => true],
  ]),
  ...totals([
    ["total-is-text", String],
    ["total-negative", (total) => -total - 1],
    ["total-is-null", () => null],
    ["total-missing", () => undefined],
    ["total-is-fraction", (total) => total + 0.25],
    ["total-is-1-below-0", () => -1],
    ["total-has-wrong-sign", (total) => -total],
    ["total-is-object", (value) => ({ value, relation: "eq" })],
  ]),
  ...each("ENV-06", "page-0-without-records", (operation) => [pageZero(operation), withoutRecords], listOperationIds),
  defect(
    "ENV-06",
    "createUser",
    "page-0-without-records",
    onSuccess("createUser", ({ meta }) => ({ data: [], meta: { ...meta, page: 0, total: 0 } })),
  ),
  ...operationIds.filter(hasId).map((operation) =>
    defect(
      "ENV-06",
      operation,
      "page-0-without-records",
      onUnknownId(() => success([], 0), operation),
    ),
  ),
  ...each("ENV-07", "total-below-data", (operation) =>
    onSuccess(operation, (envelope, { query }) =>
      query.size > 0 ? envelope : { ...envelope, meta: { ...envelope.meta, page: 1, total: envelope.data.length - 1 } },
    ),
  ),
  ...each("ENV-08", "json-as-page", typed("text/html; charset=utf-8")),
  ...each("ENV-08", "json-as-xml", typed("application/xml")),
  ...bodies("ENV-09", [
    ["data-twice", (data, meta) => `{"data":[],"data":${json(data)},"meta":${json(meta)}}`],
    ["meta-twice", (data, meta) => `{"meta":{"page":1,"total":0},"data":${json(data)},"meta":${json(meta)}}`],
    ["total-twice", (data, meta) => `{"data":${json(data)},"meta":{"total":0,${json(meta).slice(1)}}`],
  ]),
];
