import { beforeAll, describe, expect, test } from "vitest";
import { scenarioKinds } from "../../../mocks/scenarios/catalogue.ts";
import { scenariosPage } from "./scenarios-page.ts";

let page = "";

beforeAll(async () => {
  page = await scenariosPage();
});

function sectionOf(name: string): string {
  return page.split(`\n## ${name}\n`)[1]?.split("\n## ")[0] ?? "";
}

describe("the page of scenarios", () => {
  test.each(scenarioKinds)("describes $name", ({ name, summary, options, examples }) => {
    for (const text of [summary, ...examples, ...Object.keys(options.shape).map((option) => `| \`${option}\` |`)]) {
      expect(sectionOf(name)).toContain(text);
    }
  });

  test.each([
    "| `on` | `listUsers`, `createUser`, `getSubscription` or `listInvoices` |  | Only calls of this operation. |",
    "| `rate` | a number from 0 to 1 | `1` | The share of the calls, from 0 to 1. |",
    "| `times` | a whole number from 1 on |  | At most so many calls are disturbed. |",
    "| `format` | `seconds`, `date` or `none` | `seconds` | How Retry-After names it. |",
    "| `served` | `true` or `false` | `false` | Whether the service serves it all the same, a write committed. |",
  ])("says what an option takes: %s", (row) => {
    expect(page).toContain(`\n${row}\n`);
  });

  test.each([
    ["latency", "*late*"],
    ["slow-body", "*slow body*"],
    ["hang", "*never*"],
    ["refused", "*refused*"],
    ["lost-response", "*reset*"],
    ["truncated-body", "*cut*"],
  ])("says how the faces deliver %s: %s", (name, delivery) => {
    expect(sectionOf(name)).toContain(`On every face: [${delivery}](#how-each-face-delivers-it).`);
  });

  test("says what a Playwright route cannot do, where it matters and nowhere else", () => {
    expect(sectionOf("truncated-body")).toContain("A Playwright route cannot cut a body");
    expect(sectionOf("slow-body")).toContain("A Playwright route cannot spread a body");
    expect(sectionOf("maintenance")).toContain("Alike on every face.");
  });

  test.each([
    ["lost-response", "lost-response:on=createUser,times=1"],
    ["expired-token", "expired-token:after=1", "expired-token"],
    ["server-errors", "server-errors:every=20,burst=3,body=empty", "server-errors"],
    ["eventual-consistency", "eventual-consistency:ms=5000"],
  ])("shows for %s a flag, and a header that disturbs the one call which carries it", (name, flag, header = flag) => {
    const lines = `curl -H 'Prefer: scenario="${header}"' …\n`;
    expect(sectionOf(name)).toContain(lines);
    expect(sectionOf(name)).toContain("```sh\norgkit mock --scenario ");
  });
});
