import { expect, test } from "vitest";
import { inputErrorOf } from "../../fixtures/temporary-folder.ts";
import { readOptions } from "./options.ts";

test("measures everything by default", () => {
  const { parts, ...rest } = readOptions([]);
  expect(parts.map(([name]) => name)).toStrictEqual(
    "contenders list create latency idle startup memory scale suite judges".split(" "),
  );
  expect(rest).toStrictEqual({
    rounds: 5,
    seconds: 3,
    out: "bench-report",
    withPeers: true,
    isQuick: false,
    isHelp: false,
  });
});

test("measures the parts asked for, in the order of the report", () => {
  const { parts, rounds, seconds, withPeers } = readOptions(
    "scale list --rounds 2 --seconds 0.5 --no-peers".split(" "),
  );
  expect(parts.map(([name]) => name)).toStrictEqual(["list", "scale"]);
  expect({ rounds, seconds, withPeers }).toStrictEqual({ rounds: 2, seconds: 0.5, withPeers: false });
});

test("says all that is wrong at once", () => {
  expect(inputErrorOf(() => readOptions("lst --rounds 1.5 --seconds 0".split(" ")))).toBe(
    [
      "Options cannot be used:",
      "  lst: is no part; expected some of contenders, list, create, latency, idle, startup, memory, scale, suite, judges",
      "  --rounds 1.5: expected a whole number from 1",
      "  --seconds 0: expected a number above 0",
    ].join("\n"),
  );
});

test("refuses an option it does not know", () => {
  expect(inputErrorOf(() => readOptions(["--round", "1"]))).toContain("Unknown option '--round'");
});
