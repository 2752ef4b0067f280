import { expect, test } from "vitest";
import { distinctExchanges } from "./exchanges.ts";
import { exampleExchange, exampleResult } from "./example-report.fixture.ts";

const whole = exampleExchange("listUsers", 200, "x".repeat(3000));
const start = exampleExchange("listUsers", 200, `${"x".repeat(1000)}… (2000 more characters)`);
const other = exampleExchange("listUsers", 401, "no", null);

test("an exchange is one, however much of its body a result shows, and the most of it is kept", () => {
  const { all, numberOf } = distinctExchanges([
    exampleResult("ENV-01", "listUsers", "passed", "an object", [start]),
    exampleResult("AUTH-02", "listUsers", "passed", "refused", [other, start]),
    exampleResult("ENV-02", "listUsers", "failed", "no array", [whole]),
  ]);
  expect(all).toStrictEqual([whole, other]);
  expect([start, whole, other].map(numberOf)).toStrictEqual([1, 1, 2]);
  expect(numberOf(exampleExchange("createUser", 201, ""))).toBe(0);
});
