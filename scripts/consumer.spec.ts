import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { z } from "zod";
import { reportSchema } from "../conformance/report/report.ts";
import { loadDialect } from "../fixtures/dialect/load.ts";
import { shownFile } from "./check/page-blocks.fixture.ts";
import { checkout, run, test } from "./cli.fixture.ts";

const token = "aurora-token-4f7a91";

/** The file of an entry point in this checkout. */
function sourceOf(path: string): string {
  return new URL(`../${path}`, import.meta.url).href;
}

/** An example of `conformance/README.md`, which imports orgkit from this checkout. */
function exampleOf(name: string): string {
  const page = readFileSync(join(checkout, "conformance/README.md"), "utf8");
  return shownFile(page, name).replaceAll('from "orgkit"', `from "${sourceOf("scripts/index.ts")}"`);
}

for (const [name, entry] of [
  ["orgkit", "scripts/index.ts"],
  ["orgkit/conformance", "conformance/index.ts"],
] as const) {
  test(`importing ${name} loads neither judge nor browser nor network`, async ({ directory }) => {
    const script = join(directory, "loaded.mjs");
    writeFileSync(
      script,
      `import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      const { conform } = await import("${sourceOf(entry)}");
      const atFirst = [...loaded];
      await conform({}).catch(() => undefined);
      console.log(JSON.stringify([atFirst, loaded]));`,
    );
    const { out } = await run(process.execPath, [script], directory, {});
    const [atFirst = [], once = []] = z.array(z.array(z.string())).parse(JSON.parse(out));
    const heavy =
      /node_modules\/(@?playwright|undici|msw|yaml)|node:http|conformance\/(checks|learn|run\/conform)|http-server/;
    expect(atFirst.filter((url) => heavy.test(url))).toEqual([]);
    expect(atFirst.length).toBeGreaterThan(5);
    // The same check detects what the first call loads.
    expect(once.filter((url) => heavy.test(url))).not.toEqual([]);
  });
}

const quietScript = `
  import { writeFileSync } from "node:fs";
  import { conform, learn } from "${sourceOf("scripts/index.ts")}";
  const events = ["SIGINT", "SIGTERM", "SIGHUP", "exit", "beforeExit", "uncaughtException", "unhandledRejection", "warning"];
  const listeners = () => events.map((name) => process.listenerCount(name));
  const before = [listeners(), JSON.stringify(process.env), process.cwd()];
  const [baseUrl, token] = process.argv.slice(2);
  const [report, learned] = await Promise.all([conform({ baseUrl, token }), learn({ baseUrl, token, world: true })]);
  const failed = await Promise.allSettled([
    conform({ baseUrl, token, signal: AbortSignal.abort() }),
    conform({ baseUrl, token: "not-a-good-token" }),
    learn({ baseUrl, token: "not a token" }),
  ]);
  const after = [listeners(), JSON.stringify(process.env), process.cwd()];
  const output = {
    verdict: report.verdict,
    failed: failed.map(({ reason }) => reason?.name),
    isAlike: JSON.stringify(before) === JSON.stringify(after),
    exitCode: process.exitCode ?? "unset",
    tokens: failed.some(({ reason }) => (reason?.stack ?? "").includes("not a token")),
  };
  writeFileSync(process.env.OUTPUT, JSON.stringify(output));
`;

test("the API has no output, files, listeners or exit codes", async ({ directory, mock }) => {
  const { url } = await mock();
  const [script, output] = [join(directory, "program.mjs"), join(directory, "output.json")];
  writeFileSync(script, quietScript);
  const ended = await run(process.execPath, [script, url, token], directory, { OUTPUT: output });
  expect(ended).toEqual({ code: 0, out: "", err: "" });
  expect(JSON.parse(readFileSync(output, "utf8"))).toEqual({
    verdict: "conforming",
    failed: ["AbortError", "CannotJudge", "InputError"],
    isAlike: true,
    exitCode: "unset",
    tokens: false,
  });
  expect(readdirSync(directory).toSorted()).toEqual(["output.json", "program.mjs"]);
});

test("the script in conformance/README.md runs unchanged", { tag: "@slow" }, async ({ directory, mock }) => {
  const { url } = await mock();
  const script = join(directory, "judge-staging.ts");
  writeFileSync(script, exampleOf("judge-staging.ts"));
  const judged = await run(process.execPath, [script], directory, { STAGING_URL: url, STAGING_TOKEN: token });
  expect(judged.out).toMatch(/^conforming: \d+ passed, 0 failed\n\d+ keys learned, \d+ unknown\n$/);
  expect(judged).toMatchObject({ code: 0, err: "" });
  expect(reportSchema.parse(JSON.parse(readFileSync(join(directory, "report.json"), "utf8"))).verdict).toBe(
    "conforming",
  );
  expect(loadDialect(join(directory, "staging.dialect.yaml")).paging.users.style).toBe("page");
});

test("the vitest test in conformance/README.md passes unchanged", { tag: "@slow" }, async ({ directory }) => {
  writeFileSync(join(directory, "conformance.test.ts"), exampleOf("conformance.test.ts"));
  symlinkSync(join(checkout, "node_modules"), join(directory, "node_modules"));
  const vitest = join(checkout, "node_modules/vitest/vitest.mjs");
  const ended = await run(process.execPath, [vitest, "run", "--root", directory], directory, { NO_COLOR: "1" });
  expect(ended.out).toMatch(/Tests\s+1 passed/);
  expect(ended.code).toBe(0);
});
