import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { catalogue } from "../requirements/catalogue.ts";
import { credentialKinds } from "../target/credentials.ts";
import { explain, explanationText } from "./explain.ts";

/** An explanation as `orgkit explain` prints it, on one line. */
function lineFor(id: string): string {
  const explanation = explain(id);
  return explanation === undefined ? "" : explanationText(explanation, (_, text) => text).replaceAll(/\s+/g, " ");
}

test.each(catalogue)("$id has its source, what passes or is observed, and a curl command without a token", (one) => {
  const line = lineFor(one.id);
  const texts = Object.entries(one).filter(([name]) => ["why", "good", "bad", "fix", "recorded"].includes(name));
  const sections = one.sections.map((section) => `§${section}`);
  for (const part of [...one.operations, ...sections, one.quote ?? "", ...texts.map(([, text]) => String(text))]) {
    expect(line).toContain(part.replaceAll(/\s+/g, " "));
  }
  expect(line).toMatch(/Try curl -sS -i .*'?https:\/\/staging\.example\//);
  if (one.call?.authorization === undefined) expect(line).toContain(`Bearer '"$ORGKIT_TOKEN"`);
});

test.each([
  ["env-04", "ENV-04 `meta.page` is an integer"],
  ["ENV-04", "Level stated: the document says it Section §2"],
  ["DECL-05", "Key paging.beyondLast (in the dialect)"],
  ["OBS-05", "Settled by paging (in the dialect)"],
  ["AUTH-06", `-H 'authorization: Basic '"$ORGKIT_TOKEN"`],
  ["AUTH-05", "Judged A 2xx"],
  ["AUTH-05", "Tried on every operation"],
  ...Object.values(credentialKinds).flatMap(({ breaks, on, words }) =>
    breaks === undefined || on === undefined ? [] : [[breaks, `- ${words}`]],
  ),
])("the explanation of %s says %s", (id, part) => {
  expect(lineFor(id ?? "")).toContain(part);
});

test.each(["ENV-99", "", "constructor", "__proto__"])("the unknown id %j has no explanation", (id) => {
  expect(explain(id)).toBeUndefined();
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
