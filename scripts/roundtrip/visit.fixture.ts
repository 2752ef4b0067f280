import { hasId, isList, operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { isNumbered, pageQuery } from "../../fixtures/dialect/query-parameters.ts";
import { isObject, jsonOf, jsonText, type Json } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Call, Reply } from "../../mocks/service/call.ts";
import type { Simulation } from "../../mocks/simulation/simulation.ts";
import { tokens } from "./world.fixture.ts";

/** Requests to two mocks, and those with different replies. */
export interface Comparison {
  readonly requests: number;
  /** With another status. */
  readonly otherStatus: readonly string[];
  /** With the same status, and another media type or members of other names or types. */
  readonly otherShape: readonly string[];
  /** With the same status and shape, and other values or headers. */
  readonly otherValues: readonly string[];
}

interface Request {
  readonly method?: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly text?: string;
}

/** Sends what a dialect makes a difference for to a mock with it, and to one with the dialect learned from that. */
export async function compareMocks(spoken: Simulation, learned: Simulation, allowWrites: boolean): Promise<Comparison> {
  const [account] = spoken.accounts;
  const records = { users: account?.users.all() ?? [], invoices: account?.invoices.all() ?? [] };
  const ids = (account?.subscriptions.all() ?? []).map(({ id }) => String(id));
  const requests = [
    ...operationIds
      .filter((operation) => allowWrites || operations[operation].shape !== "create")
      .flatMap((operation) => operationRequests(operation, ids)),
    ...listRequests("users", spoken.dialect, records.users),
    ...listRequests("invoices", spoken.dialect, records.invoices),
    ...sharedRequests(ids),
    ...(allowWrites ? creationRequests(spoken.dialect, records.users) : []),
  ];
  const compared = { otherStatus: [] as string[], otherShape: [] as string[], otherValues: [] as string[] };
  for (const request of requests) {
    const call = toCall(request);
    const [one, other] = [await spoken.answer(call), await learned.answer(call)];
    const kind = differenceOf(one, other, request);
    if (kind === undefined) continue;
    const text = `${call.method} ${call.path}${call.query === "" ? "" : `?${call.query}`} ${JSON.stringify(request.headers ?? request.body ?? request.text?.slice(0, 40) ?? "")}`;
    compared[kind].push(`${text}\n      ${summaryOf(other)}\n  for ${summaryOf(one)}`);
  }
  return { requests: requests.length, ...compared };
}

function toCall({ method = "GET", path, query = {}, headers, body, text }: Request): Call {
  return {
    method,
    path,
    query: new URLSearchParams(query).toString(),
    headers: {
      authorization: `Bearer ${tokens.good}`,
      ...((body !== undefined || text !== undefined) && { "content-type": "application/json" }),
      ...headers,
    },
    body: new TextEncoder().encode(text ?? (body === undefined ? "" : JSON.stringify(body))),
  };
}

const unknownToken = "Bearer roundtrip-token-9999";
const wrongAuthorization = [
  "",
  "Basic cm91bmR0cmlwOnRva2Vu",
  unknownToken,
  `Bearer ${tokens.expired}`,
  `bearer ${tokens.good}`,
];

/** With each kind of credentials, and with a method that it does not have. */
function operationRequests(operation: OperationId, ids: readonly string[]): readonly Request[] {
  const { path: template, shape } = operations[operation];
  const path = template.replace(/\{\w+\}/, ids[0] ?? "");
  const create = shape === "create" ? { method: "POST", body: { orgkit: "roundtrip" } } : {};
  return [
    ...wrongAuthorization.map((authorization) => ({ path, ...create, headers: { authorization } })),
    { path, method: "PROPFIND" },
    ...(isList(operation) || hasId(operation) ? [{ path, query: { orgkitUnknown: "1" } }] : []),
  ];
}

/** Pages, filters and orders. */
function listRequests(
  list: "users" | "invoices",
  { paging, filtering, sorting }: Dialect,
  records: readonly RecordData[],
): readonly Request[] {
  const path = `/api/v1/${list}`;
  const { [list]: pages } = paging;
  const [record = {}] = records;
  const paged = isNumbered(pages)
    ? [
        ...[0, 1, 2, 900].map((index) => pageQuery(pages, index, Math.min(3, pages.maxSize))),
        ...[pages.maxSize, pages.maxSize + 1].map((size) => pageQuery(pages, 0, size)),
        Object.fromEntries(Object.keys(pageQuery(pages, 0, 1)).map((name) => [name, "x"])),
      ]
    : [];
  const filters = filtering.style === "none" ? [] : filtering[list];
  const filtered = filters.map((field) => [
    filtering.style === "bracket" ? `filter[${field}]` : field,
    jsonText(own(record, field) ?? "none"),
  ]);
  const orders =
    sorting.style === "none"
      ? []
      : [...sorting[list].slice(0, 2), "orgkitNoSuchField"].flatMap((field) =>
          sorting.style === "signed"
            ? [{ [sorting.parameter]: field }, { [sorting.parameter]: `-${field}` }]
            : [{ [sorting.parameter]: field, [sorting.orderParameter]: "desc" }],
        );
  return [{}, ...paged, ...filtered.map((one) => Object.fromEntries([one])), ...orders].map((query) => ({
    path,
    query,
  }));
}

function sharedRequests(ids: readonly string[]): readonly Request[] {
  const origin = "https://orgkit.example";
  const preflight = {
    origin,
    "access-control-request-method": "GET",
    "access-control-request-headers": "authorization",
  };
  return [
    ...[...ids.slice(0, 3), `${ids[0]}0`, "orgkit~7f3a", "sub_00000000"].map((id) => ({
      path: `/api/v1/subscriptions/${id}`,
    })),
    { path: "/api/v1/orgkit-no-such-path" },
    { path: "/api/v1/users/" },
    { path: "/api/v1/users", headers: { origin } },
    { path: "/api/v1/users", method: "OPTIONS", headers: { ...preflight, authorization: "" } },
  ];
}

/** Bodies without a required field, with repeated values, and those that cannot be read. */
function creationRequests({ createUser }: Dialect, users: readonly RecordData[]): readonly Request[] {
  const create = { method: "POST", path: "/api/v1/users" };
  const [first = { id: "" }, other = first] = users;
  const fresh = (text: string): Record<string, Json> => ({
    ...Object.fromEntries(
      createUser.required.map((name) => [
        name,
        /mail/i.test(name) ? `${text}@example.org` : (own(other, name) ?? text),
      ]),
    ),
    ...Object.fromEntries(
      createUser.unique.map((name) => [name, /mail/i.test(name) ? `${text}@example.org` : `Name ${text}`]),
    ),
  });
  const bodies = [
    fresh("one"),
    { ...fresh("two"), orgkitUnknownField: "x" },
    ...createUser.required.map((name) => ({ ...fresh("three"), [name]: undefined })),
    ...createUser.unique.map((name) => ({ ...fresh("four"), [name]: own(first, name) })),
    {},
    [],
  ];
  return [
    ...bodies.map((body) => ({ ...create, body })),
    { ...create, text: '{"orgkit":' },
    { ...create, text: `{"orgkit":"${"x".repeat(2 * 1024 * 1024)}` },
    { ...create, text: "name: orgkit", headers: { "content-type": "text/plain" } },
    { path: "/api/v1/users" },
  ];
}

/** The most severe difference of two replies. Of a creation, which has values of its own, only the shape counts. */
function differenceOf(
  one: Reply,
  other: Reply,
  { method }: Request,
): Exclude<keyof Comparison, "requests"> | undefined {
  if (one.status !== other.status) return "otherStatus";
  if (JSON.stringify(shapeOf(one)) !== JSON.stringify(shapeOf(other))) return "otherShape";
  if (method === "POST" && one.status < 300) return undefined;
  const [text, otherText] = [one, other].map(({ headers, body }) =>
    JSON.stringify([sorted(headers), jsonOf(body) ?? body]),
  );
  return text === otherText ? undefined : "otherValues";
}

/** The media type, and the names and types of all members. */
function shapeOf({ headers, body }: Reply): unknown {
  const typesIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(typesIn(item))))].toSorted();
    return isObject(value) ? sorted(value, typesIn) : value === null ? "null" : typeof value;
  };
  return [headers["content-type"], typesIn(jsonOf(body) ?? body)];
}

function sorted(value: object, of: (member: unknown) => unknown = (member) => member): unknown {
  return Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => [name, of(member)]);
}

function summaryOf({ status, headers, body }: Reply): string {
  return `${status} ${JSON.stringify(headers)} ${body.slice(0, 400)}`;
}
