import { describe, expect, test } from "vitest";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { scenarioKinds } from "./catalogue.ts";
import { parseScenario, parseScenarios } from "./parse.ts";

function mistakes(parse: () => unknown): readonly string[] {
  try {
    parse();
  } catch (error) {
    if (error instanceof InputError) return error.mistakes.map(({ at, problem }) => `${at}: ${problem}`);
    throw error;
  }
  return [];
}

const names = scenarioKinds.map(({ name }) => name).join(", ");
const latencyOptions = "ms, min, max, median, sigma, on, rate, after, times";

describe("a scenario", () => {
  test.each([
    ["latency", "latency"],
    ["latency:ms=200", "latency:ms=200"],
    [" latency : ms = 2e2 , on = listUsers ", "latency:ms=200,on=listUsers"],
    ["hang:served=true", "hang:served=true"],
    ["redirect-to-login:location=/a?b=c:d", "redirect-to-login:location=/a?b=c:d"],
    ["latency:rate=0.25,after=2,times=3", "latency:rate=0.25,after=2,times=3"],
  ])("%j is written %s", (text, written) => {
    expect(parseScenario(text).text).toBe(written);
  });
});

const noPair = "expected option=value, as in latency:ms=200";
const unknown = `unknown option of latency; expected one of ${latencyOptions}`;
const whole = "expected a whole number from 0 to 600000";

describe("mistakes are explained", () => {
  test.each([
    ["", "name", `unknown scenario; expected one of ${names}`],
    ["Latency:ms=1", "Latency", `unknown scenario; expected one of ${names}`],
    ["toString", "toString", `unknown scenario; expected one of ${names}`],
    ["latency:", "after the colon", noPair],
    ["latency:ms=1,", "after the colon", noPair],
    ["latency:200", "200", noPair],
    ["latency:=200", "=200", noPair],
    ["latency:ms=1,ms=2", "ms", "expected once, got twice"],
    ["latency:toString=1", "toString", unknown],
    ["latency:__proto__=1", "__proto__", unknown],
    ["latency:ms=", "ms", `${whole}, got ""`],
    ["latency:ms=soon", "ms", `${whole}, got "soon"`],
    ["latency:ms=1.5", "ms", `${whole}, got 1.5`],
    ["latency:ms=Infinity", "ms", `${whole}, got "Infinity"`],
    ["latency:sigma=4", "sigma", "expected a number from 0 to 3, got 4"],
    ["latency:min=2,max=1", "max", "expected a max of at least min, got 1"],
    ["latency:min=2", "min", "expected max, too, got 2"],
    ["latency:ms=1,median=1", "latency", "expected one of ms, max and median"],
    ["server-errors:every=2,burst=3", "burst", "expected at most the value of every, got 3"],
    ["hang:served=yes", "served", 'expected true or false, got "yes"'],
    ["redirect-to-login:status=200", "status", "expected 301, 302, 303, 307 or 308, got 200"],
    ["redirect-to-login:location=a b", "location", 'expected a path or a URL, as in /login, got "a b"'],
    ["redirect-to-login:location=7", "location", "expected a string, got 7"],
    ["refused:on=users", "on", `expected ${operationIds.join(", ").replace(/, (?=\w+$)/, " or ")}, got "users"`],
    ["refused:after=-1", "after", "expected a whole number of 0 or more, got -1"],
  ])("%j", (text, at, problem) => {
    expect(mistakes(() => parseScenario(text))).toStrictEqual([`${at}: ${problem}`]);
  });

  test("in one scenario, common options first", () => {
    const found = mistakes(() => parseScenario("latency:rate=2,ms=x"));
    expect(found).toStrictEqual(["rate: expected a number from 0 to 1, got 2", `ms: ${whole}, got "x"`]);
  });

  test("with the scenario as written", () => {
    expect(() => parseScenario("latency:ms=x")).toThrow('Cannot use scenario "latency:ms=x":');
  });
});

describe("several scenarios", () => {
  test("keep their order", () => {
    const texts = ["reset", "latency:ms=1", "reset"];
    expect(parseScenarios(texts).map(({ text }) => text)).toStrictEqual(texts);
  });

  test("are all checked for mistakes", () => {
    expect(mistakes(() => parseScenarios(["slow", "refused", "latency:ms=x"]))).toStrictEqual([
      `slow: unknown scenario; expected one of ${names}`,
      `latency:ms=x ms: ${whole}, got "x"`,
    ]);
  });

  test("are limited, since they nest", () => {
    expect(parseScenarios(Array.from({ length: 50 }, () => "reset"))).toHaveLength(50);
    expect(mistakes(() => parseScenarios(Array.from({ length: 51 }, () => "reset")))).toStrictEqual([
      "scenarios: expected 50 at most, got 51",
    ]);
  });
});
