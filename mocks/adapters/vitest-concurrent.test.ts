import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, vi } from "vitest";
import { createTest } from "orgkit/vitest";
import type { Simulation } from "../simulation/simulation.ts";
import { demoTokens } from "../simulation/caller.fixture.ts";

const origin = "http://api.example";
const users = `${origin}/api/v1/users`;
const headers = { authorization: `Bearer ${demoTokens[0]}`, "content-type": "application/json" };

interface Own {
  readonly simulation: Simulation;
}

type Create = (email: string) => Promise<number>;

/** Like axios and got: over the connections that node:http shares between tests. */
const byHttp: Create = (email) =>
  new Promise((resolve, reject) => {
    const sent = http.request(users, { method: "POST", headers }, (response) => {
      response.on("end", () => resolve(response.statusCode ?? 0)).resume();
    });
    sent.on("error", reject);
    sent.end(JSON.stringify({ email, name: "Ada" }));
  });

const byFetch: Create = async (email) =>
  (await fetch(users, { method: "POST", headers, body: JSON.stringify({ email, name: "Ada" }) })).status;

const test = createTest({ baseUrl: origin, world: "demo" });
/** With a user's own fixture that sends a request before the test. */
const testGreeted = test.extend<{ greeted: number }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of the fixtures it needs from the pattern
  greeted: [async ({}, use) => use(await byFetch("greeted@new.example")), { auto: true }],
});

describe.concurrent("concurrent tests", () => {
  beforeEach(async () => {
    await sleep(1);
    expect(await byFetch("before@new.example")).toBe(201);
  });

  afterEach<Own>(async ({ simulation }) => {
    expect(await byHttp("after@new.example")).toBe(201);
    expect(simulation.journal.entries().length).toBeGreaterThan(5);
  });

  for (let index = 0; index < 40; index += 1) {
    const isGreeted = index % 2 === 0;
    const body = async ({ simulation }: Own): Promise<void> => {
      for (let step = 0; step < 4; step += 1) {
        const create = (index + step) % 2 === 0 ? byHttp : byFetch;
        expect(await create(`user-${step}@new.example`)).toBe(201);
        await sleep((index * 7 + step * 3) % 5);
      }
      const [again] = await Promise.all([byHttp("user-0@new.example"), byFetch("late@new.example")]);
      expect(again).toBe(409);
      expect(simulation).toHaveReceived({ operation: "createUser", status: 201 }, { count: isGreeted ? 7 : 6 });
    };
    if (isGreeted) testGreeted(`test ${index}, with a fixture of its own`, body);
    else test(`test ${index}`, body);
  }
});

describe("requests of code outside of the tests", () => {
  const jobs: (() => void)[] = [];
  let timer: ReturnType<typeof setInterval>;

  beforeAll(() => {
    timer = setInterval(() => jobs.shift()?.(), 1);
  });
  afterAll(() => clearInterval(timer));

  const inQueue = (): Promise<Response> =>
    new Promise((resolve, reject) => jobs.push(() => void fetch(users, { headers }).then(resolve, reject)));

  test("belong to the only running test", async ({ simulation }) => {
    expect((await inQueue()).status).toBe(200);
    expect(simulation).toHaveReceived({ operation: "listUsers" }, { count: 1 });
  });

  describe.concurrent("are rejected", () => {
    for (const which of ["one", "another"]) {
      test(`if ${which} test runs with others`, async ({ simulation }) => {
        vi.spyOn(console, "error").mockReturnValue();
        await sleep(20);
        const response = await inQueue();
        expect([response.status, await response.text()]).toStrictEqual([
          500,
          expect.stringContaining("cannot tell which concurrent test sent this request"),
        ]);
        expect(simulation).not.toHaveReceived();
      });
    }
  });
});
