import { describe, expect, test } from "vitest";
import { openTestCaller, type TestCaller } from "../simulation/caller.fixture.ts";

async function statuses(caller: TestCaller, calls: number): Promise<readonly number[]> {
  const seen: number[] = [];
  for (let call = 0; call < calls; call += 1) seen.push((await caller.call()).status);
  return seen;
}

describe("server-errors", () => {
  test("fail each call, with one of the usual codes", async () => {
    const caller = await openTestCaller({ scenarios: ["server-errors"] });
    expect(new Set(await statuses(caller, 40))).toStrictEqual(new Set([500, 502, 503]));
  });

  test.each([
    [500, "", "application/problem+json", '"status":500'],
    [502, "", "text/html; charset=utf-8", "<h1>502 Bad Gateway</h1>"],
    [599, "", "text/html; charset=utf-8", "<h1>599 Server Error</h1>"],
    [500, ",body=html", "text/html; charset=utf-8", "<h1>500 Internal Server Error</h1>"],
    [503, ",body=dialect", "application/problem+json", '"title":"Service Unavailable"'],
    [503, ",body=text", "text/plain; charset=utf-8", "Service Unavailable\n"],
    [503, ",body=empty", undefined, ""],
  ])("of status %d%s come as %s", async (status, body, contentType, text) => {
    const scenario = `server-errors:status=${status}${body}`;
    const caller = await openTestCaller({ scenarios: [scenario] });
    const reply = await caller.call();
    expect([reply.status, reply.headers["content-type"], reply.headers["access-control-allow-origin"]]).toStrictEqual([
      status,
      contentType,
      "*",
    ]);
    expect(reply.body).toContain(text);
    expect(reply.why).toStrictEqual({ operation: "listUsers", rule: "scenario", scenarios: [scenario] });
  });

  test("come once in every so many calls, in bursts, each of one code", async () => {
    const caller = await openTestCaller({ scenarios: ["server-errors:every=10,burst=3"] });
    const places: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const seen = await statuses(caller, 10);
      const first = seen.findIndex((status) => status >= 500);
      places.push(first);
      const [code = 0] = seen.slice(first);
      expect(seen.toSpliced(first, 3, code, code, code)).toStrictEqual(seen);
      expect(seen.filter((status) => status !== 200)).toHaveLength(3);
    }
    expect(new Set(places).size).toBeGreaterThan(3);
  });

  test("of a share come in bursts, too, once one began", async () => {
    const caller = await openTestCaller({ scenarios: ["server-errors:rate=0.05,burst=4,status=503"] });
    const runs = (await statuses(caller, 300)).join(" ").match(/503(?: 503)*/g) ?? [];
    expect(runs.length).toBeGreaterThan(3);
    expect(runs.every((run) => run.split(" ").length % 4 === 0 || runs.at(-1) === run)).toBe(true);
  });

  test.each([
    ["server-errors", 47],
    ["server-errors:served=true", 48],
  ])("%s: then there are %d users", async (scenario, users) => {
    const caller = await openTestCaller({ scenarios: [scenario] });
    expect((await caller.create({ email: "a@new.example", name: "A" })).status).toBeGreaterThanOrEqual(500);
    caller.simulation.use();
    expect(await caller.users()).toHaveLength(users);
  });
});
