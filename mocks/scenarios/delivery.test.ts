import { expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";
import { disturbed } from "./scenarios.fixture.ts";

test.each([
  ["latency", { delayMs: 300, bodyMs: 0 }],
  ["latency:ms=800", { delayMs: 800, bodyMs: 0 }],
  ["latency:min=7,max=7", { delayMs: 7, bodyMs: 0 }],
  ["slow-body", { delayMs: 0, bodyMs: 3000 }],
  ["truncated-body", { delayMs: 0, bodyMs: 0, end: "cut" }],
  ["lost-response", { delayMs: 0, bodyMs: 0, end: "reset" }],
  ["hang:served=true", { delayMs: 0, bodyMs: 0, end: "never" }],
])("%s changes nothing but the delivery", async (scenario, delivery) => {
  const { why, ...reply } = await (await openTestCaller()).call();
  const expected = { ...reply, delivery, why: { ...why, scenarios: [scenario] } };
  expect(await (await disturbed(scenario)).call()).toStrictEqual(expected);
});

test("latency with a range stays in it and reaches both ends", async () => {
  const seen = await (await disturbed("latency:min=50,max=53")).seen(({ delivery }) => delivery?.delayMs, 60);
  expect(new Set(seen)).toStrictEqual(new Set([50, 51, 52, 53]));
});

test("delays add up", async () => {
  const caller = await disturbed(["truncated-body", "latency:ms=5", "slow-body:ms=40", "latency:ms=6"]);
  expect((await caller.call()).delivery).toStrictEqual({ delayMs: 11, bodyMs: 40, end: "cut" });
});

test.each([
  ["refused", "refused", 0, 47],
  ["reset", "reset", 0, 47],
  ["hang", "never", 0, 47],
  ["hang:served=true", "never", 201, 48],
  ["lost-response", "reset", 201, 48],
  ["truncated-body", "cut", 201, 48],
])("%s: a creation ends with %s and the status %d, and there are %d users", async (scenario, end, status, users) => {
  const caller = await disturbed(`${scenario}${scenario.includes(":") ? "," : ":"}on=createUser,times=1`);
  const reply = await caller.add();
  expect([reply.status, reply.delivery?.end]).toStrictEqual([status, end]);
  expect(await caller.users()).toHaveLength(users);
  expect((await caller.add()).status).toBe(users === 47 ? 201 : 409);
});

test("a response without a body is not cut, nor one that never arrives", async () => {
  const caller = await disturbed(["truncated-body", "server-errors:status=503,body=empty"]);
  expect(await caller.seen(({ delivery }) => delivery, [{ method: "HEAD" }, {}])).toStrictEqual([undefined, undefined]);
  for (const scenarios of [
    ["truncated-body", "lost-response"],
    ["lost-response", "truncated-body"],
  ]) {
    expect((await (await disturbed(scenarios)).call()).delivery?.end).toBe("reset");
  }
});
