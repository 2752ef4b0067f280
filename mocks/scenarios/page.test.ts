import { describe, expect, test } from "vitest";
import { scenarioKinds } from "./catalogue.ts";
import { scenarioPage } from "./page.ts";

describe("the page of scenarios", () => {
  test.each(scenarioKinds)("describes $name", ({ name, summary, options, examples }) => {
    const [, section = ""] = scenarioPage().split(`\n## ${name}\n`);
    const own = section.split("\n## ")[0] ?? "";
    for (const text of [summary, ...examples, ...Object.keys(options.shape).map((option) => `| \`${option}\` |`)]) {
      expect(own).toContain(text);
    }
  });

  test.each([
    "| `on` | listUsers, createUser, getSubscription or listInvoices |  | Only calls of this operation. |",
    "| `rate` | a number from 0 to 1 | 1 | The share of the calls, from 0 to 1. |",
    "| `times` | a whole number from 1 on |  | At most so many calls are disturbed. |",
    "| `format` | seconds, date or none | seconds | How Retry-After names it. |",
    "| `served` | true or false | false | Whether the service serves it all the same, a write committed. |",
  ])("says what an option takes: %s", (row) => {
    expect(scenarioPage()).toContain(`\n${row}\n`);
  });
});
