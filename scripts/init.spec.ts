import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { test } from "./cli.fixture.ts";

const script = readFileSync(fileURLToPath(import.meta.resolve("msw/mockServiceWorker.js")), "utf8");

for (const [project, dependency, there, folder] of [
  ["an empty folder", undefined, undefined, "public"],
  ["a Vite project", "vite", undefined, "public"],
  ["a SvelteKit project", "@sveltejs/kit", undefined, "static"],
  ["a project with a folder static", undefined, "static", "static"],
] as const) {
  test(`the worker script of ${project} is put into ${folder}`, async ({ folder: cwd, orgkit }) => {
    if (dependency !== undefined) writeFileSync(join(cwd, "package.json"), `{"devDependencies":{"${dependency}":"*"}}`);
    if (there !== undefined) mkdirSync(join(cwd, there));
    const planned = await orgkit(["init", "--dry-run"]);
    expect(planned.out).toContain(`create  ${folder}/mockServiceWorker.js (not written)`);
    const first = await orgkit(["init"]);
    expect([first.code, first.out]).toStrictEqual([
      0,
      expect.stringContaining(`create  ${folder}/mockServiceWorker.js\n`),
    ]);
    expect(readFileSync(join(cwd, folder, "mockServiceWorker.js"), "utf8")).toBe(script);
    expect((await orgkit(["init"])).out).toContain(`keep    ${folder}/mockServiceWorker.js\n`);
  });
}

test("an older worker script is replaced, a file of the user's is not", async ({ folder: cwd, orgkit }) => {
  mkdirSync(join(cwd, "assets"));
  const file = join(cwd, "assets", "mockServiceWorker.js");
  writeFileSync(file, "/* Mock Service Worker. */");
  expect((await orgkit(["init", "--public-dir", "assets"])).out).toContain("replace assets/mockServiceWorker.js\n");
  writeFileSync(file, "mine");
  const refused = await orgkit(["init", "--public-dir", "assets"]);
  expect([refused.code, refused.err]).toStrictEqual([2, expect.stringContaining("a file of yours has this name")]);
  expect(readFileSync(file, "utf8")).toBe("mine");
});
