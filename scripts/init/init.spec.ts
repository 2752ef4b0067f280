import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "@playwright/test";
import { createServer } from "vite";
import { checkout, run, test as base, type Ended } from "../cli.fixture.ts";
import playwrightConfig from "../config/playwright.config.ts";
import { packedFile, unpack } from "../release/packed.fixture.ts";

/** A fresh project of a user, with the packed orgkit installed. */
interface UserProject {
  readonly directory: string;
  readonly write: (files: Readonly<Record<string, string>>) => void;
  readonly init: (...args: readonly string[]) => Promise<Ended>;
  readonly runTool: (file: string, ...args: readonly string[]) => Promise<Ended>;
  /** The paths of all files but the installed ones. */
  readonly files: () => readonly string[];
}

const test = base.extend<{ project: UserProject }>({
  project: async ({ directory }, use) => {
    unpack(await packedFile(), directory, ["vite", "vitest", "@playwright/test", "msw"]);
    const runTool: UserProject["runTool"] = (file, ...args) =>
      run(process.execPath, [join(directory, "node_modules", file), ...args], directory, {});
    await use({
      directory,
      runTool,
      init: (...args) => runTool("orgkit/dist/lib/orgkit.mjs", "init", ...args),
      write: (files) => {
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(directory, path)), { recursive: true });
          writeFileSync(join(directory, path), text);
        }
      },
      files: () =>
        readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(
          (path) => !path.startsWith("node_modules"),
        ),
    });
  },
});

const manifest = { type: "module", devDependencies: { vite: "*", vitest: "*", "@playwright/test": "*", orgkit: "*" } };

const launch = `export default { testDir: "./e2e", use: { launchOptions: ${JSON.stringify(playwrightConfig.use?.launchOptions)} } };`;

const page = `
const response = await fetch("https://api.example/x/api/v1/users", { headers: { authorization: "Bearer aurora-token-4f7a91" } });
document.body.textContent = (await response.json()).meta.total + " users";
`;

test("the files that init writes run in Vite, Vitest and Playwright of a fresh project", async ({
  page: tab,
  project,
}) => {
  const { directory, write, init, runTool } = project;
  write({
    "package.json": JSON.stringify(manifest),
    ".env": "VITE_API_URL=https://api.example/x/api/v1\n",
    "vite.config.js": "export default {};\n",
    "playwright.config.js": launch,
    "index.html": '<!doctype html><body></body><script type="module" src="/src/main.js"></script>',
    "src/main.js": "",
  });
  const { code, out } = await init();
  expect(code, out).toBe(0);
  const hook = /( {7}if \(import\.meta[^]*?\n {7}\})/.exec(out)?.[1] ?? "";
  expect(out).toContain("in src/main.js:");
  write({ "src/main.js": hook + page });

  // Vitest must not run Playwright's test.
  expect(await runTool("vitest/vitest.mjs", "run")).toMatchObject({ code: 0, out: expect.stringMatching(/1 passed/) });
  expect(await runTool("@playwright/test/cli.js", "test", "--reporter=line")).toMatchObject({
    code: 0,
    out: expect.stringContaining("1 passed"),
  });

  delete process.env["NODE_ENV"];
  const server = await createServer({
    root: directory,
    configFile: false,
    logLevel: "warn",
    optimizeDeps: { noDiscovery: true },
    // Linked packages are outside of the project.
    server: { host: "127.0.0.1", port: 0, fs: { allow: [directory, checkout] } },
  });
  await server.listen();
  await tab.goto(server.resolvedUrls?.local[0] ?? "");
  await expect(tab.getByText("47 users")).toBeVisible({ timeout: 30_000 });
  await server.close();
});

test("init shows without writing, writes once, and keeps what differs", async ({ project }) => {
  const { directory, write, init, files } = project;
  write({ "package.json": JSON.stringify(manifest), ".env": "VITE_API_URL=https://api.example\n" });
  const before = files();
  const shown = await init("--dry-run");
  expect(shown, shown.err).toMatchObject({
    code: 0,
    out: expect.stringContaining('import { createTest } from "orgkit/vitest"'),
  });
  expect(files()).toEqual(before);

  await init();
  const path = join(directory, "src/mocks/vitest.js");
  const written = readFileSync(path, "utf8");
  expect(existsSync(join(directory, "public/mockServiceWorker.js"))).toBe(true);
  expect((await init()).out).not.toMatch(/create|differs|replace/);

  write({ "src/mocks/vitest.js": "// mine\n" });
  const again = await init("--base-url", "https://other.example/");
  expect(again.out).toContain("differs, kept src/mocks/vitest.js");
  expect(again.out).toContain("https://api.example (VITE_API_URL in .env), but --base-url is https://other.example");
  expect(readFileSync(path, "utf8")).toBe("// mine\n");
  await init("--force");
  expect(readFileSync(path, "utf8")).toBe(written);
});

test("init in a directory without one of the tools says what it needs", async ({ project }) => {
  expect(await project.init()).toMatchObject({ code: 2, err: expect.stringContaining("no package.json") });
  project.write({ "package.json": "{}" });
  expect(await project.init()).toMatchObject({ code: 2, err: expect.stringContaining("vite, vitest, playwright") });
  project.write({ "package.json": JSON.stringify(manifest) });
  expect(await project.init("--base-url", "api.example")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--base-url: expected an absolute URL"),
  });
});
