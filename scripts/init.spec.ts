import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { test } from "./cli.fixture.ts";

const script = readFileSync(fileURLToPath(import.meta.resolve("msw/mockServiceWorker.js")), "utf8");

test("without a terminal nothing is written unless it is wanted, and every line is shown", async ({
  folder: cwd,
  orgkit,
}) => {
  writeFileSync(
    join(cwd, "package.json"),
    '{\n  "type": "module",\n  "devDependencies": { "@sveltejs/kit": "*" }\n}\n',
  );
  const [unasked, planned] = [await orgkit(["init"]), await orgkit(["init", "--dry-run"])];
  expect(unasked).toMatchObject({ code: 2, err: "" });
  expect(unasked.out).toContain("Nothing was written: there is no terminal to ask in. Give --yes to write it.");
  expect(planned.code).toBe(0);
  expect(planned.out).toContain("create   static/mockServiceWorker.js");
  expect(planned.out).toContain('    + export const world = "demo";');
  expect(planned.out).toContain('    +     "mock": "orgkit mock",');
  expect(existsSync(join(cwd, "static"))).toBe(false);

  const written = await orgkit(["init", "--yes"]);
  expect(written).toMatchObject({ code: 0, err: "", out: expect.stringContaining("Wrote 5 files.") });
  expect(readFileSync(join(cwd, "static", "mockServiceWorker.js"), "utf8")).toBe(script);
});

test("a file of other content is overwritten only by --force, one that is none of msw's never", async ({
  folder: cwd,
  orgkit,
}) => {
  mkdirSync(join(cwd, "mocks"));
  const sample = join(cwd, "mocks", "simulation.js");
  writeFileSync(sample, "// mine\n");
  const spared = await orgkit(["init", "--yes"]);
  expect(spared.out).toContain("leave    mocks/simulation.js");
  expect(readFileSync(sample, "utf8")).toBe("// mine\n");
  const forced = await orgkit(["init", "--yes", "--force"]);
  expect(forced.out).toContain("replace  mocks/simulation.js");
  expect(readFileSync(sample, "utf8")).toContain("baseUrl");

  const worker = join(cwd, "assets", "mockServiceWorker.js");
  mkdirSync(join(cwd, "assets"));
  writeFileSync(worker, "mine");
  const refused = await orgkit(["init", "--yes", "--force", "--public-dir", "assets"]);
  expect([refused.code, refused.err]).toStrictEqual([2, expect.stringContaining("a file of yours has this name")]);
  expect(readFileSync(worker, "utf8")).toBe("mine");
});

test("what cannot be is refused before anything is written", async ({ folder: cwd, orgkit }) => {
  const { code, err } = await orgkit(["init", "--yes", "--base-url", "api.example", "--only", "webpack"]);
  expect(code).toBe(2);
  expect(err).toContain("--base-url: expected an absolute URL");
  expect(err).toContain("--only [0]: expected one of vite, next");
  expect(existsSync(join(cwd, "mocks"))).toBe(false);
});
