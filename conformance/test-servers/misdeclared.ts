import { hasId, listOf, listOperationIds, operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { obligationsOf } from "./departures.ts";
import type { IndependentServer } from "./independent-server.ts";
import { mockServer } from "./mock-server.ts";

/** The keys that a dialect sets, by the last part of their names. */
function leaves(dialect: object): string {
  return Object.entries(dialect)
    .map(([key, value]: [string, unknown]) =>
      typeof value === "object" && value !== null && !Array.isArray(value) ? leaves(value) : `${key}=${String(value)}`,
    )
    .join();
}

/** The mock declares one dialect and uses the other; the difference shows on all of these operations. */
function misdeclared(
  where: readonly OperationId[],
  rule: string,
  declares: DialectInput,
  speaks: DialectInput,
): IndependentServer {
  const name = Object.keys(speaks).length === 0 ? `declares-${leaves(declares)}` : `speaks-${leaves(speaks)}`;
  return mockServer({
    id: where.length === 1 ? `${name}@${where[0]}` : name,
    breaks: obligationsOf(rule, where),
    declares,
    speaks,
  });
}

/** The dialect used while the reference is declared; or also the other way round. */
type Line = readonly [rule: string, other: DialectInput, more?: "and back"];

function speaking(where: readonly OperationId[], ...lines: readonly Line[]): readonly IndependentServer[] {
  return lines.flatMap(([rule, other, more]) => [
    misdeclared(where, rule, {}, other),
    ...(more === undefined ? [] : [misdeclared(where, rule, other, {})]),
  ]);
}

const failing = (kind: string, status: number) => ({ statuses: { failure: { [kind]: status } } });

/** DECL-01 to DECL-07: how lists are paged and filtered. */
const listServers = listOperationIds.flatMap((operation) => {
  const list = listOf(operation);
  const where = [operation];
  const paged = (paging: object): DialectInput => ({ paging: { [list]: { style: "page", ...paging } } });
  const cut = (maxSize: number): DialectInput => paged({ defaultSize: 10, maxSize });
  return [
    ...speaking(
      where,
      ["DECL-01", paged({ parameters: { size: "size" } })],
      ["DECL-02", paged({ firstPage: 0 })],
      ["DECL-03", paged({ defaultSize: 19 })],
      ["DECL-04", paged({ oversize: "reject" })],
      ["DECL-05", paged({ beyondLast: "reject" })],
      ["DECL-05", paged({ beyondLast: "last" })],
      ["DECL-06", paged({ unreadable: "default" }), "and back"],
      ["DECL-07", { filtering: { style: "plain", [list]: [] } }],
      ["DECL-08", { sorting: { style: "none" } }],
      ["DECL-09", { sorting: { style: "signed", unknownField: "ignore" } }],
    ),
    misdeclared(where, "DECL-04", cut(25), cut(24)),
  ];
});

const problemAsJson: DialectInput = {
  errors: {
    format: "template",
    contentType: "application/json",
    body: errorTemplate({ format: "problem" }).body,
  },
};

const ownCode: DialectInput = {
  errors: { format: "problem", kinds: { missingToken: { values: { code: "no_token" } } } },
};
const ownPage: DialectInput = {
  errors: { format: "problem", kinds: { notFound: { contentType: "text/plain", body: "Nothing at {{path}}" } } },
};

const redirecting = { statuses: { failure: { missingToken: 302, refusedToken: 302 } } };
const limited = (requests: number) => ({ limits: { rate: { requests, seconds: 60 } } });
const smallBody = { limits: { bodyBytes: 2048 } };

/** The mock uses another dialect than it declares. */
export const misdeclaredMocks: readonly IndependentServer[] = [
  ...listServers,
  ...operationIds.flatMap((operation) =>
    speaking([operation], ["DECL-10", { statuses: { success: { [operation]: 203 } } }]),
  ),
  ...speaking(
    operationIds,
    ["DECL-11", failing("missingToken", 403)],
    ["DECL-12", failing("refusedToken", 403)],
    ["DECL-15", failing("methodNotAllowed", 404)],
    ["DECL-18", { errors: { format: "text" } }],
    ["DECL-18", { errors: { format: "object" } }],
    ["DECL-18", problemAsJson],
    ["DECL-19", { auth: { challenge: null } }, "and back"],
  ),
  ...speaking(
    operationIds.filter((operation) => operation !== "createUser"),
    ["DECL-20", { auth: { schemeCase: "exact" } }, "and back"],
  ),
  misdeclared(operationIds, "DECL-18", ownCode, {}),
  misdeclared(operationIds.filter(hasId), "DECL-18", ownPage, {}),
  misdeclared(operationIds, "DECL-21", redirecting, { ...redirecting, auth: { login: "/elsewhere" } }),
  misdeclared(operationIds, "DECL-32", limited(1000), {}),
  misdeclared(operationIds, "DECL-32", limited(1000), limited(900)),
  misdeclared(["createUser"], "DECL-22", {}, { createUser: { required: ["name"] } }),
  ...speaking(
    ["createUser"],
    ["DECL-16", failing("unreadableBody", 422)],
    ["DECL-17", failing("unsupportedMediaType", 400)],
    ["DECL-22", failing("invalidBody", 400)],
    ["DECL-23", { createUser: { unique: [] } }],
    ["DECL-23", failing("conflict", 422)],
    ["DECL-24", { createUser: { unknownFields: "drop" } }],
    ["DECL-24", { createUser: { unknownFields: "reject" } }, "and back"],
    ["DECL-25", { createUser: { defaults: { role: "admin" } } }],
    [
      "DECL-25",
      { createUser: { generated: { id: "{{id}}", status: "active", createdAt: "{{now}}", lastSeenAt: null } } },
    ],
    ["DECL-26", { createUser: { id: { kind: "uuid" } } }],
    ["DECL-27", { createUser: { returns: "nothing" } }, "and back"],
    ["DECL-28", { createUser: { location: "/api/v1/users/{{id}}" } }, "and back"],
  ),
  misdeclared(["createUser"], "DECL-33", smallBody, {}),
  misdeclared(["createUser"], "DECL-33", smallBody, { ...smallBody, ...failing("payloadTooLarge", 400) }),
  misdeclared(["getSubscription"], "DECL-29", { subscriptionId: { format: { kind: "uuid" } } }, {}),
  misdeclared(operationIds.filter(hasId), "DECL-13", {}, failing("notFound", 410)),
  ...speaking(["getSubscription"], ["DECL-30", { subscriptionId: { illFormed: "reject" } }, "and back"]),
  ...speaking(["listUsers"], ["DECL-14", failing("unknownPath", 410)]),
];
