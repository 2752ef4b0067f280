import { expect, test } from "vitest";
import { inputErrorOf } from "../../fixtures/temporary-directory.fixture.ts";
import { parseScenario, parseScenarios } from "./parse.ts";

test.each(["latency", "latency:ms=2e2,on=listUsers", "hang:served=true", "latency:rate=0.25,after=2,times=3"])(
  "%s is a scenario",
  (text) => {
    expect(parseScenario(text).text).toBe(text);
  },
);

test.each([
  ["", "name: unknown scenario; expected one of latency, slow-body"],
  ["Latency:ms=1", "Latency: unknown scenario"],
  ["toString", "toString: unknown scenario"],
  ["latency:", "after the colon: expected option=value, as in latency:ms=200"],
  ["latency:200", "200: expected option=value"],
  ["latency:toString=1", "toString: unknown option of latency; expected one of ms, min, max, on, rate, after, times"],
  ["latency:ms=", 'ms: expected number, received string, got ""'],
  ["latency:ms=1,", 'ms: expected number, received string, got "1,"'],
  ["latency:ms=600001", "ms: Too big: expected number to be <=600000, got 600001"],
  ["latency:min=2,max=1", "latency: expected either ms, or max and a min that is not larger"],
  ["latency:min=2", "latency: expected either ms, or max"],
  ["latency:ms=1,max=1", "latency: expected either ms, or max"],
  ["hang:served=yes", 'served: expected boolean, received string, got "yes"'],
  ["redirect-to-login:status=200", "status: expected one of 301|302|303|307|308, got 200"],
  ["respond:json={a}", 'json: expected JSON, got "{a}"'],
  ["refused:on=users", 'on: expected one of "listUsers"|'],
  ["refused:rate=2", "rate: Too big: expected number to be <=1, got 2"],
])("%j: %s", (text, problem) => {
  const message = inputErrorOf(() => parseScenario(text));
  expect(message).toContain(`Cannot use scenario "${text}"`);
  expect(message).toContain(problem);
});

test("several keep their order, and are limited, since they nest", () => {
  const texts = Array.from({ length: 50 }, (_, index) => `latency:ms=${index}`);
  expect(parseScenarios(texts).map(({ text }) => text)).toStrictEqual(texts);
  expect(inputErrorOf(() => parseScenarios([...texts, "reset"]))).toContain("expected 50 at most, got 51");
});
