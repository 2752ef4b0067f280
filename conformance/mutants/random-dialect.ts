import fc from "fast-check";
import type { z } from "zod";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { dialectSchema, type Dialect } from "../../fixtures/dialect/dialect.ts";

type Input = z.input<typeof dialectSchema>;
type Paging = NonNullable<NonNullable<Input["paging"]>["users"]>;

/** Names that clash neither with each other nor with a field of a record. */
const pageNames = ["page", "p", "page_number", "pageNumber", "page[number]", "seite", "Page", "page.no"];
const sizeNames = ["per_page", "n", "page_size", "pageSize", "page[size]", "perPage", "count", "page-size"];
const offsetNames = ["offset", "skip", "start", "from"];
const limitNames = ["limit", "take", "max", "rows"];

const pick = <const Value>(...values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);

const bounds = fc
  .record({
    firstPage: pick(0, 1),
    sizes: fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 300 })),
    oversize: pick("clamp", "reject"),
    beyondLast: pick("empty", "reject", "last"),
    unreadable: pick("default", "reject"),
  })
  .map(({ sizes: [one, other], ...others }) => ({
    ...others,
    defaultSize: Math.min(one, other),
    maxSize: Math.max(one, other),
  }));

const arbitraryPaging: fc.Arbitrary<Paging> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({ page: pick(...pageNames), size: pick(...sizeNames), bounds })
      .map(({ page, size, bounds: held }): Paging => ({ style: "page", parameters: { page, size }, ...held })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ offset: pick(...offsetNames), limit: pick(...limitNames), bounds })
      .map(({ offset, limit, bounds: held }): Paging => ({ style: "offset", parameters: { offset, limit }, ...held })),
  },
  {
    weight: 1,
    arbitrary: pick(0, 1).map((firstPage): Paging => ({ style: "none", firstPage })),
  },
);

const fieldsOf = <Field extends string>(...fields: readonly Field[]): fc.Arbitrary<Field[]> =>
  fc.subarray([...fields], { minLength: 1 });

const arbitraryFiltering = fc.oneof(
  fc.constant({ style: "none" }),
  fc.record({
    style: pick("plain", "bracket"),
    users: fieldsOf("status", "role", "email", "name"),
    invoices: fieldsOf("status", "currency", "number"),
  }),
);

const sorted = {
  users: fieldsOf("createdAt", "email", "name", "role"),
  invoices: fieldsOf("issuedAt", "amountDue", "number", "status"),
  unknownField: pick("ignore", "reject"),
};

const arbitrarySorting = fc.oneof(
  fc.constant({ style: "none" }),
  fc.record({
    style: fc.constant("signed"),
    parameter: pick("sort", "orderBy", "sort[by]"),
    ...sorted,
  }),
  fc.record({
    style: fc.constant("pair"),
    parameter: pick("sort", "sort_by"),
    orderParameter: pick("order", "sort_dir"),
    ...sorted,
  }),
);

const success = pick(200, 200, 201, 202, 203, 206, 299);
const refusal = pick(401, 401, 403, 404, 400, 302, 303, 307, 418);
const clientError = pick(400, 404, 405, 406, 409, 410, 413, 415, 422, 451);

const each = <Value>(value: fc.Arbitrary<Value>, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, value]));

const arbitraryStatuses = fc.record({
  success: fc.record(each(success, ...operationIds)),
  failure: fc.record({
    ...each(refusal, "missingToken", "refusedToken", "expiredToken"),
    ...each(clientError, "notFound", "unknownPath", "methodNotAllowed", "badParameter", "beyondLast"),
    ...each(clientError, "unreadableBody", "invalidBody", "conflict", "payloadTooLarge", "unsupportedMediaType"),
  }),
});

const template = (contentType: string, body: NonNullable<z.core.util.JSONType>) => ({
  format: "template",
  contentType,
  body,
});

const arbitraryErrors = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("problem", "enveloped", "object", "text").map((format) => ({ format })),
  },
  {
    weight: 3,
    arbitrary: pick(
      template("application/vnd.api+json", {
        errors: [{ status: "{{status}}", code: "{{code}}", detail: "{{message}}" }],
      }),
      template("text/html; charset=utf-8", "<!doctype html><title>{{title}}</title><p>{{message}}</p>"),
      template("text/plain", "ERROR {{code}}: {{message}}"),
      template("application/json", "{{code}}"),
      template("application/json", { ok: false, reason: "{{code}} ({{status}})", fields: "{{errors}}" }),
      template("application/json", []),
      template("text/plain", ""),
    ),
  },
);

const arbitraryAuth = fc.record({
  challenge: fc.option(pick("Bearer", 'Bearer realm="organization"', 'Bearer realm="a b", scope="all"', "Custom x=1"), {
    nil: null,
  }),
  challengeError: fc.boolean(),
  schemeCase: pick("exact", "any"),
  login: pick("/login", "https://login.example/sign-in?next=%2F"),
});

const arbitraryIdentifier = fc.oneof(
  pick({ kind: "any" }, { kind: "integer" }, { kind: "uuid" }),
  fc.record({
    kind: fc.constant("prefixed"),
    prefix: pick("", "usr_", "s-", "SUB.", "x"),
    alphabet: pick("digits", "hex", "base36", "base62"),
    length: fc.integer({ min: 6, max: 24 }),
  }),
);

const generated: Readonly<Record<string, z.core.util.JSONType>>[] = [
  { id: "{{id}}", status: "invited", createdAt: "{{now}}", lastSeenAt: null },
  { id: "{{id}}", status: "active" },
  { createdAt: "{{now}}" },
];

const arbitraryCreation = fc.record({
  required: fc.subarray(["email", "name", "role"]),
  unique: fc.subarray(["email", "name"]),
  unknownFields: pick("keep", "drop", "reject"),
  defaults: pick({}, { role: "member" }, { role: "admin", lastSeenAt: null }),
  generated: pick(...generated),
  id: arbitraryIdentifier,
  returns: pick("record", "record", "nothing"),
  location: pick(null, "/api/v1/users/{{id}}", "https://api.example/u?id={{id}}"),
});

const arbitraryLimits = fc.record({
  rate: fc.option(
    fc.record({
      requests: fc.integer({ min: 1000, max: 100_000 }),
      seconds: pick(1, 60, 3600),
      headers: pick("none", "ratelimit", "x-ratelimit"),
      retryAfter: pick("none", "seconds", "date"),
    }),
    { nil: null },
  ),
  bodyBytes: fc.integer({ min: 1024, max: 1024 * 1024 }),
});

const version = pick("notFound", "alias");

/** Dialects of every kind in which the worlds of orgkit can be served. */
export function arbitraryDialect(): fc.Arbitrary<Dialect> {
  return fc
    .record({
      name: pick("random", "acme v2", "staging"),
      paging: fc.record({ users: arbitraryPaging, invoices: arbitraryPaging }),
      filtering: arbitraryFiltering,
      sorting: arbitrarySorting,
      statuses: arbitraryStatuses,
      errors: arbitraryErrors,
      auth: arbitraryAuth,
      createUser: arbitraryCreation,
      subscriptionId: fc.record({
        format: arbitraryIdentifier,
        illFormed: pick("notFound", "reject"),
      }),
      limits: arbitraryLimits,
      versions: fc.record({ unversioned: version, others: version }),
    })
    .map((input) => dialectSchema.parse(input));
}
