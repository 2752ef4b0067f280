import { expect, test } from "vitest";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { explainRule } from "./explain.ts";

/** Where the document leaves a dialect key open. */
function passageOf(key: string) {
  const point = openPoints.find((one) => one.key === key);
  if (point === undefined) throw new Error(`no open point has the key ${key}`);
  return { section: point.section, quote: point.quote };
}

test.each([
  [
    "AUTH-04",
    {
      text: "It follows from the document: a request with an unknown token is rejected.",
      section: "5",
      quote: "| Header value | The word `Bearer`, a space, then <ACCESS_TOKEN> |",
    },
  ],
  ["ENV-02", { text: "A scenario broke this on purpose: `data` is an array of records, none of them null." }],
  [
    "createUser.unique",
    {
      text: "Fields whose value must be unique among the users of an account; `attributes.email` is a nested one.",
      ...passageOf("createUser.unique"),
    },
  ],
  ["paging.invoices.maxSize", { text: "The maximum page size." }],
  ["statuses.success.listUsers", { section: "4", quote: "Success status codes of each operation: not shown." }],
  ["scenario", { text: "An active scenario responded instead of the service, or changed its response." }],
])("%s is explained, with the passage it is based on", (rule, explanation) => {
  expect(explainRule(rule)).toMatchObject(explanation);
});

test("each open point with a key is explained", () => {
  for (const { key } of openPoints) if (key !== undefined) expect(explainRule(key).text, key).not.toBe("");
});

test.each(["no.such.key", "constructor"])("the rule %s is unknown, and not explained", (rule) => {
  expect(explainRule(rule)).toStrictEqual({ text: "" });
});
