import { expect, test } from "vitest";
import { inputErrorOf } from "../../fixtures/temporary-directory.fixture.ts";
import { parseScenario } from "./parse.ts";
import { disturbed, statusOf } from "./scenarios.fixture.ts";

test.each([
  ["respond:status=503,body=down, until 5=five", 503, "text/plain; charset=utf-8", "down, until 5=five"],
  ['respond:status=409,json={"error":"taken","at":[1,2]}', 409, "application/json", '{"error":"taken","at":[1,2]}'],
  ["respond:json=5,type=application/vnd.api+json", 200, "application/vnd.api+json", "5"],
  ["respond:status=204,body=never sent", 204, undefined, ""],
  ["respond", 200, undefined, ""],
])("%s", async (scenario, status, type, body) => {
  const reply = await (await disturbed(scenario)).call();
  expect([reply.status, reply.headers["content-type"], reply.body]).toStrictEqual([status, type, body]);
});

test("only the operation it is for gets it", async () => {
  const caller = await disturbed('respond:json={"error":"a, b=c"},status=500,on=listInvoices,times=1');
  const invoices = { path: "/api/v1/invoices" };
  expect(await caller.seen(statusOf, [{}, invoices, invoices])).toStrictEqual([200, 500, 200]);
});

test("a body that is not JSON, or a status code that is none, is named", () => {
  expect(inputErrorOf(() => parseScenario("respond:json={a}"))).toContain('json: expected JSON, got "{a}"');
  expect(inputErrorOf(() => parseScenario("respond:status=99"))).toContain("status: expected a whole number from 200");
});
