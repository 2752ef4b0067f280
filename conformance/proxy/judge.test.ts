import { beforeAll, describe, expect, test } from "vitest";
import { dialectSchema, type DialectInput } from "../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import type { Passed } from "./finding.ts";
import { openJudge, judgingDocument, type Judge } from "./judge.ts";
import { baseUrl, passedExample, type Changes } from "./passed.fixture.ts";
import { openPrism } from "./prism.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";

const dialect = dialectSchema.parse({
  auth: { schemeCase: "exact" },
  records: {
    user: {
      type: "object",
      required: ["id"],
      properties: { id: { type: "string" }, email: { $ref: "#/$defs/mail" }, boss: { $ref: "#" } },
      $defs: { mail: { type: "string", format: "email" } },
    },
  },
  createUser: { required: ["email"], unknownFields: "reject", id: { kind: "any" } },
});

let plain: Judge;
let declared: Judge;

beforeAll(async () => {
  plain = await openJudge({ baseUrl });
  declared = await openJudge({ baseUrl, dialect });
});

async function found(judge: Judge, changes: Changes): Promise<readonly string[]> {
  const { findings } = await judge(passedExample(changes));
  return findings.map(({ side, rule, place }) => `${side} ${rule} ${place}`.trim());
}

function replied(status: number, body: string, headers: Record<string, string> = {}): Passed["response"] {
  return { status, headers, body, ms: 1 };
}

function created(body: unknown, contentType = "application/json"): Changes {
  return {
    method: "POST",
    requestHeaders: { authorization: "Bearer a-token-of-tests", "content-type": contentType },
    requestBody: typeof body === "string" ? body : JSON.stringify(body),
    json: { data: [{ id: "u" }], meta: { page: 1, total: 1 } },
  };
}

const users = "#/paths/~1api~1v1~1users";

describe("by an almost empty dialect", () => {
  const records = [{ id: 7 }];
  test.each<[string, DialectInput, Changes, string[]]>([
    // The contract alone judges none of these.
    ["fields of records", {}, { json: { data: records, meta: { page: 1, total: 1 } } }, []],
    ["a success code", {}, { response: replied(203, '{"data":[],"meta":{"page":1,"total":0}}') }, []],
    ["a body of a creation", { auth: { schemeCase: "exact" } }, created("name=Ada", "text/plain"), []],
    ["a page that is not a number", { paging: { users: { style: "page" } } }, { query: "page=x&per_page=0" }, []],
    ["a failure", { statuses: { failure: { notFound: 404 } } }, { response: replied(404, "no") }, []],
    ["a required field", { records: { user: { type: "object" } } }, created({ login: "ada" }), []],
    // Declared keys are judged.
    ["its body of a failure", { errors: { format: "text" } }, { response: replied(404, "no") }, []],
    [
      "its body of a failure, of a declared code",
      { errors: { format: "object" }, statuses: { failure: { notFound: 404 } } },
      { response: replied(404, "no") },
      ["reply DECL-18"],
    ],
    [
      "its required field",
      { createUser: { required: ["email"] } },
      created({ login: "ada" }),
      [`request ${users}/post/requestBody body required email`],
    ],
    [
      "its paging",
      {
        paging: {
          users: { style: "page", firstPage: 1, unreadable: "reject", parameters: { page: "p", size: "n" } },
        },
      },
      { query: "p=x&page=x" },
      [`request ${users}/get/parameters query/p type`],
    ],
  ])("%s", async (_, given, changes, expected) => {
    const little = fillDialect(given);
    const judge = await openJudge({ baseUrl, dialect: little });
    expect(await found(judge, changes)).toStrictEqual(expected);
  });
});

describe("by the contract alone", () => {
  test.each([
    ["a reply that keeps the rules", {}, []],
    ["no JSON", { response: replied(200, "<p>hello") }, ["reply ENV-01"]],
    ["a bare list", { json: [] }, ["reply ENV-01"]],
    ["data missing, page a text", { json: { meta: { page: "1", total: 0 } } }, ["reply ENV-02", "reply ENV-04"]],
    ["a total too small", { json: { data: [1], meta: { page: 1, total: 0 } } }, ["reply ENV-07"]],
    ["no records, on page 0", { json: { data: [], meta: { page: 0, total: 0 } } }, ["reply ENV-06"]],
    ["an empty page of records", { query: "page=9", json: { data: [], meta: { page: 9, total: 8 } } }, []],
    ["a part of a reply", { response: replied(206, "{") }, []],
    ["an internal error of any form", { response: replied(500, "oops") }, []],
    ["any content type, or none", { response: replied(200, '{"data":[],"meta":{"page":1.0,"total":0}}') }, []],
    ["the scheme in another case", { requestHeaders: { authorization: "bearer x-y-z-token" } }, []],
    [
      "two subscriptions",
      { path: "/api/v1/subscriptions/a", json: { data: [1, 2], meta: { page: 1, total: 2 } } },
      ["reply SUB-01"],
    ],
    ["an unknown path", { path: "/api/v1/teams" }, [`request #/paths GET /api/v1/teams`]],
    ["an unknown method", { method: "PATCH" }, [`request ${users} PATCH`]],
    ["any body of a creation", created("name=Ada", "application/x-www-form-urlencoded"), []],
    ["an id that is badly encoded", { path: "/api/v1/subscriptions/%zz", response: replied(404, "") }, []],
  ] satisfies [string, Changes, string[]][])("%s", async (_, changes, expected) => {
    expect(await found(plain, changes)).toStrictEqual(expected);
  });

  test.each([
    ["none, rejected", {}, 401, ["request #/security"]],
    ["none, served", {}, 200, ["request #/security", "reply AUTH-02"]],
    ["the word alone, served", { authorization: "Bearer" }, 200, ["request #/security", "reply AUTH-03"]],
    ["another scheme, served", { authorization: "Basic eDp5" }, 200, ["request #/security"]],
    ["a cookie, served", { cookie: "sid=1" }, 200, ["request #/security"]],
  ])("credentials: %s", async (_, requestHeaders, status, expected) => {
    const response = replied(status, '{"data":[],"meta":{"page":1,"total":0}}');
    expect(await found(plain, { requestHeaders, response })).toStrictEqual(expected);
  });

  test("a success without an envelope may reject a token that was never accepted", async () => {
    const judge = await openJudge({ baseUrl });
    const page = { response: replied(200, "<p>sign in") };
    const unknown = { ...page, requestHeaders: { authorization: "Bearer another-token" } };
    expect(await found(judge, unknown)).toStrictEqual(["reply ENV-01"]);
    await judge(passedExample());
    expect(await found(judge, unknown)).toStrictEqual([]);
    expect(await found(judge, page)).toStrictEqual(["reply ENV-01"]);
  });

  test("unreadable exchanges, and those outside of the interface, are not judged", async () => {
    expect(await plain(passedExample({ unread: "too large", json: [] }))).toStrictEqual({
      operation: "listUsers",
      findings: [],
      notJudged: "too large",
    });
    expect(await plain(passedExample({ path: "/login" }))).toMatchObject({
      findings: [],
      notJudged: expect.any(String),
    });
  });
});

describe("by a declared dialect", () => {
  const records = (...data: unknown[]): { json: unknown } => ({
    json: { data, meta: { page: 1, total: data.length } },
  });

  test.each([
    ["records that fit", records({ id: "a", email: "a@b.example", boss: { id: "b" } }), []],
    [
      "records that do not, each place once a kind",
      records({ id: "a", email: "no" }, { email: "b@b.example" }),
      ["reply DECL-31 body/data/*/email format", "reply DECL-31 body/data/* required id"],
    ],
    ["another success code", { response: replied(203, '{"data":[],"meta":{"page":1,"total":0}}') }, ["reply DECL-10"]],
    [
      "a failure of another form",
      { response: replied(404, "no", { "content-type": "text/plain" }) },
      ["reply DECL-18"],
    ],
    ["a failure that is not declared", { response: replied(502, "no") }, []],
    ["the scheme in another case", { requestHeaders: { authorization: "bearer abcd" } }, ["request #/security"]],
    ["an unreadable page", { query: "page=x" }, [`request ${users}/get/parameters query/page type`]],
    ["a page sent twice", { query: "page=x&page=1" }, []],
    ["a size that is clamped", { query: "per_page=5000" }, []],
    [
      "a body that fits",
      {
        ...created({ email: "a@b.example" }),
        response: replied(201, '{"data":[{"id":"u","role":"member"}],"meta":{"page":1,"total":1}}'),
      },
      [],
    ],
  ] satisfies [string, Changes, string[]][])("%s", async (_, changes, expected) => {
    expect(await found(declared, changes)).toStrictEqual(expected);
  });

  const body = `request ${users}/post/requestBody`;
  test.each([
    ["a field missing", created({}), [`${body} body required email`]],
    ["a field null", created({ email: null }), [`${body} body/email not`]],
    ["a field not known", created({ email: "a@b.example", x: 1 }), [`${body} body additionalProperties`]],
    ["no object", created([]), [`${body} body type`]],
    ["no JSON", created("{"), [`${body} body type`]],
    ["another media type", created({ email: "a@b.example" }, "text/plain"), [`${body} 415`]],
    ["a vendor's JSON", created({ email: "a@b.example" }, "application/vnd.api+json; charset=utf-8"), []],
    ["none", { ...created({}), requestBody: undefined }, [`${body} required`]],
  ])("a body with %s", async (_, changes, expected) => {
    const found422 = { response: replied(500, "") };
    expect(await found(declared, { ...changes, ...found422 })).toStrictEqual(expected);
  });
});

test.each([
  ["offset", "offset=x&limit=51", ["query/offset type", "query/limit maximum"]],
  ["offset", "offset=0&limit=50", []],
  ["terse", "p=x&n=9999", []],
  ["login-page", "page=x", []],
])("of the paging of %s, only values it rejects are wrong in requests: %s", async (name, query, places) => {
  const judge = await openJudge({ baseUrl, dialect: await openDialect(name) });
  expect(await found(judge, { query, response: replied(500, "") })).toStrictEqual(
    places.map((place) => `request ${users}/get/parameters ${place}`),
  );
});

test.each([
  ["GET", "/api/v1/subscriptions/a%2Fb", "getSubscription"],
  ["GET", "/api/v1/invoices", "listInvoices"],
  ["PUT", "/api/v1/subscriptions/s-1", "#/paths/~1api~1v1~1subscriptions~1{id}"],
  ["GET", "/api/v1/nothing/7", "#/paths"],
  ["GET", "/api/v2/users", "#/paths"],
  ["GET", "/users", "#/paths"],
  ["GET", "/x/api/v1/invoices", "#/paths"],
  // HTTP's own methods, and other paths of the host.
  ["HEAD", "/api/v1/users", undefined],
  ["POST", "/oauth/token", undefined],
])("the meaning of %s %s", async (method, path, meaning) => {
  const { operation, findings } = await plain(passedExample({ method, path, response: replied(404, "") }));
  expect(operation ?? findings[0]?.rule).toBe(meaning);
});

test.each([
  [
    "Prism, its package and the command that adds it are named",
    "@stoplight/prism-http",
    "npm i -D @stoplight/prism-http",
  ],
  ["a missing dependency of Prism is not the user's mistake", "something-it-needs", "Cannot find package 's"],
])("if a package is missing: %s", async (_, name, message) => {
  const error = Object.assign(new Error(`Cannot find package '${name}'`), { code: "ERR_MODULE_NOT_FOUND" });
  await expect(openPrism(judgingDocument(), () => Promise.reject(error))).rejects.toThrow(message);
});
