import { expect, test, vi } from "vitest";
import { writtenDialect } from "../../fixtures/dialect/declared.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { dialectSchema, type Dialect, type DialectInput } from "../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { reportSchema } from "../report/report.ts";
import { reportText } from "../report/text.ts";
import { targetSchema } from "../target/target.ts";
import { baseUrl, exampleTraffic, type Changes } from "./exchange.fixture.ts";
import type { TrafficExchange } from "./exchange.ts";
import { openRequestJudge } from "./judge-request.ts";
import { TrafficJudge } from "./traffic-judge.ts";

const judgeByContract = await openRequestJudge();

async function openJudge(dialect?: Dialect): Promise<TrafficJudge> {
  const declared = dialect && writtenDialect(dialect);
  return new TrafficJudge({
    target: targetSchema.parse({ baseUrl, allowWrites: false, dialect: declared }),
    judgeRequest: dialect === undefined ? judgeByContract : await openRequestJudge(dialect),
  });
}

/** `reply ENV-04`, `request #/security`. */
async function findViolations(judge: TrafficJudge, changes: Changes): Promise<readonly string[]> {
  const { violations } = await judge.add(exampleTraffic(changes));
  return violations.map(({ side, rule }) => `${side} ${rule}`);
}

function response(status: number, text: string): TrafficExchange["response"] {
  return { status, headers: { "content-type": "application/json" }, body: text, ms: 1 };
}

/** A page of users with this data. */
function page(...data: readonly unknown[]): Changes {
  return { json: { data, meta: { page: 1, total: data.length } } };
}

/** The request of a creation, which the target neither accepts nor rejects. */
function creation(content: unknown, contentType = "application/json"): Changes {
  return {
    method: "POST",
    requestHeaders: { authorization: "Bearer a-token-of-tests", "content-type": contentType },
    requestBody: JSON.stringify(content),
    response: response(500, ""),
  };
}

const users = "#/paths/~1api~1v1~1users";
const body = `request ${users}/post/requestBody`;
const parameters = `request ${users}/get/parameters`;
const security = "request #/security";

type Row = [what: string, changes: Changes, violations: string[]];

test.each<Row>([
  ["a page", {}, []],
  ["no JSON", { response: response(200, "<p>hello") }, ["reply ENV-01"]],
  ["data missing, page a text", { json: { meta: { page: "1", total: 0 } } }, ["reply ENV-02", "reply ENV-04"]],
  ["no records, on page 0", { json: { data: [], meta: { page: 0, total: 0 } } }, ["reply ENV-06"]],
  ["an empty page of records", { query: "page=9", json: { data: [], meta: { page: 9, total: 8 } } }, []],
  ["a part of a response", { response: response(206, "{") }, []],
  ["an internal error of any form", { response: response(500, "oops") }, []],
  ["the scheme in another case", { requestHeaders: { authorization: "bearer x-y-z-token" } }, []],
  ["two subscriptions", { path: "/api/v1/subscriptions/a", ...page(1, 2) }, ["reply SUB-01"]],
  ["an unknown path", { path: "/api/v1/teams" }, ["request #/paths"]],
  ["a path without its prefix", { path: "/users" }, ["request #/paths"]],
  ["an unknown method", { method: "PATCH" }, [`request ${users}`]],
  ["a method of HTTP", { method: "HEAD" }, []],
  ["any body of a creation", creation("name=Ada", "application/x-www-form-urlencoded"), []],
  ["an id that is badly encoded", { path: "/api/v1/subscriptions/%zz", response: response(404, "") }, []],
  ["no credentials, rejected", { requestHeaders: {}, response: response(401, "") }, [security]],
  ["no credentials, accepted", { requestHeaders: {} }, [security, "reply AUTH-02"]],
  ["`Bearer` alone, accepted", { requestHeaders: { authorization: "Bearer" } }, [security, "reply AUTH-03"]],
  ["a cookie, accepted", { requestHeaders: { cookie: "sid=1" } }, [security]],
])("violations of the contract: %s", async (_, changes, violations) => {
  expect(await findViolations(await openJudge(), changes)).toStrictEqual(violations);
});

test("a success without an envelope may reject a token that was never accepted", async () => {
  const judge = await openJudge();
  const login = { response: response(200, "<p>sign in") };
  const unknown = { ...login, requestHeaders: { authorization: "Bearer another-token" } };
  expect(await findViolations(judge, unknown)).toStrictEqual(["reply ENV-01"]);
  await judge.add(exampleTraffic());
  expect(await findViolations(judge, unknown)).toStrictEqual([]);
  expect(await findViolations(judge, login)).toStrictEqual(["reply ENV-01"]);
});

const notFound = { response: response(404, "no") };

test.each<[what: string, dialect: DialectInput, changes: Changes, violations: string[]]>([
  ["no fields of records", {}, page({ id: 7 }), []],
  ["no success code", {}, { response: response(203, '{"data":[],"meta":{"page":1,"total":0}}') }, []],
  ["no parameters", { paging: { users: { style: "page" } } }, { query: "page=x&per_page=0" }, []],
  ["no failures of undeclared codes", { errors: { format: "object" } }, notFound, []],
  ["failures", { errors: { format: "object" }, statuses: { failure: { notFound: 404 } } }, notFound, ["reply DECL-18"]],
  ["required fields", { createUser: { required: ["email"] } }, creation({ login: "ada" }), [body]],
])("of a dialect only the declared keys are judged: %s", async (_, dialect, changes, violations) => {
  expect(await findViolations(await openJudge(fillDialect(dialect)), changes)).toStrictEqual(violations);
});

const declaredJudge = await openJudge(
  dialectSchema.parse({
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
  }),
);
const ada = { email: "a@b.example" };

test.each<Row>([
  ["records that fit", page({ id: "a", ...ada, boss: { id: "b" } }), []],
  ["records that do not", page({ id: "a", email: "no" }), ["reply DECL-31"]],
  ["another success code", { response: response(203, '{"data":[],"meta":{"page":1,"total":0}}') }, ["reply DECL-10"]],
  ["a failure of another form", notFound, ["reply DECL-18"]],
  ["the scheme in another case", { requestHeaders: { authorization: "bearer abcd" } }, [security]],
  ["an unreadable page", { query: "page=x" }, [parameters]],
  ["a page sent twice", { query: "page=x&page=1" }, []],
  ["a size that is clamped", { query: "per_page=5000" }, []],
  ["a body that fits", creation(ada), []],
  ["a body with a field missing", creation({}), [body]],
  ["a body with a field null", creation({ email: null }), [body]],
  ["a body with an unknown field", creation({ ...ada, x: 1 }), [body]],
  ["a body of another media type", creation(ada, "text/plain"), [body]],
  ["a body of a vendor's JSON", creation(ada, "application/vnd.api+json; charset=utf-8"), []],
  ["no body", { ...creation({}), requestBody: undefined }, [body]],
])("violations of a dialect: %s", async (_, changes, violations) => {
  expect(await findViolations(declaredJudge, changes)).toStrictEqual(violations);
});

test.each([
  ["offset", "offset=x&limit=51", [parameters, parameters]],
  ["terse", "p=x&n=9999", []],
])("of the paging of %s, only values it rejects are violations: %s", async (name, query, violations) => {
  const judge = await openJudge(await openDialect(name));
  expect(await findViolations(judge, { query, response: response(500, "") })).toStrictEqual(violations);
});

test("equal violations are counted, and reported by side", async () => {
  const judge = await openJudge();
  const wrong = { json: { data: [], meta: { page: 1, total: -1 } } };
  const noToken = { requestHeaders: {}, response: response(401, "") };
  const areNew = [];
  for (const changes of [wrong, {}, wrong, noToken, noToken]) {
    const { violations } = await judge.add(exampleTraffic(changes));
    areNew.push(violations.map(({ isNew }) => isNew));
  }
  expect(areNew).toEqual([[true], [], [false], [true], [false]]);
  await judge.add(exampleTraffic({ path: "/login" }));
  await judge.add(exampleTraffic({ unread: "a body too large to judge", json: [] }));
  judge.leaveOut("no response");
  const report = judge.report({ startedAt: new Date(), files: [], notes: [] });
  expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toStrictEqual(report);
  expect(report).toMatchObject({
    verdict: "non-conforming",
    traffic: {
      entries: 8,
      used: 5,
      clientViolations: [{ operation: "listUsers", rule: "#/security", count: 2 }],
      leftOut: [{ count: 1 }, { count: 1 }, { count: 1 }],
    },
  });
  const text = reportText(report, (_, part) => part);
  expect(text).toMatch(/✗ ENV-05 listUsers[^]*in 2 of 3 exchanges/);
  expect(text).toContain("✗ request of listUsers by the client, in 2 exchanges");
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
  vi.doMock(import("../requirements/catalogue.ts"), async (load) => ({ ...(await load()), requirementSet: 0 }));
  const { judgeReply } = await import("./judge-reply.ts");
  vi.doUnmock("../requirements/catalogue.ts");
  vi.resetModules();
  const exchange = exampleTraffic({ json: { data: [], meta: { page: "1", total: 0 } } });
  const outcomes = await judgeReply(exchange, "listUsers", targetSchema.parse({ baseUrl, allowWrites: false }));
  expect(outcomes.find(({ id }) => id === "ENV-04")?.outcome.status).toBe("observed");
});

test("a missing dependency of Prism is not reported as Prism missing", async () => {
  const error = Object.assign(new Error("Cannot find package 'needed'"), { code: "ERR_MODULE_NOT_FOUND" });
  await expect(openRequestJudge(undefined, () => Promise.reject(error))).rejects.toThrow(
    "Cannot find package 'needed'",
  );
});
