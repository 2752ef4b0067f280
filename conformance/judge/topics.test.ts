import { expect, test } from "vitest";
import { judgeServer, nameOf } from "../test-servers/judge-server.ts";
import { mockServer } from "../test-servers/mock-server.ts";

/** What a run of the mock finds, without its values. */
async function judge(grep?: string) {
  const mock = mockServer({ id: "mock", speaks: "reference", declares: null });
  const { run, checks } = await judgeServer(mock, { patience: 1, grep });
  const found = checks.map((check) => [nameOf(check), check.status, check.message.replaceAll(/\w+-\w{8}/g, "…")]);
  return { requests: run.requests, found };
}

test("a requirement alone is judged as in a whole run, with what it reads and no other request", async () => {
  const whole = await judge();
  for (const [id, most] of [
    ["AUTH-04", 0.5],
    ["OBS-10", 0.6],
  ] as const) {
    const { requests, found } = await judge(id);
    expect(found).toStrictEqual(whole.found.filter(([name = ""]) => name.startsWith(id)));
    expect(requests, id).toBeLessThan(most * whole.requests);
  }
});
