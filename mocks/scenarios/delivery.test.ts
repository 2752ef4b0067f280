import { expect, test } from "vitest";
import type { Reply } from "../service/call.ts";
import { openTestCaller } from "../simulation/caller.fixture.ts";
import { disturbed } from "./scenarios.fixture.ts";

const delayOf = ({ delivery }: Reply): number => delivery?.delayMs ?? 0;

test.each([
  ["latency", 300],
  ["latency:ms=800", 800],
  ["latency:ms=0", 0],
  ["latency:max=0", 0],
  ["latency:min=7,max=7", 7],
  ["latency:median=120,sigma=0", 120],
])("%s is always %d", async (scenario, expected) => {
  expect(await (await disturbed(scenario)).seen(delayOf, 3)).toStrictEqual([expected, expected, expected]);
});

test("latency with a range stays in it and reaches both ends", async () => {
  const seen = await (await disturbed("latency:min=50,max=53")).seen(delayOf, 60);
  expect(new Set(seen)).toStrictEqual(new Set([50, 51, 52, 53]));
});

test("log-normal latency has its median in the middle, and a tail", async () => {
  const seen = await (await disturbed("latency:median=100,sigma=0.6")).seen(delayOf, 201);
  const sorted = seen.toSorted((one, other) => one - other);
  expect(Math.abs((sorted[100] ?? 0) - 100)).toBeLessThan(15);
  expect([Math.min(...seen) > 0, (sorted[199] ?? 0) > 250]).toStrictEqual([true, true]);
});

test.each([
  ["latency", { delayMs: 300, bodyMs: 0 }],
  ["slow-body", { delayMs: 0, bodyMs: 3000 }],
  ["slow-body:ms=10000", { delayMs: 0, bodyMs: 10_000 }],
  ["truncated-body", { delayMs: 0, bodyMs: 0, end: "cut" }],
  ["lost-response", { delayMs: 0, bodyMs: 0, end: "reset" }],
  ["hang:served=true", { delayMs: 0, bodyMs: 0, end: "never" }],
])("%s changes nothing but the delivery", async (scenario, delivery) => {
  const { why, ...reply } = await (await openTestCaller()).call();
  const expected = { ...reply, delivery, why: { ...why, scenarios: [scenario] } };
  expect(await (await disturbed(scenario)).call()).toStrictEqual(expected);
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
  if (status === 0) expect([reply.headers, reply.body, reply.why.rule]).toStrictEqual([{}, "", "scenario"]);
  expect(await caller.users()).toHaveLength(users);
  expect((await caller.add()).status).toBe(users === 47 ? 201 : 409);
});

test("a response without a body is not cut", async () => {
  const caller = await disturbed(["truncated-body", "server-errors:status=503,body=empty"]);
  expect(await caller.seen(({ delivery }) => delivery, [{ method: "HEAD" }, {}])).toStrictEqual([undefined, undefined]);
});

test.each([
  ["refused", "refused"],
  ["reset", "reset"],
  ["hang", "never"],
  ["lost-response", "reset"],
])("a response that %s drops is not cut, in either order", async (other, end) => {
  for (const scenarios of [
    ["truncated-body", other],
    [other, "truncated-body"],
  ]) {
    expect((await (await disturbed(scenarios)).call()).delivery?.end).toBe(end);
  }
});
