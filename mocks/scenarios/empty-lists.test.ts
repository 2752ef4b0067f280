import { describe, expect, test } from "vitest";
import { openTestCaller, readEnvelope } from "../simulation/caller.fixture.ts";

describe("empty-lists", () => {
  test.each(["/api/v1/users", "/api/v1/invoices"])("%s has no records", async (path) => {
    const caller = await openTestCaller({ scenarios: ["empty-lists"] });
    const reply = await caller.call({ path });
    expect(readEnvelope(reply)).toStrictEqual({ data: [], meta: { page: 1, total: 0 } });
    expect([reply.why.rule, reply.why.scenarios]).toStrictEqual(["scenario", ["empty-lists"]]);
  });

  test.each([{ path: "/api/v1/subscriptions/sub_k9p34y6n" }, { query: "page=0" }])(
    "%j is answered as ever",
    async (call) => {
      const [caller, plain] = [await openTestCaller({ scenarios: ["empty-lists"] }), await openTestCaller()];
      expect(await caller.call(call)).toStrictEqual(await plain.call(call));
    },
  );
});
