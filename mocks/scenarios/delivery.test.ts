import { expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";
import { openScenarios } from "./scenarios.fixture.ts";

test.each([
  ["latency", { delayMs: 300, bodyMs: 0 }],
  ["latency:ms=800", { delayMs: 800, bodyMs: 0 }],
  ["slow-body", { delayMs: 0, bodyMs: 3000 }],
  ["truncated-body", { delayMs: 0, bodyMs: 0, end: "cut" }],
])("%s changes nothing but the delivery", async (scenario, delivery) => {
  const { why, ...reply } = await (await openTestCaller()).call();
  const expected = { ...reply, delivery, why: { ...why, scenarios: [scenario] } };
  expect(await (await openScenarios(scenario)).call()).toStrictEqual(expected);
});

test("latency with a range stays in it and reaches both ends", async () => {
  const replies = await (await openScenarios("latency:min=50,max=53")).send(60);
  expect(new Set(replies.map(({ delivery }) => delivery?.delayMs))).toStrictEqual(new Set([50, 51, 52, 53]));
});

test("without a delay, latency leaves nothing to deliver later", async () => {
  const reply = await (await openScenarios("latency:min=0,max=0")).call();
  expect(reply).not.toHaveProperty("delivery");
  expect(reply.why.scenarios).toStrictEqual(["latency:min=0,max=0"]);
});

test.each([
  ["refused", "refused", 0, 47],
  ["reset", "reset", 0, 47],
  ["hang", "never", 0, 47],
  ["hang:served=true", "never", 201, 48],
  ["lost-response", "reset", 201, 48],
  ["truncated-body", "cut", 201, 48],
])("%s: a creation ends with %s and the status %d, and there are %d users", async (scenario, end, status, users) => {
  const caller = await openScenarios(scenario);
  const reply = await caller.add();
  expect([reply.status, reply.delivery?.end]).toStrictEqual([status, end]);
  caller.simulation.use();
  expect(await caller.users()).toHaveLength(users);
});

test.each([
  ["delays add up", ["truncated-body", "latency:ms=5", "slow-body:ms=40", "latency:ms=6"], {}, [11, 40, "cut"]],
  ["an empty body is not cut", ["truncated-body", "server-errors:status=503,body=empty"], {}, []],
  ["nor that of HEAD", ["truncated-body"], { method: "HEAD" }, []],
  ["nor one that never arrives", ["truncated-body", "lost-response"], {}, [0, 0, "reset"]],
  ["nor one that never arrives", ["lost-response", "truncated-body"], {}, [0, 0, "reset"]],
])("%s: %j", async (_, scenarios, call, delivery) => {
  const reply = await (await openScenarios(scenarios)).call(call);
  expect(Object.values(reply.delivery ?? {})).toStrictEqual(delivery);
});
