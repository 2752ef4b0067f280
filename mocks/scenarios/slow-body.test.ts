import { expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";

test.each([
  ["slow-body", 3000],
  ["slow-body:ms=10000", 10_000],
])("%s spreads the body, and only the body, over %d ms", async (scenario, bodyMs) => {
  const caller = await openTestCaller({ scenarios: [scenario] });
  const reply = await caller.call();
  expect([reply.status, reply.delivery, reply.why.scenarios]).toStrictEqual([200, { delayMs: 0, bodyMs }, [scenario]]);
});
