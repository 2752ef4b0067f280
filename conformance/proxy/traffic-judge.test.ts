import { beforeAll, describe, expect, test, vi } from "vitest";
import { writtenDialect } from "../../fixtures/dialect/declared.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { dialectSchema, type Dialect, type DialectInput } from "../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { reportSchema } from "../report/report.ts";
import { reportText } from "../report/text.ts";
import { targetSchema } from "../target/target.ts";
import { baseUrl, exampleTraffic, type Changes } from "./exchange.fixture.ts";
import type { TrafficExchange } from "./exchange.ts";
import { openRequestJudge, type RequestJudge } from "./judge-request.ts";
import { TrafficJudge } from "./traffic-judge.ts";

let judgeByContract: RequestJudge;

beforeAll(async () => {
  judgeByContract = await openRequestJudge();
});

async function openJudge(dialect?: Dialect): Promise<TrafficJudge> {
  const declared = dialect && writtenDialect(dialect);
  return new TrafficJudge({
    target: targetSchema.parse({ baseUrl, allowWrites: false, dialect: declared }),
    judgeRequest: dialect === undefined ? judgeByContract : await openRequestJudge(dialect),
  });
}

/** `reply ENV-04`, `request #/security`. */
async function rulesBroken(judge: TrafficJudge, changes: Changes): Promise<readonly string[]> {
  const { violations } = await judge.add(exampleTraffic(changes));
  return violations.map(({ side, rule }) => `${side} ${rule}`);
}

function replied(status: number, body: string, headers: Record<string, string> = {}): TrafficExchange["response"] {
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
const body = `request ${users}/post/requestBody`;
const parameters = `request ${users}/get/parameters`;

describe("by the contract alone", () => {
  test.each<[string, Changes, string[]]>([
    ["a reply that keeps the rules", {}, []],
    ["no JSON", { response: replied(200, "<p>hello") }, ["reply ENV-01"]],
    ["data missing, page a text", { json: { meta: { page: "1", total: 0 } } }, ["reply ENV-02", "reply ENV-04"]],
    ["no records, on page 0", { json: { data: [], meta: { page: 0, total: 0 } } }, ["reply ENV-06"]],
    ["an empty page of records", { query: "page=9", json: { data: [], meta: { page: 9, total: 8 } } }, []],
    ["a part of a reply", { response: replied(206, "{") }, []],
    ["an internal error of any form", { response: replied(500, "oops") }, []],
    ["the scheme in another case", { requestHeaders: { authorization: "bearer x-y-z-token" } }, []],
    [
      "two subscriptions",
      { path: "/api/v1/subscriptions/a", json: { data: [1, 2], meta: { page: 1, total: 2 } } },
      ["reply SUB-01"],
    ],
    ["an unknown path", { path: "/api/v1/teams" }, ["request #/paths"]],
    ["a path without its prefix", { path: "/users" }, ["request #/paths"]],
    ["an unknown method", { method: "PATCH" }, [`request ${users}`]],
    ["a method of HTTP", { method: "HEAD" }, []],
    ["any body of a creation", created("name=Ada", "application/x-www-form-urlencoded"), []],
    ["an id that is badly encoded", { path: "/api/v1/subscriptions/%zz", response: replied(404, "") }, []],
    ["no credentials, rejected", { requestHeaders: {}, response: replied(401, "") }, ["request #/security"]],
    ["no credentials, accepted", { requestHeaders: {} }, ["request #/security", "reply AUTH-02"]],
    [
      "`Bearer` alone, accepted",
      { requestHeaders: { authorization: "Bearer" } },
      ["request #/security", "reply AUTH-03"],
    ],
    ["a cookie, accepted", { requestHeaders: { cookie: "sid=1" } }, ["request #/security"]],
  ])("%s", async (_, changes, expected) => {
    expect(await rulesBroken(await openJudge(), changes)).toStrictEqual(expected);
  });

  test("a success without an envelope may reject a token that was never accepted", async () => {
    const judge = await openJudge();
    const page = { response: replied(200, "<p>sign in") };
    const unknown = { ...page, requestHeaders: { authorization: "Bearer another-token" } };
    expect(await rulesBroken(judge, unknown)).toStrictEqual(["reply ENV-01"]);
    await judge.add(exampleTraffic());
    expect(await rulesBroken(judge, unknown)).toStrictEqual([]);
    expect(await rulesBroken(judge, page)).toStrictEqual(["reply ENV-01"]);
  });
});

describe("by an almost empty dialect", () => {
  test.each<[string, DialectInput, Changes, string[]]>([
    // The contract alone judges none of these.
    ["fields of records", {}, { json: { data: [{ id: 7 }], meta: { page: 1, total: 1 } } }, []],
    ["a success code", {}, { response: replied(203, '{"data":[],"meta":{"page":1,"total":0}}') }, []],
    ["a body of a creation", { auth: { schemeCase: "exact" } }, created("name=Ada", "text/plain"), []],
    ["a page that is not a number", { paging: { users: { style: "page" } } }, { query: "page=x&per_page=0" }, []],
    ["a failure", { statuses: { failure: { notFound: 404 } } }, { response: replied(404, "no") }, []],
    // Declared keys are judged.
    ["its body of a failure", { errors: { format: "text" } }, { response: replied(404, "no") }, []],
    [
      "its body of a failure, of a declared code",
      { errors: { format: "object" }, statuses: { failure: { notFound: 404 } } },
      { response: replied(404, "no") },
      ["reply DECL-18"],
    ],
    ["its required field", { createUser: { required: ["email"] } }, created({ login: "ada" }), [body]],
    [
      "its paging",
      {
        paging: {
          users: { style: "page", firstPage: 1, unreadable: "reject", parameters: { page: "p", size: "n" } },
        },
      },
      { query: "p=x&page=x" },
      [parameters],
    ],
  ])("%s", async (_, dialect, changes, expected) => {
    expect(await rulesBroken(await openJudge(fillDialect(dialect)), changes)).toStrictEqual(expected);
  });
});

describe("by a declared dialect", () => {
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
  const records = (...data: unknown[]): Changes => ({ json: { data, meta: { page: 1, total: data.length } } });
  const failing = { response: replied(500, "") };
  let judge: TrafficJudge;
  beforeAll(async () => {
    judge = await openJudge(dialect);
  });

  test.each<[string, Changes, string[]]>([
    ["records that fit", records({ id: "a", email: "a@b.example", boss: { id: "b" } }), []],
    ["records that do not", records({ id: "a", email: "no" }), ["reply DECL-31"]],
    ["another success code", { response: replied(203, '{"data":[],"meta":{"page":1,"total":0}}') }, ["reply DECL-10"]],
    [
      "a failure of another form",
      { response: replied(404, "no", { "content-type": "text/plain" }) },
      ["reply DECL-18"],
    ],
    ["the scheme in another case", { requestHeaders: { authorization: "bearer abcd" } }, ["request #/security"]],
    ["an unreadable page", { query: "page=x" }, [parameters]],
    ["a page sent twice", { query: "page=x&page=1" }, []],
    ["a size that is clamped", { query: "per_page=5000" }, []],
    ["a body that fits", { ...created({ email: "a@b.example" }), ...failing }, []],
    ["a body with a field missing", { ...created({}), ...failing }, [body]],
    ["a body with a field null", { ...created({ email: null }), ...failing }, [body]],
    ["a body with an unknown field", { ...created({ email: "a@b.example", x: 1 }), ...failing }, [body]],
    ["a body of another media type", { ...created({ email: "a@b.example" }, "text/plain"), ...failing }, [body]],
    [
      "a body of a vendor's JSON",
      { ...created({ email: "a@b.example" }, "application/vnd.api+json; charset=utf-8"), ...failing },
      [],
    ],
    ["no body", { ...created({}), requestBody: undefined, ...failing }, [body]],
  ])("%s", async (_, changes, expected) => {
    expect(await rulesBroken(judge, changes)).toStrictEqual(expected);
  });

  test.each([
    ["offset", "offset=x&limit=51", 2],
    ["terse", "p=x&n=9999", 0],
    ["login-page", "page=x", 0],
  ])("of the paging of %s, only values it rejects are wrong in requests: %s", async (name, query, count) => {
    const declared = await openJudge(await openDialect(name));
    expect(await rulesBroken(declared, { query, ...failing })).toStrictEqual(Array(count).fill(parameters));
  });
});

test("equal violations are counted, and a report has those of the target and of its clients in every form", async () => {
  const judge = await openJudge();
  const wrong = { json: { data: [], meta: { page: 1, total: -1 } } };
  const noToken = { requestHeaders: {}, response: replied(401, "") };
  const added = [];
  for (const changes of [wrong, {}, wrong, noToken, noToken]) added.push(await judge.add(exampleTraffic(changes)));
  expect(added.map(({ violations }) => violations.map(({ isNew }) => isNew))).toEqual([
    [true],
    [],
    [false],
    [true],
    [false],
  ]);
  await judge.add(exampleTraffic({ path: "/login" }));
  await judge.add(exampleTraffic({ unread: "a body too large to judge", json: [] }));
  judge.leaveOut("no response");
  const report = judge.report({ startedAt: new Date(), files: [], notes: [] });
  expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toStrictEqual(report);
  expect(report).toMatchObject({ verdict: "non-conforming", traffic: { entries: 8, used: 5 } });
  expect(report.traffic?.clientViolations).toMatchObject([{ operation: "listUsers", rule: "#/security", count: 2 }]);
  expect(report.traffic?.leftOut.map(({ count }) => count)).toEqual([1, 1, 1]);
  const text = reportText(report, (_, part) => part);
  for (const part of [
    "✗ ENV-05 listUsers",
    "in 2 of 3 exchanges",
    "✗ request of listUsers by the client, in 2 exchanges",
  ])
    expect(text).toContain(part);
  expect(text).toMatch(/✗ non-conforming: ENV-05 \(1 of .*; 1 violation by the client/);
});

test("however many violations clients make, a report lists no more than it can show", async () => {
  const judge = await openJudge();
  for (let index = 0; index < 400; index += 1) await judge.add(exampleTraffic({ path: `/api/v1/unknown${index}` }));
  const { traffic, verdict } = judge.report({ startedAt: new Date(), files: [], notes: [] });
  expect([verdict, traffic?.used, traffic?.clientViolations?.length]).toEqual(["inconclusive", 400, 300]);
  expect(traffic?.notes.join()).toContain("100");
});

test("what breaks a requirement of a later set is no violation yet", async () => {
  vi.resetModules();
  vi.doMock(import("../checks/catalogue.ts"), async (load) => ({ ...(await load()), requirementSet: 0 }));
  const { judgeReply } = await import("./judge-reply.ts");
  vi.doUnmock("../checks/catalogue.ts");
  vi.resetModules();
  const exchange = exampleTraffic({ json: { data: [], meta: { page: "1", total: 0 } } });
  const outcomes = await judgeReply(exchange, "listUsers", targetSchema.parse({ baseUrl, allowWrites: false }));
  expect(outcomes.find(({ id }) => id === "ENV-04")?.outcome.status).toBe("observed");
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
  await expect(openRequestJudge(undefined, () => Promise.reject(error))).rejects.toThrow(message);
});
