import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomStream } from "../../fixtures/worlds/random.ts";
import { readEpoch, readMoment, type WrittenMoment } from "./moment-text.ts";
import { moverOf, otherBirthDate } from "./moments.ts";
import { collectSourceWords } from "./source-words.ts";

function read(text: string): WrittenMoment {
  const moment = readMoment(text);
  if (moment === undefined) throw new Error(`no moment: ${text}`);
  return moment;
}

describe("a moment is read and written in its format", () => {
  test.each([
    "2024-02-29",
    "2024-02-29T10:11:12Z",
    "2024-02-29T10:11:12.003Z",
    "2024-02-29T10:11:12.123456789+05:30",
    "2024-02-29T10:11-0800",
    "2024-02-29 10:11:12",
    "2024/02/29",
    "29.02.2024",
    "Thu, 29 Feb 2024 10:11:12 GMT",
  ])("%s", (text) => {
    const moment = read(text);
    expect(moment.write(moment.day, moment.time)).toBe(text);
  });

  test.each(["2024-02-30", "2024-02-29T25:00:00Z", "31.02.2024", "2024", "Anna", "12-12-2024", ""])(
    "but not %j",
    (text) => {
      expect(readMoment(text)).toBeUndefined();
    },
  );

  test.each([1_709_201_472, 1_709_201_472_003])("%d since 1970", (value) => {
    const moment = readEpoch(value);
    expect(moment?.write(moment.day, moment.time)).toBe(value);
  });
});

const formats: readonly ((instant: number) => string)[] = [
  (instant) => new Date(instant).toISOString(),
  (instant) => new Date(instant).toISOString().slice(0, 10),
  (instant) => `${new Date(instant).toISOString().slice(0, 19)}+00:00`,
  (instant) => `${new Date(instant + 7_200_000).toISOString().slice(0, 16)}+02:00`,
  (instant) => new Date(instant).toUTCString(),
];

test("the moments of a record are moved, and none passes another", () => {
  const instants = fc.array(fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) }), {
    minLength: 1,
    maxLength: 6,
  });
  const closeTogether = fc
    .tuple(instants, fc.integer({ min: 0, max: 90_000_000 }))
    .map(([[first = 0], gap]) => [first, first + gap]);
  const format = fc.constantFrom(...formats);
  fc.assert(
    fc.property(
      fc.oneof(instants, closeTogether),
      fc.array(format, { minLength: 6, maxLength: 6 }),
      fc.integer(),
      (all, as, seed) => {
        const texts = all.map((instant, index) => as[index]?.(instant) ?? "");
        const before = texts.map(read);
        const move = moverOf(randomStream(seed), before);
        const after = before.map((moment) => read(String(move(moment))));
        for (const [one, moment] of before.entries()) {
          expect(after[one]?.day).toBeLessThan(moment.day);
          for (const [other, later] of before.entries()) {
            if (moment.instant < later.instant)
              expect(after[one]?.instant).toBeLessThanOrEqual(after[other]?.instant ?? 0);
          }
        }
      },
    ),
  );
});

test("what means never stays, and midnight stays midnight", () => {
  const moments = ["9999-12-31T23:59:59Z", "2024-05-05T00:00:00Z"].map(read);
  const [never, midnight] = moments.map(moverOf(randomStream(1), moments));
  expect(never).toBe("9999-12-31T23:59:59Z");
  expect(midnight).toMatch(/^2024-0[45]-\d\dT00:00:00Z$/);
});

test("a date of birth becomes another one some years away", () => {
  const born = read("12.03.1985");
  const source = collectSourceWords(["12.03.1985"]);
  const made = Array.from({ length: 50 }, (_, seed) => otherBirthDate(randomStream(seed), born, source));
  expect(made.filter((text) => !/^\d\d\.\d\d\.198\d$/.test(text) || text === "12.03.1985")).toStrictEqual([]);
});
