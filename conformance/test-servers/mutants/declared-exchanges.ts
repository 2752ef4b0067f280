import { listOperationIds, operations, type OperationId } from "../../../fixtures/contract/operations.ts";
import { each, recordsOf, type Defect } from "../defects/defect.ts";
import { instead, isFor, onSuccess, present, reshape, taking, type Departure } from "../departures.ts";
import { members, without, type Reply } from "../service.ts";

/** A field of each record that the reference dialect declares as a string. */
const textFields = { user: "email", subscription: "plan", invoice: "number" } as const;
const textField = (operation: OperationId): string => textFields[operations[operation].record];

const onFailure = (operation: OperationId, change: (reply: Reply) => Reply): Departure =>
  instead(({ status }, ask) => status >= 400 && isFor(ask, operation), change);

/** Defects of declared behavior that no dialect can express. */
export const declaredDefects: readonly Defect[] = [
  ...each(
    "DECL-02 PAGE-01",
    "pages-from-2",
    (operation) =>
      onSuccess(operation, ({ data, meta }) => ({
        data,
        meta: { ...meta, page: meta.total === 0 ? meta.page : meta.page + 1 },
      })),
    {},
    listOperationIds,
  ),
  ...each(
    // The same record is on every page.
    "DECL-07 TOTAL-01",
    "filter-lets-one-through",
    (operation) =>
      reshape(operation, (envelope, ask, { accounts: [first], accountOf }) => {
        const { data, meta } = envelope;
        const [[field, value] = ["", ""]] = ask.query;
        if (!/^(status|role|email|currency)$/.test(field) || data.length === 0) return envelope;
        const other = recordsOf(operation, accountOf(ask) ?? first).find((record) => record[field] !== value);
        if (other === undefined) return envelope;
        return { data: [...data.slice(0, -1), other], meta };
      }),
    {},
    listOperationIds,
  ),
  ...each(
    "DECL-08",
    "sorted-the-other-way",
    (operation) =>
      reshape(operation, ({ data, meta }, { query }) => ({ data: query.has("sort") ? data.toReversed() : data, meta })),
    {},
    listOperationIds,
  ),
  ...each(
    "DECL-09",
    "unknown-sort-key-ignored",
    (operation) =>
      taking(operation, ({ query }) =>
        /^-?(createdAt|email|name|issuedAt|amountDue|number)$/.test(query.get("sort") ?? "email")
          ? {}
          : { query: new URLSearchParams() },
      ),
    {},
    listOperationIds,
  ),
  ...each("DECL-18", "error-without-title", (operation) =>
    onFailure(operation, (reply) => ({ ...reply, body: without(members(reply.body), "title") })),
  ),
  ...each("DECL-19", "no-challenge", (operation) =>
    onFailure(operation, (reply) => ({ ...reply, headers: without(reply.headers, "www-authenticate") })),
  ),
  ...each("DECL-31", "field-missing", (operation) =>
    present(operation, (record) => without(record, textField(operation))),
  ),
  ...each("DECL-31", "field-of-another-type", (operation) =>
    reshape(operation, ({ data, meta }) => ({
      data: [
        ...data.slice(0, -1),
        ...data.slice(-1).map((record) => ({ ...members(record), [textField(operation)]: 7 })),
      ],
      meta,
    })),
  ),
];
