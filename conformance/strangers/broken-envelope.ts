import { operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { broken, onGood, onSuccess, shortNames, wholeUsers, type Departure } from "./departures.ts";
import { success, type Envelope, type Reply } from "./service.ts";
import type { Stranger } from "./stranger.ts";

const [users, creation, subscription, invoices] = operationIds;

/** One defect of the envelope, on each of these operations in turn. */
function defect(
  requirement: string,
  id: string,
  sentence: string,
  on: readonly OperationId[],
  depart: (operation: OperationId) => Departure,
): readonly Stranger[] {
  return on.map((operation) =>
    broken(`${id}-${shortNames[operation]}`, `${sentence} (${operation})`, [`${requirement} ${operation}`], () => ({
      around: [depart(operation), wholeUsers],
    })),
  );
}

/** A success whose body is no JSON object. */
function noObject(id: string, sentence: string, on: readonly OperationId[], text: (envelope: Envelope) => string) {
  return defect("ENV-01", id, sentence, on, (operation) =>
    onGood(operation, (reply) => ({ ...reply, text: reply.envelope === undefined ? "" : text(reply.envelope) })),
  );
}

/** A success whose body is another object. */
function otherBody(
  requirement: string,
  id: string,
  sentence: string,
  on: readonly OperationId[],
  change: (envelope: Envelope) => unknown,
): readonly Stranger[] {
  return defect(requirement, id, sentence, on, (operation) => onSuccess(operation, change));
}

function page(id: string, sentence: string, on: readonly OperationId[], change: (right: number) => unknown) {
  return otherBody("ENV-04", id, sentence, on, ({ data, meta }) => ({
    data,
    meta: { ...meta, page: change(meta.page) },
  }));
}

function total(id: string, sentence: string, on: readonly OperationId[], change: (right: number) => unknown) {
  return otherBody("ENV-05", id, sentence, on, ({ data, meta }) => ({
    data,
    meta: { ...meta, total: change(meta.total) },
  }));
}

const noContent = (operation: OperationId): Departure =>
  onGood(operation, (): Reply => ({ ...success(204, [], 1, 0), headers: {}, text: "" }));

/** Says page 0 where there are no records, and is right otherwise. */
const pageZero = (operation: OperationId): Departure =>
  onSuccess(operation, ({ data, meta }) => ({ data, meta: data.length === 0 ? { page: 0, total: 0 } : meta }));

/** ENV-01 to ENV-07, in several kinds and on several operations each. */
export const brokenEnvelopes: readonly Stranger[] = [
  ...noObject("bare-list", "the body is the bare list", [users, subscription, invoices], ({ data }) =>
    JSON.stringify(data),
  ),
  ...noObject("null-body", "the body is null", [creation, subscription], () => "null"),
  ...noObject("text-body", "the body is the JSON text of a JSON object", [invoices], (envelope) =>
    JSON.stringify(JSON.stringify(envelope)),
  ),
  ...noObject(
    "html-page",
    "the body is a page",
    [users, invoices],
    () => "<!doctype html><title>Hello</title><p>Welcome back",
  ),
  ...noObject("empty-body", "the body is empty", [creation, users], () => ""),
  ...noObject("cut-json", "the JSON ends too early", [invoices], (envelope) => JSON.stringify(envelope).slice(0, -1)),
  ...noObject("trailing-comma", "the JSON has a comma too many", [subscription], (envelope) =>
    JSON.stringify(envelope).replace(/\}$/, ",}"),
  ),
  ...noObject("single-quotes", "the JSON has single quotes", [subscription], (envelope) =>
    JSON.stringify(envelope).replaceAll('"', "'"),
  ),
  ...noObject(
    "not-a-number",
    "the total is written NaN",
    [invoices],
    ({ data }) => `{"data":${JSON.stringify(data)},"meta":{"page":1,"total":NaN}}`,
  ),
  ...noObject("record-by-line", "the body is one record a line", [users], ({ data }) =>
    data.map((row) => JSON.stringify(row)).join("\n"),
  ),
  ...defect("ENV-01", "no-content", "the answer is 204", [creation, invoices], noContent),

  ...otherBody("ENV-02", "data-null", "data is null though there are records", [users, invoices], ({ meta }) => ({
    data: null,
    meta,
  })),
  ...otherBody("ENV-02", "data-is-record", "data is the record itself", [creation, subscription], ({ data, meta }) => ({
    data: data[0],
    meta,
  })),
  ...otherBody(
    "ENV-02",
    "data-by-number",
    "data is an object with numbers for names",
    [users, invoices],
    ({ data, meta }) => ({
      data: Object.fromEntries(data.entries()),
      meta,
    }),
  ),
  ...otherBody("ENV-02", "data-missing", "there is no data", [invoices, users], ({ meta }) => ({ meta })),
  ...otherBody("ENV-02", "data-is-text", "data is the list as a text", [subscription, invoices], ({ data, meta }) => ({
    data: JSON.stringify(data),
    meta,
  })),
  ...otherBody("ENV-02", "data-elsewhere", "the list is called items", [users], ({ data, meta }) => ({
    items: data,
    meta,
  })),

  ...otherBody("ENV-03", "meta-is-list", "meta is a list", [users, subscription], ({ data, meta }) => ({
    data,
    meta: [meta],
  })),
  ...otherBody("ENV-03", "meta-missing", "there is no meta", [creation, invoices], ({ data }) => ({ data })),
  ...otherBody("ENV-03", "meta-null", "meta is null", [subscription, users], ({ data }) => ({ data, meta: null })),
  ...otherBody("ENV-03", "meta-flat", "page and total stand beside data", [invoices], ({ data, meta }) => ({
    data,
    ...meta,
  })),
  ...otherBody("ENV-03", "meta-is-text", "meta is a text", [creation], ({ data }) => ({ data, meta: "page 1" })),

  ...page("page-is-text", "meta.page is a text", [users, invoices], String),
  ...page("page-is-fraction", "meta.page is a fraction", [users, subscription], (right) => right + 0.5),
  ...page("page-null", "meta.page is null", [creation, invoices], () => null),
  ...page("page-missing", "there is no meta.page", [users, subscription], () => undefined),
  ...page("page-is-object", "meta.page is an object", [invoices], (right) => ({ number: right })),
  ...page("page-is-true", "meta.page is true", [creation], () => true),

  ...total("total-negative", "meta.total is -1", [invoices, subscription], () => -1),
  ...total("total-minus", "meta.total has the wrong sign", [users], (right) => -right),
  ...total("total-is-text", "meta.total is a text", [users, creation], String),
  ...total("total-null", "meta.total is null", [invoices, subscription], () => null),
  ...total("total-missing", "there is no meta.total", [users, creation], () => undefined),
  ...total("total-is-fraction", "meta.total is a fraction", [invoices], (right) => right + 0.25),
  ...total("total-is-object", "meta.total is an object", [users], (right) => ({ value: right, relation: "eq" })),

  ...otherBody(
    "ENV-07",
    "total-too-small",
    "meta.total is one less than the records",
    operationIds,
    ({ data, meta }) => ({
      data,
      meta: { ...meta, total: data.length - 1 },
    }),
  ),

  broken("page-0-without-invoices", "meta.page is 0 where there are no invoices", ["ENV-06 listInvoices"], () => ({
    world: { invoices: [0, 0] },
    around: [pageZero("listInvoices")],
  })),
  broken("page-0-without-users", "meta.page is 0 where there are no users", ["ENV-06 listUsers"], () => ({
    world: { users: [0, 0] },
    around: [pageZero("listUsers")],
  })),
  broken("page-0-on-creation", "a creation returns no record, on page 0", ["ENV-06 createUser"], () => ({
    around: [onSuccess("createUser", () => ({ data: [], meta: { page: 0, total: 0 } }))],
  })),
  broken("page-0-on-unknown-id", "an unknown subscription is no record, on page 0", ["ENV-06 getSubscription"], () => ({
    around: [
      async (ask, next) => {
        const reply = await next(ask);
        const isUnknown = reply.status === 404 && ask.path.includes("/subscriptions/");
        return isUnknown ? success(200, [], 0, 0) : reply;
      },
    ],
  })),
];
