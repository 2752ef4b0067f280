import fc from "fast-check";
import type { z } from "zod";
import { dialectSchema, type Dialect } from "../../fixtures/dialect/dialect.ts";

type Input = z.input<typeof dialectSchema>;
type Paging = NonNullable<NonNullable<Input["paging"]>["users"]>;

/** Names that clash neither with each other nor with a field of a record. */
const pageNames = ["page", "p", "page_number", "pageNumber", "page[number]", "seite", "Page", "page.no"];
const sizeNames = ["per_page", "n", "page_size", "pageSize", "page[size]", "perPage", "count", "page-size"];
const offsetNames = ["offset", "skip", "start", "from"];
const limitNames = ["limit", "take", "max", "rows"];

const bounds = fc
  .record({
    firstPage: fc.constantFrom(0, 1),
    sizes: fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 300 })),
    oversize: fc.constantFrom("clamp" as const, "reject" as const),
    beyondLast: fc.constantFrom("empty" as const, "reject" as const, "last" as const),
    unreadable: fc.constantFrom("default" as const, "reject" as const),
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
      .record({ page: fc.constantFrom(...pageNames), size: fc.constantFrom(...sizeNames), bounds })
      .map(({ page, size, bounds: held }): Paging => ({ style: "page", parameters: { page, size }, ...held })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ offset: fc.constantFrom(...offsetNames), limit: fc.constantFrom(...limitNames), bounds })
      .map(({ offset, limit, bounds: held }): Paging => ({ style: "offset", parameters: { offset, limit }, ...held })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0, 1).map((firstPage): Paging => ({ style: "none", firstPage })),
  },
);

const fieldsOf = <Field extends string>(...fields: readonly Field[]): fc.Arbitrary<Field[]> =>
  fc.subarray([...fields], { minLength: 1 });

const arbitraryFiltering = fc.oneof(
  fc.constant({ style: "none" as const }),
  fc.record({
    style: fc.constantFrom("plain" as const, "bracket" as const),
    users: fieldsOf("status", "role", "email", "name"),
    invoices: fieldsOf("status", "currency", "number"),
  }),
);

const sorted = {
  users: fieldsOf("createdAt", "email", "name", "role"),
  invoices: fieldsOf("issuedAt", "amountDue", "number", "status"),
  unknownField: fc.constantFrom("ignore" as const, "reject" as const),
};

const arbitrarySorting = fc.oneof(
  fc.constant({ style: "none" as const }),
  fc.record({
    style: fc.constant("signed" as const),
    parameter: fc.constantFrom("sort", "orderBy", "sort[by]"),
    ...sorted,
  }),
  fc.record({
    style: fc.constant("pair" as const),
    parameter: fc.constantFrom("sort", "sort_by"),
    orderParameter: fc.constantFrom("order", "sort_dir"),
    ...sorted,
  }),
);

const success = fc.constantFrom(200, 200, 201, 202, 203, 206, 299);
const refusal = fc.constantFrom(401, 401, 403, 404, 400, 302, 303, 307, 418);
const clientError = fc.constantFrom(400, 404, 405, 406, 409, 410, 413, 415, 422, 451);

const arbitraryStatuses = fc.record({
  success: fc.record({ listUsers: success, createUser: success, getSubscription: success, listInvoices: success }),
  failure: fc.record({
    missingToken: refusal,
    refusedToken: refusal,
    expiredToken: refusal,
    notFound: clientError,
    unknownPath: clientError,
    methodNotAllowed: clientError,
    badParameter: clientError,
    beyondLast: clientError,
    unreadableBody: clientError,
    invalidBody: clientError,
    conflict: clientError,
    payloadTooLarge: clientError,
    unsupportedMediaType: clientError,
  }),
});

const template = (contentType: string, body: NonNullable<z.core.util.JSONType>) => ({
  format: "template" as const,
  contentType,
  body,
});

const arbitraryErrors = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom("problem" as const, "enveloped" as const, "object" as const, "text" as const)
      .map((format) => ({ format })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
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
  challenge: fc.option(
    fc.constantFrom("Bearer", 'Bearer realm="organization"', 'Bearer realm="a b", scope="all"', "Custom x=1"),
    { nil: null },
  ),
  challengeError: fc.boolean(),
  schemeCase: fc.constantFrom("exact" as const, "any" as const),
  login: fc.constantFrom("/login", "https://login.example/sign-in?next=%2F"),
});

const arbitraryIdentifier = fc.oneof(
  fc.constantFrom({ kind: "any" as const }, { kind: "integer" as const }, { kind: "uuid" as const }),
  fc.record({
    kind: fc.constant("prefixed" as const),
    prefix: fc.constantFrom("", "usr_", "s-", "SUB.", "x"),
    alphabet: fc.constantFrom("digits" as const, "hex" as const, "base36" as const, "base62" as const),
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
  unknownFields: fc.constantFrom("keep" as const, "drop" as const, "reject" as const),
  defaults: fc.constantFrom({}, { role: "member" }, { role: "admin", lastSeenAt: null }),
  generated: fc.constantFrom(...generated),
  id: arbitraryIdentifier,
  returns: fc.constantFrom("record" as const, "record" as const, "nothing" as const),
  location: fc.constantFrom(null, "/api/v1/users/{{id}}", "https://api.example/u?id={{id}}"),
});

const arbitraryLimits = fc.record({
  rate: fc.option(
    fc.record({
      requests: fc.integer({ min: 1000, max: 100_000 }),
      seconds: fc.constantFrom(1, 60, 3600),
      headers: fc.constantFrom("none" as const, "ratelimit" as const, "x-ratelimit" as const),
      retryAfter: fc.constantFrom("none" as const, "seconds" as const, "date" as const),
    }),
    { nil: null },
  ),
  bodyBytes: fc.integer({ min: 1024, max: 1024 * 1024 }),
});

const version = fc.constantFrom("notFound" as const, "alias" as const);

/** Dialects of every kind in which the worlds of orgkit can be served. */
export function arbitraryDialect(): fc.Arbitrary<Dialect> {
  return fc
    .record({
      name: fc.constantFrom("random", "acme v2", "staging"),
      paging: fc.record({ users: arbitraryPaging, invoices: arbitraryPaging }),
      filtering: arbitraryFiltering,
      sorting: arbitrarySorting,
      statuses: arbitraryStatuses,
      errors: arbitraryErrors,
      auth: arbitraryAuth,
      createUser: arbitraryCreation,
      subscriptionId: fc.record({
        format: arbitraryIdentifier,
        illFormed: fc.constantFrom("notFound" as const, "reject" as const),
      }),
      limits: arbitraryLimits,
      versions: fc.record({ unversioned: version, others: version }),
    })
    .map((input) => dialectSchema.parse(input));
}
