import { describe, expect, test } from "vitest";
import { readPreference } from "./prefer.ts";

describe("the header Prefer", () => {
  test.each([
    [undefined, {}],
    ["", {}],
    ["code=503", { code: 503 }],
    ['code="503"', { code: 503 }],
    [" Code = 404 ", { code: 404 }],
    ["code=503; scenario=latency", { code: 503, scenarios: ["latency"] }],
    ["scenario=latency:ms=800, code=201", { code: 201, scenarios: ["latency:ms=800"] }],
    ['scenario="latency:ms=1,on=listUsers"', { scenarios: ["latency:ms=1,on=listUsers"] }],
    ['scenario="latency:ms=1,rate=1", scenario=reset', { scenarios: ["latency:ms=1,rate=1", "reset"] }],
    ["code=500, code=404", { code: 500 }],
    ["scenario=", { scenarios: [""] }],
  ])("%j", (header, expected) => {
    expect(readPreference(header)).toStrictEqual({ scenarios: [], ...expected });
  });

  test.each([
    "return=minimal",
    "respond-async, wait=10",
    "dynamic=true; example=cat",
    "code",
    "code=",
    "code=ok",
    "code=199",
    "code=600",
    "code=200.5",
    'note="a, code=503"',
    "mycode=503",
  ])("asks for nothing known: %s", (header) => {
    expect(readPreference(header)).toStrictEqual({ scenarios: [] });
  });
});
