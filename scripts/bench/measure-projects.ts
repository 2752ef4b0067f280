import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { execa } from "execa";
import { build, preview, type InlineConfig } from "vite";
import { z } from "zod";
import { yamlText } from "../../fixtures/values/yaml-text.ts";
import { crowdWorld } from "../../fixtures/worlds/crowd.ts";
import { findChromium } from "../test/chromium.ts";
import type { Figures } from "./measure-server.ts";

/** A temporary directory, removed at the end of its block. */
function openDirectory() {
  return mkdtempDisposableSync(join(tmpdir(), "orgkit-bench-"));
}

/** The files of `projects/` in a temporary directory, with the built orgkit of a checkout, and other packages of this one. */
function openProject(checkout: string, packages: readonly string[]) {
  const project = openDirectory();
  cpSync(new URL("projects", import.meta.url), project.path, { recursive: true });
  const modules = join(project.path, "node_modules");
  for (const part of ["package.json", "dist/lib"])
    cpSync(join(checkout, part), join(modules, "orgkit", part), { recursive: true });
  for (const name of packages) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(installed(name), join(modules, name));
  }
  return project;
}

function installed(path: string): string {
  return fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
}

/** Packs a checkout and installs it in an empty project, without its optional peers. @returns what is installed */
export async function measurePackage(checkout: string): Promise<Figures> {
  using project = openDirectory();
  const npm = (directory: string, ...words: readonly string[]) => execa("npm", words, { cwd: directory });
  const { stdout } = await npm(checkout, "pack", "--ignore-scripts", "--silent", "--pack-destination", project.path);
  await npm(project.path, "install", "--silent", "--no-audit", "--omit=peer", `./${stdout.trim()}`);
  const packages = join(project.path, "node_modules");
  const files = readdirSync(packages, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  const directories = files.filter(({ name, parentPath }) => name === "package.json" && !parentPath.includes("/dist/"));
  return { "install MB": bytes / 1e6, "installed packages": directories.length };
}

/** @returns the scripts that a built page loads until it has listed users, gzip, in bytes */
export async function measurePage(kind: "msw" | "orgkit", checkout: string): Promise<number> {
  using project = openProject(checkout, ["msw"]);
  const config: InlineConfig = {
    configFile: false,
    root: project.path,
    logLevel: "error",
    build: { rolldownOptions: { input: join(project.path, `${kind}.html`) } },
    preview: { host: "127.0.0.1", port: 0 },
  };
  await build(config);
  copyFileSync(installed("msw/lib/mockServiceWorker.js"), join(project.path, "dist/mockServiceWorker.js"));
  const server = await preview(config);
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const page = await browser.newPage();
    const sizes: Promise<number>[] = [];
    page.on("response", (response) => {
      if (!/assets\/.*\.js$/.test(response.url())) return;
      sizes.push(response.body().then((body) => gzipSync(body).byteLength));
    });
    await page.goto(`${server.resolvedUrls?.local[0] ?? ""}${kind}.html`);
    await page.waitForFunction(() => document.title.startsWith("listed"));
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } finally {
    await browser.close();
    await server.close();
  }
}

const reportSchema = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ duration: z.number() })) })),
});

/** Runs a test file of the project with Vitest. @returns the durations of its tests, in milliseconds */
export async function measureVitest(kind: "orgkit" | "by-hand", checkout: string): Promise<Figures> {
  using project = openProject(checkout, ["vitest", "msw", "zod", "@msw/data"]);
  const users = ((await crowdWorld(122, 1)).accounts[0]?.users ?? []).map(
    ({ id, email = "", name = "", role = "", createdAt = "" }) => ({ id, email, name, role, createdAt }),
  );
  const world = { accounts: [{ id: "bench", name: "Bench", tokens: ["bench-token-1"], users }] };
  writeFileSync(join(project.path, "people.json"), JSON.stringify(users));
  writeFileSync(join(project.path, "world.yaml"), yamlText(world));
  // In one module, as a team would have them.
  appendFileSync(join(project.path, `${kind}.test.js`), readFileSync(join(project.path, "tests.js")));
  const report = join(project.path, "report.json");
  const options = ["run", `${kind}.test`, "--reporter=json", `--outputFile=${report}`];
  await execa(process.execPath, [installed("vitest/vitest.mjs"), ...options], { cwd: project.path });
  const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, "utf8")));
  const [first = Number.NaN, ...others] = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ duration }) => duration),
  );
  return {
    "Vitest, first test ms": first,
    "Vitest, a test ms": others.toSorted((one, other) => one - other)[others.length >> 1] ?? Number.NaN,
  };
}
