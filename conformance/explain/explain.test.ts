import { execFileSync } from "node:child_process";
import { operations as table } from "../../fixtures/contract/operations.ts";
import { describe, expect, test } from "vitest";
import { catalogue } from "../checks/catalogue.ts";
import { explain, explanationText, similarNames } from "./explain.ts";

const plain = (_format: string, text: string): string => text;

/** An explanation as `orgkit explain` prints it. */
function textFor(id: string): string | undefined {
  const explanation = explain(id);
  return explanation && explanationText(explanation, plain);
}

const texts = new Set(["why", "good", "bad", "fix", "recorded"]);

test.each(catalogue)("$id has its source, what passes or is recorded, and a curl command without a token", (one) => {
  const text = textFor(one.id)?.replaceAll(/\s+/g, " ") ?? "";
  const shown = Object.entries(one).flatMap(([name, value]) => (texts.has(name) ? [String(value)] : []));
  for (const part of [...one.operations, ...one.sections.map((section) => `§${section}`), one.quote ?? "", ...shown]) {
    expect(text).toContain(part.replaceAll(/\s+/g, " "));
  }
  expect(text).toMatch(/Try curl -sS -i .*'https:\/\/staging\.example\//);
  if (one.call?.authorization === undefined) expect(text).toContain(`Bearer '"$ORGKIT_TOKEN"`);
});

test("the text is aligned and wrapped, and commands stay whole", () => {
  expect(textFor("env-04")).toBe(
    [
      "ENV-04  `meta.page` is an integer (JSON `1.0` is one), and the first page has the same number in every view of a list",
      "",
      "  Level       stated: the document says it",
      "  Section     §2",
      ...Object.values(table).map(
        ({ id, method, path }, index) => `  ${index === 0 ? "On" : "  "}          ${id.padEnd(16)} ${method} ${path}`,
      ),
      "  Document    “| meta.page | integer | Page number of the result |”",
      "",
      "  Why         The table in §2 gives `meta.page` the type integer. JSON has one number type, so 1.0 is the",
      "              integer 1. Whether pages count from 0 or 1 is open, but a sorted or filtered list must count",
      "              like the plain one.",
      "",
      '  Passes      200 {"data":[],"meta":{"page":1,"total":0}}',
      '  Fails       200 {"data":[],"meta":{"page":"1","total":0}}',
      "  Fix         Write a number, not a string. A page from the query string is a string until you convert it.",
      "",
      `  Try         curl -sS -i -H 'authorization: Bearer '"$ORGKIT_TOKEN" 'https://staging.example/api/v1/users'`,
      "",
      "",
    ].join("\n"),
  );
  expect(textFor("DECL-05")).toContain("Key         paging.beyondLast (in the dialect)");
  expect(textFor("OBS-05")).toContain("Settled by  paging (in the dialect)");
  expect(textFor("AUTH-06")).toContain(`-H 'authorization: Basic '"$ORGKIT_TOKEN"`);
});

describe("an unknown id", () => {
  test("has no explanation, even if it equals an inherited member", () => {
    for (const id of ["ENV-99", "", "constructor", "__proto__"]) {
      expect(explain(id)).toBeUndefined();
    }
  });

  test("gets those that begin like it", () => {
    const ids = catalogue.map(({ id }) => id);
    for (const typed of ["SCOPE04", "scope-4"])
      expect(similarNames(typed, ids)).toEqual(["SCOPE-01", "SCOPE-03", "SCOPE-02"]);
    expect(similarNames("something else", ids)).toStrictEqual([]);
  });
});

// It takes a third of a short command.
test("neither explain nor conform loads Node's web client, which orgkit does not use", () => {
  const script =
    'await import("./explain.ts"); await import("../run/conform.ts"); console.log(process.moduleLoadList.join("\\n"))';
  const loaded = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  expect(loaded).toMatch(/NativeModule/);
  expect(loaded).not.toContain("internal/deps/undici");
});
