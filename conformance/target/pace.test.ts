import { describe, expect, test } from "vitest";
import { Pace, type Time } from "./pace.ts";

describe("the wait after a 429", () => {
  test("is that of Retry-After, in seconds or as a date", async () => {
    const pace = new Pace({});
    expect(await pace.waitOut({ retryAfter: "0", attempt: 0 })).toBe(0);
    expect(await pace.waitOut({ retryAfter: new Date(0).toUTCString(), attempt: 0 })).toBe(0);
  });

  test.each(["3600", new Date(Date.now() + 3_600_000).toUTCString()])(
    "is skipped if it takes too long: %s",
    async (retryAfter) => {
      expect(await new Pace({}).waitOut({ retryAfter, attempt: 0 })).toBeUndefined();
    },
  );

  /** A clock that stands still. */
  const time: Time = { now: () => 0, sleep: () => Promise.resolve() };

  test("grows if the target asks again, also if it asks for no wait", async () => {
    const wait = (retryAfter: string | undefined, attempt: number) =>
      new Pace({ time }).waitOut({ retryAfter, attempt });
    expect(await Promise.all([0, 1, 2, 3].map((attempt) => wait("0", attempt)))).toStrictEqual([0, 100, 200, 400]);
    expect(await Promise.all([0, 1, 6].map((attempt) => wait(undefined, attempt)))).toStrictEqual([1000, 2000, 10_000]);
  });

  test("is shared by requests that wait at the same time", async () => {
    const pace = new Pace({ time });
    expect(
      await Promise.all([pace.waitOut({ retryAfter: "2", attempt: 0 }), pace.waitOut({ retryAfter: "3", attempt: 0 })]),
    ).toStrictEqual([2000, 1000]);
  });
});

describe("requests keep their distance", () => {
  /** A clock that only moves while somebody sleeps; every other sleep ends early, like real timers. */
  function testTime(): Time {
    let now = 0;
    let sleeps = 0;
    return {
      now: () => now,
      sleep: (milliseconds) => {
        sleeps += 1;
        now += sleeps % 2 === 1 && milliseconds > 1 ? milliseconds - 1 : milliseconds;
        return Promise.resolve();
      },
    };
  }

  test("also if a timer fires early", async () => {
    const time = testTime();
    const pace = new Pace({ maxRps: 200, time });
    for (let call = 0; call < 4; call += 1) await pace.turn();
    expect(time.now()).toBe(15);
  });

  test("and wait after a 429", async () => {
    const time = testTime();
    const pace = new Pace({ time });
    expect(await pace.waitOut({ retryAfter: "2", attempt: 0 })).toBe(2000);
    await pace.turn();
    expect(time.now()).toBe(2000);
  });
});

/** Whether a request is served that comes at this time, in milliseconds. */
type IsServed = (now: number) => boolean;

/** Sends requests, each again where it is not served. */
async function sendAll(isServed: IsServed, requests: number) {
  let now = 0;
  const time: Time = { now: () => now, sleep: async (milliseconds) => void (now += milliseconds) };
  const pace = new Pace({ time });
  let lost = 0;
  for (let request = 0; request < requests; request += 1) {
    for (let attempt = 0; ; attempt += 1) {
      await pace.turn();
      now += 2;
      if (isServed(now)) break;
      const wait = await pace.waitOut({ attempt, isUnsure: true });
      if (wait !== undefined) continue;
      lost += 1;
      break;
    }
    pace.pass();
  }
  return { lost, rate: (1000 * requests) / now };
}

describe("a limit of unknown size", () => {
  /** Allows `burst` requests at once, and `rate` a second. */
  function limitTo(burst: number, rate: number): IsServed {
    let [tokens, filled] = [burst, 0];
    return (now) => {
      tokens = Math.min(burst, tokens + ((now - filled) * rate) / 1000);
      filled = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    };
  }

  test.each([
    [1, 1],
    [10, 20],
    [5, 5],
    [50, 100],
  ])("of %i at once and %i a second loses no request, and is nearly used", async (burst, rate) => {
    const sent = await sendAll(limitTo(burst, rate), 300);
    expect(sent.lost).toBe(0);
    expect(sent.rate).toBeGreaterThan(0.4 * rate);
  });
});

test.each<[what: string, isServed: IsServed]>([
  ["an outage of three seconds", (now) => now < 200 || now > 3200],
  [
    "a target that refuses one request of ten",
    (
      (count) => () =>
        (count += 1) % 10 > 0
    )(0),
  ],
])("%s does not make a run slow", async (_, isServed) => {
  const sent = await sendAll(isServed, 400);
  expect(sent.lost).toBe(0);
  expect(sent.rate).toBeGreaterThan(10);
});

test("an aborted wait does not count", async () => {
  const signal = AbortSignal.abort();
  const pace = new Pace({ maxRps: 0.001, signal });
  await pace.turn();
  await pace.turn();
  expect(await pace.waitOut({ retryAfter: "60", attempt: 0 })).toBeUndefined();
});
