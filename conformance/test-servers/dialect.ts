import type { ListName, OperationId } from "../../fixtures/contract/operations.ts";
import type { RecordKind } from "../../fixtures/contract/record-kinds.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";

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
