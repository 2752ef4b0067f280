import { describe, expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";

describe("maintenance", () => {
  test.each([
    ["maintenance", "120"],
    ["maintenance:retryAfter=3600", "3600"],
    ["maintenance:retryAfter=60,format=date", "Sun, 01 Mar 2026 12:31:00 GMT"],
    ["maintenance:format=none", undefined],
  ])("%s says to come back: %s", async (scenario, retryAfter) => {
    const caller = await openTestCaller({ scenarios: [scenario] });
    const reply = await caller.call();
    expect([reply.status, reply.headers["retry-after"]]).toStrictEqual([503, retryAfter]);
  });

  test.each([{}, { path: "/nothing" }, { method: "POST" }, { token: "nobody-0001" }])(
    "answers whatever is called: %j",
    async (call) => {
      const caller = await openTestCaller({ scenarios: ["maintenance"] });
      const { status, headers, body } = await caller.call(call);
      expect([status, headers["content-type"]]).toStrictEqual([503, "text/html; charset=utf-8"]);
      expect(body).toContain("<h1>Down for maintenance</h1>");
    },
  );
});
