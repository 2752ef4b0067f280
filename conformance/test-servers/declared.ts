import {
  byList,
  listOperationIds,
  operationIds,
  operations,
  type ListName,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import {
  defects,
  obligationsOf,
  type Parts,
  independentServer,
  instead,
  isFor,
  present,
  taking,
  withListParameters,
  type Departure,
} from "./departures.ts";
import type { IndependentServer } from "./independent-server.ts";
import { members, textFields, without } from "./service.ts";
import type { RecordKind } from "../../fixtures/contract/record-kinds.ts";

/** What a new list, operation or kind of record must be added to. */
interface Complete {
  readonly paging: Record<ListName, unknown>;
  readonly statuses: { readonly success: Record<OperationId, number> };
  readonly records: Record<RecordKind, unknown>;
}

/** The behavior of the ordinary service at each open point, as the input of a dialect. */
export const ordinaryDialect = {
  name: "ordinary-service",
  paging: {
    users: {
      style: "page",
      parameters: { page: "page", size: "per_page" },
      firstPage: 1,
      defaultSize: 10,
      maxSize: 100,
      oversize: "clamp",
      beyondLast: "empty",
      unreadable: "default",
    },
    invoices: { style: "none" },
  },
  filtering: { style: "none" },
  sorting: { style: "none" },
  statuses: {
    success: { listUsers: 200, createUser: 201, getSubscription: 200, listInvoices: 200 },
    failure: {
      missingToken: 401,
      refusedToken: 401,
      notFound: 404,
      unknownPath: 404,
      methodNotAllowed: 405,
      unreadableBody: 400,
      invalidBody: 422,
      conflict: 409,
      payloadTooLarge: 413,
      unsupportedMediaType: 415,
    },
  },
  errors: { format: "object" },
  auth: { challenge: null, schemeCase: "exact" },
  createUser: {
    required: ["name", "email"],
    unique: ["email"],
    unknownFields: "drop",
    defaults: {},
    generated: { team: "unassigned" },
    id: { kind: "integer" },
    returns: "record",
    location: null,
  },
  subscriptionId: { format: { kind: "any" }, illFormed: "notFound" },
  records: {
    user: { type: "object", required: ["id", "name", "email", "team"], properties: { name: { type: "string" } } },
    subscription: {
      type: "object",
      required: ["key", "plan", "seats"],
      properties: { plan: { type: "string" } },
    },
    invoice: {
      type: "object",
      required: ["number", "cents", "currency", "month"],
      properties: { currency: { type: "string" } },
    },
  },
  limits: { rate: null, bodyBytes: 65_536 },
} satisfies DialectInput & Complete;

const fields = { users: ["email", "team"], invoices: ["currency", "month"] } satisfies Readonly<
  Record<ListName, readonly string[]>
>;
const { users } = ordinaryDialect.paging;

/** The dialect of the ordinary service with pages, filters and orders. */
const dialect: DialectInput = {
  ...ordinaryDialect,
  paging: { ...byList(() => ({ ...users, defaultSize: 2 })), users },
  filtering: { style: "plain", ...fields },
  sorting: { style: "signed", ...fields, unknownField: "ignore" },
};

/** The service with this dialect, and one defect. */
function declaring(depart: (operation: OperationId) => Departure): (operation: OperationId) => Parts {
  return (operation) => [depart(operation), withListParameters(), { dialect }];
}

/** A field of each record that the dialect declares as a text. */
const textField = (operation: OperationId): string => textFields[operations[operation].record];

/** The independent service with defects of declared behavior that no other dialect has. */
export const declaredDefects: readonly IndependentServer[] = [
  independentServer("filter-lets-one-through", obligationsOf("DECL-07", listOperationIds), [
    withListParameters((value, wanted) => value === wanted || /^person3@|-03$/.test(value)),
    { dialect },
  ]),
  ...defects("DECL-08", listOperationIds, {
    "sorted-the-other-way": declaring((operation) =>
      taking(operation, ({ query }) => {
        const sort = query.get("sort");
        const other = sort?.startsWith("-") === true ? sort.slice(1) : `-${sort}`;
        return sort === null ? {} : { query: new URLSearchParams([...query, ["sort", other]].toReversed()) };
      }),
    ),
  }),
  ...defects("DECL-18", operationIds, {
    "error-without-code": declaring((operation) =>
      instead(
        ({ status }, ask) => status >= 400 && isFor(ask, operation),
        (reply) => ({ ...reply, body: { error: { message: members(members(reply.body)["error"])["message"] } } }),
      ),
    ),
  }),
  ...defects("DECL-31", operationIds, {
    "field-missing": declaring((operation) => present(operation, (record) => without(record, textField(operation)))),
    "field-of-another-type": declaring((operation) =>
      present(operation, (record) => ({ ...record, [textField(operation)]: 7 })),
    ),
  }),
];
