import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { targetSchema } from "../target/target.ts";
import { baseUrl, passedExample } from "./passed.fixture.ts";

beforeAll(() => {
  vi.resetModules();
  vi.doMock(import("../checks/catalogue.ts"), async (load) => ({ ...(await load()), requirementSet: 0 }));
});

// Other tests get the real ones again.
afterAll(() => {
  vi.doUnmock("../checks/catalogue.ts");
  vi.resetModules();
});

test("what breaks a requirement of a later set is shown, and no violation yet", async () => {
  const { judgeResponse, outcomesOf } = await import("./judge-response.ts");
  const target = targetSchema.parse({ baseUrl, allowWrites: false });
  const exchange = passedExample({ json: { data: [], meta: { page: "1", total: 0 } } });
  const outcomes = await outcomesOf(exchange, "listUsers", target);
  expect(outcomes.find(({ id }) => id === "ENV-04")?.outcome).toMatchObject({
    status: "observed",
    message: expect.stringMatching(/^not scored yet/),
  });
  expect(await judgeResponse(exchange, "listUsers", target, [])).toEqual([]);
});
