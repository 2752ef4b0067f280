import { compose, dialectFile } from "../../conformance/learn/compose.ts";
import { learnFrom, maxRequests } from "../../conformance/learn/learn-from.ts";
import { connectionSchema } from "../../conformance/target/connection.ts";
import type { HttpClient } from "../../conformance/target/http-client.ts";
import { listSecrets } from "../../conformance/target/credentials.ts";
import { secretsSchema, targetSchema } from "../../conformance/target/target.ts";
import { Stage } from "../../conformance/judge/stage.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { createRedactor, type Secret } from "../../fixtures/secrets/redactor.ts";
import { type World, worldSchema } from "../../fixtures/worlds/world.ts";
import { frozenClock } from "../../mocks/service/clock.ts";
import { createSimulation, type Simulation } from "../../mocks/simulation/simulation.ts";
import { crowdWorld } from "../../fixtures/worlds/crowd.ts";
import {
  hasId,
  isList,
  listNames,
  operationIds,
  operations,
  type ListName,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import type { CollectionName } from "../../fixtures/contract/record-kinds.ts";
import {
  filterParameters,
  firstPosition,
  isNumbered,
  positionParameter,
  sizeParameter,
  type NumberedPaging,
} from "../../fixtures/dialect/query-parameters.ts";
import { isObject, tryParseJson, jsonText, own } from "../../fixtures/values/json.ts";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import type { Call, Reply } from "../../mocks/service/call.ts";
import { testCall } from "../../mocks/simulation/caller.fixture.ts";

/** A valid token and an expired one. */
export const tokens = { good: "roundtrip-token-0001", expired: "roundtrip-token-0002" } as const;

const subscriptionIds = "k9p34y6n 3wd25rq4 f5zr37e3 p0x8m2va z7c1b6ht w4g9s5ju m3k7y2qd a8e0i6ou"
  .split(" ")
  .map((id) => `sub_${id}`);

/**
 * One account with many users, as many invoices, and a few subscriptions that the invoices refer to; by default more
 * records than the maximum page size of a random dialect.
 */
export async function roundtripWorld(size = 400): Promise<World> {
  const [crowd] = (await crowdWorld(size * 10, 7)).accounts;
  const invoices = crowd?.invoices.slice(0, size) ?? [];
  const account = {
    ...crowd,
    tokens: [tokens.good, { token: tokens.expired, expiresAt: "2020-01-01T00:00:00Z" }],
    users: crowd?.users.slice(0, size),
    subscriptions: subscriptionIds.map((id, index) => ({
      ...crowd?.subscriptions[index % crowd.subscriptions.length],
      id,
    })),
    invoices: invoices.map((invoice, index) => ({
      ...invoice,
      subscriptionId: subscriptionIds[index % subscriptionIds.length],
    })),
  };
  return worldSchema.parse({ name: "roundtrip", accounts: [account] });
}

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

type Members = Readonly<Record<string, string>>;

/** Requests to a mock, for which its dialect makes a difference. */
export function visit({ dialect, accounts }: Simulation, allowWrites: boolean): readonly Call[] {
  const recordsOf = (name: CollectionName): readonly RecordData[] => accounts[0]?.[name].all() ?? [];
  const ids = accounts[0]?.subscriptions.all().map(({ id }) => String(id)) ?? [];
  return [
    ...operationIds
      .filter((operation) => allowWrites || operations[operation].shape !== "create")
      .flatMap((operation) => operationCalls(operation, ids)),
    ...listNames.flatMap((list) => listCalls(list, dialect, recordsOf(list))),
    ...sharedCalls(ids),
    ...(allowWrites ? creationCalls(dialect, recordsOf("users")) : []),
  ];
}

/** Sends them to a mock with a dialect, and to one with the dialect learned from that. */
async function compareMocks(spoken: Simulation, learned: Simulation, allowWrites: boolean): Promise<Comparison> {
  const calls = visit(spoken, allowWrites);
  const compared = { otherStatus: [] as string[], otherShape: [] as string[], otherValues: [] as string[] };
  for (const call of calls) {
    const [one, other] = [await spoken.answer(call), await learned.answer(call)];
    const kind = findDifference(one, other, call.method);
    if (kind === undefined) continue;
    const body = new TextDecoder().decode(call.body).slice(0, 80);
    const sent = `${call.method} ${call.path}?${call.query} ${JSON.stringify(call.headers)} ${body}`;
    compared[kind].push(`${sent}\n      ${summarize(other)}\n  for ${summarize(one)}`);
  }
  return { requests: calls.length, ...compared };
}

function get(path: string, query: Members = {}, headers: Members = {}): Call {
  return testCall({ token: tokens.good, path, query: new URLSearchParams(query).toString(), headers });
}

function create(body: string, headers: Members = {}): Call {
  const all = { "content-type": "application/json", ...headers };
  return testCall({ token: tokens.good, method: "POST", headers: all, body });
}

const wrongAuthorization = [
  "",
  "Basic cm91bmR0cmlwOnRva2Vu",
  "Bearer roundtrip-token-9999",
  `Bearer ${tokens.expired}`,
  `bearer ${tokens.good}`,
];

/** With each kind of credentials, and with a method that it does not have. */
function operationCalls(operation: OperationId, ids: readonly string[]): readonly Call[] {
  const { path: template, shape } = operations[operation];
  const path = template.replace(/\{\w+\}/, ids[0] ?? "");
  return [
    ...wrongAuthorization.map((authorization) =>
      shape === "create" ? create('{"orgkit":"roundtrip"}', { authorization }) : get(path, {}, { authorization }),
    ),
    { ...get(path), method: "PROPFIND" },
    ...(isList(operation) || hasId(operation) ? [get(path, { orgkitUnknown: "1" })] : []),
  ];
}

/** Pages, filters and orders. */
function listCalls(
  list: ListName,
  { paging, filtering, sorting }: Dialect,
  [record = { id: "" }]: readonly RecordData[],
): readonly Call[] {
  const queries: Members[] = [{}];
  const { [list]: pages } = paging;
  if (isNumbered(pages)) {
    queries.push(...[0, 1, 2, 900].map((index) => pageQuery(pages, index, Math.min(3, pages.maxSize))));
    queries.push(...[pages.maxSize, pages.maxSize + 1].map((size) => pageQuery(pages, 0, size)));
    queries.push(Object.fromEntries(Object.keys(pageQuery(pages, 0, 1)).map((name) => [name, "x"])));
  }
  if (pages.style === "cursor") queries.push({ [pages.parameters.cursor]: "x" });
  for (const { field, parameter } of filterParameters(filtering, list))
    queries.push({ [parameter]: jsonText(own(record, field) ?? "none") });
  for (const field of sorting.style === "none" ? [] : [...sorting[list].slice(0, 2), "orgkitNoSuchField"]) {
    if (sorting.style === "signed") queries.push({ [sorting.parameter]: field }, { [sorting.parameter]: `-${field}` });
    if (sorting.style === "pair")
      for (const order of ["desc", "down"])
        queries.push({ [sorting.parameter]: field, [sorting.orderParameter]: order });
  }
  return queries.map((query) => get(`/api/v1/${list}`, query));
}

function sharedCalls(ids: readonly string[]): readonly Call[] {
  const origin = "https://orgkit.example";
  const method = { "access-control-request-method": "GET", "access-control-request-headers": "authorization" };
  const paths = [...ids.slice(0, 3), `${ids[0]}0`, "orgkit~7f3a", "sub_00000000"].map((id) => `subscriptions/${id}`);
  return [
    ...[...paths, "orgkit-no-such-path", "users/"].map((path) => get(`/api/v1/${path}`)),
    get("/api/v1/users", {}, { origin }),
    { ...get("/api/v1/users", {}, { origin, ...method, authorization: "" }), method: "OPTIONS" },
  ];
}

/** Bodies without a required field, with repeated values, and those that cannot be read. */
function creationCalls({ createUser }: Dialect, users: readonly RecordData[]): readonly Call[] {
  const [first = { id: "" }, other = first] = users;
  const { required, unique } = createUser;
  const userOf = (text: string): object => {
    const valueOf = (name: string, usual: unknown) => [name, /mail/i.test(name) ? `${text}@example.org` : usual];
    return Object.fromEntries([
      ...required.map((name) => valueOf(name, own(other, name) ?? text)),
      ...unique.map((name) => valueOf(name, `Name ${text}`)),
    ]);
  };
  const bodies = [
    userOf("one"),
    { ...userOf("two"), orgkitUnknownField: "x" },
    ...required.map((name) => ({ ...userOf("three"), [name]: undefined })),
    ...unique.map((name) => ({ ...userOf("four"), [name]: own(first, name) })),
    {},
    [],
  ];
  return [
    ...bodies.map((body) => create(JSON.stringify(body))),
    create('{"orgkit":'),
    create(`{"orgkit":"${"x".repeat(2 * 1024 * 1024)}`),
    create("name: orgkit", { "content-type": "text/plain" }),
    get("/api/v1/users"),
  ];
}

/** The most severe difference of two replies. Of a creation, which has values of its own, only the shape counts. */
function findDifference(one: Reply, other: Reply, method: string): Exclude<keyof Comparison, "requests"> | undefined {
  if (one.status !== other.status) return "otherStatus";
  if (describeShape(one) !== describeShape(other)) return "otherShape";
  if (method === "POST" && one.status < 300) return undefined;
  const [text, otherText] = [one, other].map(({ headers, body }) =>
    JSON.stringify([sort(headers), tryParseJson(body) ?? body]),
  );
  return text === otherText ? undefined : "otherValues";
}

/** The media type, and the names and types of all members. */
function describeShape({ headers, body }: Reply): string {
  const typesIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(typesIn(item))))].toSorted();
    return isObject(value) ? sort(value, typesIn) : value === null ? "null" : typeof value;
  };
  return JSON.stringify([headers["content-type"], typesIn(tryParseJson(body) ?? body)]);
}

function sort(value: object, change: (member: unknown) => unknown = (member) => member): unknown {
  const members = Object.entries(value).map(([name, member]) => [name, change(member)] as const);
  return members.toSorted(([left], [right]) => (left < right ? -1 : 1));
}

function summarize({ status, headers, body }: Reply): string {
  return `${status} ${JSON.stringify(headers)} ${body.slice(0, 400)}`;
}

/** The query of a page of a declared paging; the first is 0. */
function pageQuery(paging: NumberedPaging, page: number, size: number): Readonly<Record<string, string>> {
  const position = paging.style === "page" ? page + firstPosition(paging) : page * size;
  const sizeName = sizeParameter(paging);
  return {
    [positionParameter(paging)]: String(position),
    ...(sizeName === null ? {} : { [sizeName]: String(size) }),
  };
}

/** Runs a mock with a dialect in the process itself, and learns it. */
export async function learnDirectly(spoken: Dialect, world: World, allowWrites: boolean) {
  const simulation = await createSimulation({ world, dialect: spoken });
  const target = targetSchema.parse({ baseUrl: "http://mock.example", allowWrites });
  const secrets = secretsSchema.parse({ first: tokens.good, expired: tokens.expired });
  const stage = new Stage({
    target,
    secrets,
    connection: connectionSchema.parse({ maxRequests }),
    runId: "orgkit0f00d",
    client: openDirectClient(simulation, listSecrets(secrets, target)),
  });
  const learned = await learnFrom(stage);
  const composed = compose(learned);
  const methods = [...new Set(stage.log.map(({ request }) => request.method))];
  const clock = frozenClock(Date.UTC(2026, 0, 2));
  const original = await createSimulation({ world, dialect: spoken, clock });
  const again = await createSimulation({ world, dialect: fillDialect(composed.dialect), clock });
  const comparison = await compareMocks(original, again, allowWrites);
  return { learned, methods, text: dialectFile(learned, composed), comparison };
}

/** A client that calls a simulation directly, without a network: hundreds of dialects are learned in a minute. */
function openDirectClient(simulation: Simulation, secrets: readonly Secret[]): HttpClient {
  const redactor = createRedactor(secrets);
  const maxBytes = simulation.dialect.limits.bodyBytes + 1;
  return {
    async send({ method, url, headers, body }) {
      const { pathname: path, search } = new URL(url);
      const bytes = new TextEncoder().encode(body ?? "").slice(0, maxBytes);
      const reply = await simulation.answer({ method, path, query: search.slice(1), headers, body: bytes });
      const request = { method, url: redactor.text(url), headers: redactor.headers(headers) };
      const response = { status: reply.status, headers: { ...reply.headers }, body: redactor.body(reply.body), ms: 0 };
      const exchange = { request: { ...request, ...(body === undefined ? {} : { body }) }, response };
      return { exchange, requests: 1, waited: 0 };
    },
    close: () => Promise.resolve(),
  };
}
