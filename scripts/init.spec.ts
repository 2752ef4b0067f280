import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { test } from "./cli.fixture.ts";

test("init writes nothing unless it is wanted, shows every line, and refuses what cannot be", async ({
  folder,
  orgkit,
}) => {
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "devDependencies": { "@sveltejs/kit": "*" } }');
  const script = join(folder, "static/mockServiceWorker.js");
  expect(await orgkit(["init"])).toMatchObject({ code: 2, err: "", out: expect.stringContaining("Give --yes") });
  const planned = await orgkit(["init", "--dry-run"]);
  expect(planned.code).toBe(0);
  expect(planned.out).toContain("create   static/mockServiceWorker.js");
  expect(planned.out).toContain('    + export const world = "demo";');
  expect(planned.out).toContain('    +     "mock": "orgkit mock",');
  const refused = await orgkit(["init", "--yes", "--base-url", "api.example", "--only", "webpack"]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("--base-url: expected an absolute URL");
  expect(refused.err).toContain("--only [0]: expected one of vite, next");
  expect(existsSync(script)).toBe(false);

  const written = await orgkit(["init", "--yes"]);
  expect(written).toMatchObject({ code: 0, err: "", out: expect.stringContaining("Wrote 5 files.") });
  expect(readFileSync(script, "utf8")).toBe(
    readFileSync(fileURLToPath(import.meta.resolve("msw/mockServiceWorker.js")), "utf8"),
  );
});
