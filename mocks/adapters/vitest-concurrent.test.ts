import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, Dispatcher1Wrapper } from "undici";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, vi } from "vitest";
import { createTest } from "orgkit/vitest";
import type { Simulation } from "../simulation/simulation.ts";
import { demoTokens } from "../simulation/caller.fixture.ts";

const origin = "http://api.example";
const users = `${origin}/api/v1/users`;
const init = {
  method: "POST",
  headers: { authorization: `Bearer ${demoTokens[0]}`, "content-type": "application/json" },
};

interface Own {
  readonly simulation: Simulation;
}

type Create = (name: string) => Promise<number | undefined>;

const bodyOf = (name: string): string => JSON.stringify({ email: `${name}@new.example`, name });

/** Like axios and got: over the connections that node:http shares between tests. */
const byHttp: Create = (name) =>
  new Promise((resolve, reject) => {
    const outgoing = http.request(users, init, (response) => {
      response.on("end", () => resolve(response.statusCode)).resume();
    });
    outgoing.on("error", reject).end(bodyOf(name));
  });

const byFetch: Create = async (name) => {
  const response = await fetch(users, { ...init, body: bodyOf(name) });
  if (response.status >= 500) throw new Error(`${response.status}: ${await response.text()}`);
  return response.status;
};

const test = createTest({ baseUrl: origin, world: "demo" });
const testWithFixture = test.extend<{ own: unknown }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of the fixtures it needs from the pattern
  own: [async ({}, use) => use(await byFetch("fixture")), { auto: true }],
});

describe.concurrent("concurrent tests do not mix", () => {
  beforeEach(async () => {
    await sleep(1);
    expect(await byFetch("before")).toBe(201);
  });

  afterEach<Own>(async ({ simulation }) => {
    expect(await byHttp("after")).toBe(201);
    expect(simulation).toHaveReceived({ body: { name: "after" } }, { count: 1 });
  });

  for (let index = 0; index < 20; index += 1) {
    const hasFixture = index % 2 === 0;
    const body = async ({ simulation }: Own): Promise<void> => {
      for (let step = 0; step < 4; step += 1) {
        const create = (index + step) % 2 === 0 ? byHttp : byFetch;
        expect(await create(`user-${step}`)).toBe(201);
        await sleep((index * 7 + step * 3) % 5);
      }
      expect(await Promise.all([byHttp("user-0"), byFetch("late")])).toStrictEqual([409, 201]);
      expect(simulation).toHaveReceived({ status: 201 }, { count: hasFixture ? 7 : 6 });
    };
    if (hasFixture) testWithFixture(`${index}, with a user's fixture that sends a request`, body);
    else test(`${index}`, body);
  }
});

describe("tests that share one connection", () => {
  // It writes the second request when it has read the first response, which belongs to the other test.
  const connection = new Client(origin);
  afterAll(() => connection.close());

  describe.concurrent("do not mix", () => {
    for (const which of ["one", "another"]) {
      test(which, async ({ simulation }) => {
        const shared: RequestInit & { dispatcher: unknown } = { dispatcher: new Dispatcher1Wrapper(connection) };
        expect((await fetch(`${users}?test=${which}`, shared)).status).toBe(401);
        expect(simulation).toHaveReceived({ query: { test: which } }, { count: 1 });
      });
    }
  });
});

describe("a request that a test does not await", () => {
  let sendLate = (): void => undefined;
  let late: Promise<(number | undefined)[]>;

  test("is sent after its end", ({ simulation }) => {
    late = new Promise<void>((resolve) => (sendLate = resolve)).then(() =>
      Promise.all([byFetch("late"), byHttp("more")]),
    );
    expect(simulation).not.toHaveReceived();
  });

  test("is answered by its own simulation, and is not the next test's", async ({ simulation }) => {
    sendLate();
    expect(await late).toStrictEqual([201, 201]);
    expect(simulation).not.toHaveReceived();
  });
});

describe("requests of code outside of the tests", () => {
  const jobs: (() => void)[] = [];
  let timer: ReturnType<typeof setInterval>;

  beforeAll(() => {
    timer = setInterval(() => jobs.shift()?.(), 1);
  });
  afterAll(() => clearInterval(timer));

  const fetchOutside = (): Promise<Response> =>
    new Promise((resolve, reject) => jobs.push(() => void fetch(users).then(resolve, reject)));

  test("belong to the only running test", async ({ simulation }) => {
    expect((await fetchOutside()).status).toBe(401);
    expect(simulation).toHaveReceived({}, { count: 1 });
  });

  describe.concurrent("are rejected", () => {
    const waiting: (() => void)[] = [];
    for (const which of ["one", "another"]) {
      test(`if ${which} test runs with others`, async ({ simulation }) => {
        vi.spyOn(console, "error").mockReturnValue();
        // Until both run, however busy the machine is.
        const both = new Promise<void>((resolve) => waiting.push(resolve));
        if (waiting.length === 2) for (const resolve of waiting) resolve();
        await both;
        const response = await fetchOutside();
        expect(await response.text()).toContain("cannot tell which concurrent test sent this request");
        expect(simulation).not.toHaveReceived();
      });
    }
  });
});
