import { expect, test } from "vitest";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import type { ExchangeResponse, HttpExchange } from "../target/exchange.ts";
import { openPrism, judgedDocument } from "./prism.ts";
import { TrafficJudge } from "./traffic-judge.ts";
import { Validator } from "@cfworker/json-schema";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { readContract } from "../../fixtures/interface/contract.ts";

const baseUrl = "https://target.example/x";
const contractOnly = await openPrism();

/** What an exchange has instead of a request for users with a token, and an empty page. */
interface Changes {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The body of the response; a text is sent as it is. */
  readonly json?: unknown;
  readonly response?: Partial<ExchangeResponse>;
}

const authorization = "Bearer a-token-of-tests";
const emptyPage = { data: [], meta: { page: 1, total: 0 } };

function exchangeWith({ path = "/api/v1/users", json = emptyPage, response, body, ...changes }: Changes): HttpExchange {
  const text = typeof json === "string" ? json : JSON.stringify(json);
  const usual = { status: 200, headers: { "content-type": "application/json" }, body: text, ms: 1 };
  const request = { method: "GET", url: baseUrl + path, headers: { authorization }, ...(body && { body }), ...changes };
  return { request, response: { ...usual, ...response } };
}

/** `service ENV-04`, `client §5`. */
async function blame(changes: Changes, judge = new TrafficJudge(baseUrl, contractOnly)): Promise<readonly string[]> {
  const { violations } = await judge.add(exchangeWith(changes));
  return violations.map(({ by, rule }) => `${by} ${rule}`);
}

const failed = (status: number) => ({ response: { status }, json: "no" });

/** A creation that fails, so that only its request is judged. */
function creation(content: unknown, contentType = "application/json"): Changes {
  const headers = { authorization, "content-type": contentType };
  return { method: "POST", headers, body: JSON.stringify(content), ...failed(500) };
}

type Row = [what: string, changes: Changes, violations: string[]];

test.each<Row>([
  ["a page", {}, []],
  ["data missing, page a text", { json: { meta: { page: "1", total: 0 } } }, ["service ENV-02", "service ENV-04"]],
  ["an empty page of records", { path: "/api/v1/users?page=9", json: { data: [], meta: { page: 9, total: 8 } } }, []],
  ["a part of a response", { response: { status: 206 }, json: "{" }, []],
  ["an internal error of any form", failed(500), []],
  ["a redirect", { response: { status: 302 }, json: "" }, []],
  ["the scheme in another case", { headers: { authorization: "bearer x-y-z-token" } }, []],
  [
    "two subscriptions",
    { path: "/api/v1/subscriptions/a", json: { data: [1, 2], meta: { page: 1, total: 2 } } },
    ["service SUB-01"],
  ],
  ["an unknown id, as a success", { path: "/api/v1/subscriptions/a", json: { error: "unknown" } }, []],
  ["an id that is badly encoded", { path: "/api/v1/subscriptions/%zz", ...failed(404) }, []],
  ["an unknown path", { path: "/api/v1/teams", ...failed(404) }, ["client §4"]],
  ["a path without its prefix", { path: "/users", ...failed(404) }, ["client §4"]],
  ["a path with its prefix twice", { path: "/api/v1/api/v1/users", ...failed(404) }, ["client §4"]],
  ["an unknown method", { method: "PATCH", ...failed(405) }, ["client §4"]],
  ["a method of HTTP", { method: "HEAD", json: "" }, []],
  ["another part of the host", { path: "/login", json: "<p>hello" }, []],
  ["a body that is not JSON, where no dialect declares bodies", { ...creation({}), body: '{"name":' }, []],
  ["any body of a creation", creation("name=Ada", "application/x-www-form-urlencoded"), []],
  ["no `Authorization`, rejected", { headers: {}, ...failed(401) }, ["client §5"]],
  ["no `Authorization`, accepted", { headers: {} }, ["client §5", "service AUTH-02"]],
  ["a misspelled `Authorization`", { headers: { authorisation: authorization }, ...failed(401) }, ["client §5"]],
  ["the token without `Bearer`, rejected", { headers: { authorization: "a-token" }, ...failed(401) }, ["client §5"]],
  ["the token without `Bearer`, accepted", { headers: { authorization: "a-token" } }, ["client §5", "service AUTH-06"]],
  ["`Bearer` alone, accepted", { headers: { authorization: "Bearer" } }, ["client §5", "service AUTH-03"]],
  ["another scheme, accepted", { headers: { authorization: "Basic YTpi" } }, ["client §5"]],
  ["a cookie, accepted", { headers: { cookie: "sid=1" } }, ["client §5"]],
])("who is blamed by the contract: %s", async (_, changes, violations) => {
  expect(await blame(changes)).toStrictEqual(violations);
});

const ada = { email: "a@b.example" };
const declared = fillDialect({
  records: {
    user: {
      type: "object",
      required: ["id"],
      properties: { id: { type: "string" }, email: { $ref: "#/$defs/mail" }, boss: { $ref: "#" } },
      $defs: { mail: { type: "string", format: "email" } },
    },
  },
  statuses: { success: { listUsers: 200 } },
  createUser: { required: ["email"], unknownFields: "reject", id: { kind: "any" } },
});
const byDialect = await openPrism(declared);

function page(...data: readonly unknown[]): Changes {
  return { json: { data, meta: { page: 1, total: data.length } } };
}

test.each<Row>([
  ["records that fit", page({ id: "a", ...ada, boss: { id: "b" } }), []],
  [
    "records that do not, and a wrong total",
    { json: { data: [{ id: 1 }], meta: { page: 1, total: 0 } } },
    ["service ENV-07", "service OpenAPI"],
  ],
  ["a body that fits", creation(ada), []],
  ["a body that is not JSON", { ...creation(ada), body: '{"name":' }, ["client OpenAPI"]],
  ["a body with a field missing", creation({}), ["client OpenAPI"]],
  ["a body of another media type", creation(ada, "text/plain"), ["client OpenAPI"]],
  ["a body of an invalid media type", creation(ada, "\u0001;;="), ["client OpenAPI"]],
  ["a body of a vendor's JSON", creation(ada, "application/vnd.api+json; charset=utf-8"), []],
  ["no body", { method: "POST", ...failed(422) }, ["client OpenAPI"]],
])("who is blamed by a dialect: %s", async (_, changes, violations) => {
  expect(await blame(changes, new TrafficJudge(baseUrl, byDialect))).toStrictEqual(violations);
});

test("records are judged only by a dialect that declares them", async () => {
  const judge = new TrafficJudge(baseUrl, await openPrism(fillDialect({})));
  expect(await blame(page({ id: 7 }), judge)).toStrictEqual([]);
});

test("of paging, only values that the dialect rejects are violations", async () => {
  const judge = new TrafficJudge(baseUrl, await openPrism(await openDialect("offset")));
  const wrong = { path: "/api/v1/users?offset=x&limit=51", ...failed(400) };
  expect(await blame(wrong, judge)).toStrictEqual(["client OpenAPI", "client OpenAPI"]);
  // Which of several counts is open.
  expect(await blame({ ...wrong, path: "/api/v1/users?offset=x&offset=1" }, judge)).toStrictEqual([]);
});

test("a success without an envelope may reject a token that was never accepted", async () => {
  const judge = new TrafficJudge(baseUrl, contractOnly);
  const login = { json: "<p>sign in" };
  const unknown = { ...login, headers: { authorization: "Bearer another-token" } };
  expect(await blame(unknown, judge)).toStrictEqual(["service ENV-01"]);
  await blame({}, judge);
  expect(await blame(unknown, judge)).toStrictEqual([]);
  expect(await blame(login, judge)).toStrictEqual(["service ENV-01"]);
});

test("equal violations are counted; what is not judged is counted by its reason", async () => {
  const judge = new TrafficJudge(baseUrl, contractOnly);
  const wrong = (total: number): Changes => ({ json: { data: [], meta: { page: 1, total } } });
  for (const changes of [wrong(-1), {}, wrong(-2), { path: "/login" }]) await blame(changes, judge);
  await judge.add(exchangeWith({ json: "" }), "a body too large to judge");
  expect(judge.report()).toStrictEqual({
    exchanges: 5,
    judged: 3,
    notJudged: { "not part of the interface": 1, "a body too large to judge": 1 },
    violations: [
      {
        by: "service",
        operation: "listUsers",
        rule: "ENV-05",
        message: expect.stringContaining("-1"),
        count: 2,
        first: "GET /api/v1/users → 200",
      },
    ],
  });
});

test("however many violations there are, a report lists no more than a person reads", async () => {
  const judge = new TrafficJudge(baseUrl, contractOnly);
  const names = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x4e00 + index));
  for (const name of names) await blame({ path: `/api/v1/${encodeURI(name)}%${name}` }, judge);
  expect(judge.report()).toMatchObject({ judged: 400 });
  expect(judge.report().violations.length).toBeLessThanOrEqual(300);
});

test("a fault of Prism is nobody's violation, and its message, which may quote a token, is not shown", async () => {
  const judge = new TrafficJudge(baseUrl, () => Promise.reject(new TypeError(authorization)));
  const { violations, notJudged } = await judge.add(exchangeWith({}));
  expect([violations, notJudged]).toStrictEqual([[], "orgkit itself failed (TypeError)"]);
});

const token = "Nq7RrVd2kLw9sBf5Gx3J";

test.each<[what: string, changes: Changes]>([
  ["in the query", { path: `/api/v1/users?access_token=${token}&page=1`, json: token }],
  ["in the header", { headers: { authorization: `Bearer ${token}` }, json: `token: ${token}` }],
  ["in the body", { method: "POST", body: JSON.stringify({ password: token }), json: { data: token } }],
  ["of 60,000 characters", { headers: { cookie: `sid=${token.repeat(3000)}` }, json: token.repeat(3000) }],
  ["in a path", { path: `/api/v1/tokens/${token}`, ...failed(404) }],
])("a secret is masked in all that is shown, then and later: %s", async (_, changes) => {
  const judge = new TrafficJudge(baseUrl, contractOnly);
  const shown = [await judge.add(exchangeWith(changes))];
  shown.push(await judge.add(exchangeWith({ path: `/api/v1/users/${token}`, json: `${token} again` })));
  if (!JSON.stringify(changes).includes(token.repeat(2)))
    expect(JSON.stringify([shown, judge.report()])).not.toContain(token);
  expect(JSON.stringify([shown[0], judge.report()])).not.toContain(token.repeat(10));
});

test("a missing dependency of Prism is not reported as Prism missing", async () => {
  const error = Object.assign(new Error("Cannot find package 'needed'"), { code: "ERR_MODULE_NOT_FOUND" });
  await expect(openPrism(undefined, () => Promise.reject(error))).rejects.toThrow("Cannot find package 'needed'");
});

function documentOf(dialect: DialectInput) {
  const { paths, components } = judgedDocument(readContract(), fillDialect(dialect));
  return { users: Object(paths["/api/v1/users"]), NewUser: Object(components.schemas["NewUser"]) };
}

const nothing = { query: [], body: {}, statuses: ["2XX", "3XX", "4XX", "5XX"] };
const bounds = { style: "offset", maxSize: 50, defaultSize: 20, oversize: "reject" } as const;

test.each<readonly [dialect: DialectInput, wrong: object]>([
  [{}, nothing],
  [{ statuses: { success: { listUsers: 200 } } }, { ...nothing, statuses: ["200", "3XX", "4XX", "5XX"] }],
  [{ paging: { users: bounds }, createUser: { unique: [] } }, nothing],
  [
    { paging: { users: { ...bounds, parameters: { limit: "max" } } } },
    { ...nothing, query: [{ name: "max", in: "query", schema: { maximum: 50 } }] },
  ],
  [{ createUser: { required: [] } }, { ...nothing, body: { $ref: "#/components/schemas/NewUser" } }],
])("of a dialect, only what %j declares can be wrong", (dialect, expected) => {
  const { get, post } = documentOf(dialect).users;
  const body = post.requestBody.content["application/json"].schema;
  expect({ query: get.parameters, body, statuses: Object.keys(get.responses) }).toStrictEqual(expected);
});

const user = {
  properties: { id: { type: "string" }, email: {}, name: {}, role: { enum: ["admin"] }, status: { type: "string" } },
};
const types: DialectInput = { records: { user } };
const required: DialectInput = { createUser: { required: ["email", "name"] } };
const closed: DialectInput = { createUser: { unknownFields: "reject", generated: { status: "new" } } };
const named = { ...ada, name: "Ada" };

test.each<readonly [isRight: boolean, dialect: DialectInput, body: unknown]>([
  [true, required, { ...named, role: 7, nick: "A" }],
  [false, required, { email: "a@b.example" }],
  [false, required, { ...named, email: null }],
  [false, required, []],
  [true, types, { name: "Ada", role: "admin", nick: "A" }],
  [false, types, { ...named, role: "pope" }],
  [true, { ...types, ...closed }, { ...named, id: null, status: 7 }],
  [false, { ...types, ...closed }, { ...named, nick: "A" }],
  [true, closed, { ...named, nick: "A" }],
])("is it %s that with %j the body %j is right", (isRight, dialect, body) => {
  expect(new Validator(documentOf(dialect).NewUser, "2020-12").validate(body).valid).toBe(isRight);
});
