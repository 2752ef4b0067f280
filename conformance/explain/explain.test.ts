import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { catalogue } from "../checks/catalogue.ts";
import { credentialKinds } from "../target/credentials.ts";
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

test("the text is aligned, and commands stay whole", () => {
  const text = textFor("env-04") ?? "";
  expect(text).toMatch(/^ENV-04 {2}`meta\.page` is an integer/);
  expect(text).toContain("\n  Level       stated: the document says it\n  Section     §2\n");
  expect(text.split("\n").filter((line) => line.length > 106 && !/^(?:ENV-04| {2}Try)/.test(line))).toEqual([]);
  expect(textFor("DECL-05")).toContain("Key         paging.beyondLast (in the dialect)");
  expect(textFor("OBS-05")).toContain("Settled by  paging (in the dialect)");
  expect(textFor("AUTH-06")).toContain(`-H 'authorization: Basic '"$ORGKIT_TOKEN"`);
});

test("of wrong credentials, it says which are tried on which operation, and what counts as a failure", () => {
  const text = textFor("AUTH-05") ?? "";
  expect(text).toMatch(/Tried +on every operation[^]*- the real token without its last character\n[^]*on listUsers:\n/);
  expect(text).toMatch(/Judged +A 2xx with an envelope/);
  for (const { breaks, on, words } of Object.values(credentialKinds)) {
    if (breaks !== undefined && on !== undefined)
      expect(textFor(breaks)?.replaceAll(/\s+/g, " ")).toContain(`- ${words}`);
  }
  expect(textFor("ENV-01")).not.toContain("Tried");
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
