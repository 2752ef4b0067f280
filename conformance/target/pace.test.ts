import { describe, expect, test } from "vitest";
import { createPace } from "./pace.ts";

describe("waiting out a 429", () => {
  test("as long as Retry-After says, in seconds or as a date", async () => {
    const pace = createPace({});
    expect(await pace.waitOut("0", 0)).toBe(0);
    expect(await pace.waitOut(new Date(0).toUTCString(), 1)).toBe(0);
  });

  test.each(["3600", new Date(Date.now() + 3_600_000).toUTCString()])(
    "not where it takes too long: %s",
    async (text) => {
      expect(await createPace({}).waitOut(text, 0)).toBeUndefined();
    },
  );

  test("not more than a run can afford in all", async () => {
    const pace = createPace({ mostWait: 15 });
    expect(await pace.waitOut(undefined, -10)).toBeCloseTo(0.98, 1);
    expect(await pace.waitOut("1", 1)).toBeUndefined();
  });

  test("not for ever", async () => {
    expect(await createPace({}).waitOut("0", 4)).toBeUndefined();
  });
});

test("calls keep their distance", async () => {
  const pace = createPace({ maxRps: 200 });
  const started = performance.now();
  for (let call = 0; call < 5; call += 1) await pace.turn();
  expect(performance.now() - started).toBeGreaterThanOrEqual(19);
});
