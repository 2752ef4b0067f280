import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { expect, test, type Page } from "@playwright/test";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { build, preview, type Rolldown } from "vite";
import { shownFile } from "../check/page-blocks.fixture.ts";
import { checkout, run, startServer, type Ended, type RunningServer } from "../cli.fixture.ts";
import playwrightConfig from "../config/playwright.config.ts";
import { install, newProject, nodeOf, packedFile, peers, removeProject, unpack } from "./packed.fixture.ts";

/** The versions of Node to test: 24, which is always available, or those of `npm run test:package`. */
const named = process.env["ORGKIT_PACKAGE_NODES"];
const versions = named?.split(",") ?? ["24"];

/** `npm test` runs the first test on Node 24; `npm run test:package` all of them. */
const slow = { tag: "@slow" };

const consumer = fileURLToPath(new URL("consumer/", import.meta.url));
const tokens = { ORGKIT_TOKEN: "aurora-token-4f7a91", ORGKIT_TOKEN_B: "brightwater-token-c83d20" };
const subscriptions = ["-s", "sub_k9p34y6n", "-s", "sub_3wd25rq4"];

/** What `npx orgkit` runs in a project. */
function commandIn(project: string): string {
  return join(project, "node_modules/orgkit/dist/lib/orgkit.mjs");
}

/** Writes a file shown in the documentation. */
function writeShown(page: string, name: string, directory: string, url = ""): void {
  mkdirSync(directory, { recursive: true });
  const text = shownFile(readFileSync(join(checkout, page), "utf8"), name);
  writeFileSync(join(directory, name), text.replace("https://staging.example/x", url));
}

/** The text of a page with a script of a project, which Vite builds, with msw's worker beside it. */
async function bodyOfPage(project: string, script: string, page: Page): Promise<string> {
  writeFileSync(join(project, "page.ts"), script);
  writeFileSync(join(project, "index.html"), '<!doctype html><body><script type="module" src="page.ts"></script>');
  mkdirSync(join(project, "public"), { recursive: true });
  copyFileSync(
    join(project, "node_modules/msw/lib/mockServiceWorker.js"),
    join(project, "public", "mockServiceWorker.js"),
  );
  const settings = { root: project, configFile: false, logLevel: "error" } as const;
  await build({ ...settings, build: { target: "es2023" } });
  const server = await preview({ ...settings, preview: { port: 0 } });
  const [url = ""] = server.resolvedUrls?.local ?? [];
  await page.goto(url);
  await expect(page.locator("body")).toContainText("data");
  const text = await page.locator("body").innerText();
  await server.close();
  return text;
}

// All tests share one packing and one installation for each Node.
test.describe.configure({ mode: "default" });

let packed: string;
test.beforeAll(async () => {
  packed = await packedFile();
});

test("the package is valid, and its types resolve for all importers", slow, async () => {
  const bytes = new Uint8Array(readFileSync(packed));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  const types = await checkPackage(createPackageFromTarballData(bytes), { excludeEntrypoints: ["contract.yaml"] });
  // Supported are only Node 22 and later, which resolves like `node16` from an ES module, and bundlers.
  const problems = "problems" in types ? types.problems : ["it has no types"];
  expect(problems.filter((problem) => !/"resolutionKind":"node1(0|6-cjs)"/.test(JSON.stringify(problem)))).toEqual([]);
});

for (const version of versions) {
  test.describe(`on Node ${version}`, () => {
    let node: string;
    /** One with orgkit only, and one with all its peers. */
    let alone: string;
    let project: string;

    test.beforeAll(() => {
      node = nodeOf(version);
      const setUp = (packages: readonly string[]): string => {
        const directory = newProject();
        if (named === undefined) unpack(packed, directory, packages);
        else install(directory, [packed, ...packages], node);
        return directory;
      };
      [alone, project] = [setUp([]), setUp(peers)];
    });
    test.afterAll(() => {
      for (const installed of [alone, project]) removeProject(installed);
    });

    const orgkit = (cwd: string, args: readonly string[]): Promise<Ended> =>
      run(node, [commandIn(cwd), ...args], cwd, tokens);
    const runTool = (file: string, args: readonly string[]): Promise<Ended> =>
      run(node, [join(project, "node_modules", file), ...args], project, tokens);
    let mock: RunningServer;
    test.beforeAll(async () => {
      mock = await startServer([node, commandIn(alone)], ["mock", "--port", "0"], alone, {});
    });
    test.afterAll(async () => expect(await mock.stop()).toBe(0));

    test("alone it mocks, judges and learns; features that need more say so in one line", async () => {
      const metadata = readFileSync(join(alone, "node_modules/orgkit/package.json"), "utf8");
      // npm warns of these.
      expect(metadata).not.toMatch(/"(?:pre|post)?(?:install|prepare)":/);
      const headers = { authorization: `Bearer ${tokens.ORGKIT_TOKEN}` };
      expect((await fetch(`${mock.url}/api/v1/users`, { headers })).status).toBe(200);
      for (const file of ["", "interface.json"]) {
        expect(await (await fetch(`${mock.url}/_orgkit/${file}`)).text()).toMatch(/<script|"openapi"/);
      }
      for (const [cwd, args, words] of [
        [alone, ["conform", mock.url, ...subscriptions, "--allow-writes", "--out", "out"], "✓ conforming"],
        [alone, ["learn", mock.url, ...subscriptions], "Wrote dialect.yaml"],
        [alone, ["explain", "AUTH-04"], "a request with an unknown token is rejected"],
      ] as const) {
        expect(await orgkit(cwd, args)).toMatchObject({ code: 0, out: expect.stringContaining(words) });
      }
      expect(await orgkit(alone, ["proxy", mock.url])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/npm i -D (orgkit )?@stoplight\/prism-http\n/),
      });
    });

    test("a script imports every entry point", slow, async () => {
      copyFileSync(join(consumer, "entries.fixture.ts"), join(project, "entries.ts"));
      const { code, out, err } = await run(node, ["--disable-warning=ExperimentalWarning", "entries.ts"], project, {});
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(JSON.parse(out)).toMatchObject({
        node: expect.stringMatching(new RegExp(`^${version}\\.`)),
        reply: { status: 200, body: { meta: { page: 1, total: 47 } } },
        calls: 1,
        verdict: "conforming",
        related: [true, { id: "guest", buddy: { id: expect.stringMatching(/^usr_/) } }],
        handlers: expect.arrayContaining([expect.stringContaining("/api/v1/users")]),
        rejection: expect.stringContaining("use orgkit/node here"),
        names: {
          judge: expect.arrayContaining(["conform", "learn", "CannotJudge"]),
          playwright: expect.arrayContaining(["test", "expect"]),
          suite: ["conformance"],
          types: [],
        },
        schemas: Array.from({ length: 5 }, () => ({ $schema: expect.stringContaining("json-schema.org") })),
        contract: expect.stringMatching(/^openapi:/m),
      });
      const script = 'import("orgkit/node").then((adapter) => adapter.setupServer())';
      const elsewhere = await run(node, ["--conditions=browser", "-e", script], project, {});
      expect(elsewhere.err).toContain("use orgkit/browser here");
    });

    test("its tests run in Playwright and vitest, and the service tests as documented", slow, async () => {
      for (const file of ["playwright.config.ts", "conformance.spec.ts"]) {
        writeShown("conformance/suite/README.md", file, join(project, "suite"), mock.url);
      }
      copyFileSync(join(consumer, "page.fixture.ts"), join(project, "page.spec.ts"));
      copyFileSync(join(consumer, "unit.fixture.ts"), join(project, "unit.test.ts"));
      const { launchOptions } = playwrightConfig.use ?? {};
      const settings = { testMatch: "page.spec.ts", reporter: "line", use: { launchOptions } };
      writeFileSync(join(project, "playwright.config.ts"), `export default ${JSON.stringify(settings)};\n`);
      const ended = await Promise.all([
        runTool("@playwright/test/cli.js", ["test", "-c", "suite", "--reporter=line"]),
        runTool("@playwright/test/cli.js", ["test"]),
        runTool("vitest/vitest.mjs", ["run", "unit.test.ts"]),
      ]);
      for (const [index, passed] of [/\d{2} passed/, /1 passed/, /3 passed/].entries()) {
        expect(ended[index]).toMatchObject({ code: 0, out: expect.stringMatching(passed) });
      }
    });

    test(
      "a dialect and a world of one's own work in Playwright, vitest and the service worker, as documented",
      slow,
      async ({ page }) => {
        for (const file of ["ours.yaml", "people.yaml", "own.test.ts", "own.spec.ts", "own-worker.ts"]) {
          writeShown("mocks/README.md", file, project);
        }
        const { launchOptions } = playwrightConfig.use ?? {};
        const settings = { testMatch: "own.spec.ts", reporter: "line", use: { launchOptions } };
        writeFileSync(join(project, "own.config.ts"), `export default ${JSON.stringify(settings)};\n`);
        const ended = await Promise.all([
          runTool("@playwright/test/cli.js", ["test", "-c", "own.config.ts"]),
          runTool("vitest/vitest.mjs", ["run", "own.test.ts"]),
        ]);
        for (const one of ended) expect(one).toMatchObject({ code: 0, out: expect.stringMatching(/1 passed/) });
        const script = `import "./own-worker.ts";
const headers = { authorization: "Bearer our-token-1" };
const reply = await fetch("https://api.example/api/v1/users", { headers });
document.body.textContent = await reply.text();`;
        expect(await bodyOfPage(project, script, page)).toMatch(/"u2".*"total":3/);
      },
    );

    // Jest is large and not a dependency of the checkout: tested only if packages are downloaded anyway.
    if (named !== undefined) {
      test("its tests run in Jest, as documented", async () => {
        install(project, ["jest", "jest-fixed-jsdom", "jest-environment-jsdom"], node);
        for (const file of ["ours.yaml", "people.yaml", "own.test.mjs", "users.test.mjs"]) {
          writeShown("mocks/README.md", file, project);
        }
        for (const environment of ["node", "jest-fixed-jsdom"]) {
          const args = [
            "--experimental-vm-modules",
            "node_modules/jest/bin/jest.js",
            "--env",
            environment,
            "--runTestsByPath",
            "users.test.mjs",
            "own.test.mjs",
          ];
          const ended = await run(node, args, project, {});
          expect(ended).toMatchObject({ code: 0, err: expect.stringContaining("2 passed, 2 total") });
        }
      });
    }
  });
}

test.describe("in a bundled project", slow, () => {
  let project: string;
  test.beforeAll(() => {
    project = newProject();
    unpack(packed, project, [...peers, "typescript", "@types/node"]);
  });
  test.afterAll(() => removeProject(project));

  for (const moduleResolution of named === undefined ? ["bundler"] : ["nodenext", "bundler"]) {
    test(`its types resolve with moduleResolution ${moduleResolution}`, async () => {
      copyFileSync(join(consumer, "types.fixture.ts"), join(project, "types.ts"));
      const module = moduleResolution === "nodenext" ? "nodenext" : "esnext";
      const compilerOptions = { module, moduleResolution, paths: {}, skipLibCheck: false };
      const tsconfig = { extends: join(checkout, "tsconfig.json"), compilerOptions, files: ["types.ts"], include: [] };
      writeFileSync(join(project, "tsconfig.json"), JSON.stringify(tsconfig));
      const checked = await run(join(checkout, "node_modules/.bin/tsc"), ["-p", ".", "--singleThreaded"], project, {});
      expect(checked).toEqual({ code: 0, out: "", err: "" });
    });
  }

  /** The gzipped bytes of orgkit that a page loads beside msw: at first, for a simulation, and for one from YAML. */
  async function pageSize(source: string): Promise<Readonly<Record<"atOnce" | "forMock" | "inAll", number>>> {
    const input = join(project, "application.ts");
    writeFileSync(input, source);
    const rolldownOptions = { input, external: /^msw/ };
    const result = await build({
      configFile: false,
      root: project,
      logLevel: "silent",
      build: { write: false, target: "es2023", minify: true, rolldownOptions },
    });
    const chunks = [result]
      .flat()
      .flatMap((part) => ("output" in part ? part.output : []))
      .filter((part): part is Rolldown.OutputChunk => part.type === "chunk");
    const first = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
    // Iterating a growing set visits all its items.
    for (const file of first) {
      for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) first.add(next);
    }
    const size = (parts: typeof chunks): number => parts.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
    return {
      atOnce: size(chunks.filter(({ fileName }) => first.has(fileName))),
      forMock: size(chunks.filter(({ fileName }) => !fileName.includes("parse-data"))),
      inAll: size(chunks),
    };
  }

  test("a page loads little of orgkit beside msw until it runs on the mock, and YAML only if it needs it", async () => {
    const withMock = await pageSize(`import { createSimulation } from "orgkit";
import { setupWorker } from "orgkit/browser";
const start = async () => setupWorker(await createSimulation({ world: "demo" })).start();
void start();`);
    expect(withMock.atOnce).toBeGreaterThan(1000);
    expect(withMock.atOnce).toBeLessThan(5000);
    expect(withMock.forMock).toBeGreaterThan(50_000);
    expect(withMock.forMock).toBeLessThan(110_000);
    expect(withMock.inAll - withMock.forMock).toBeLessThan(40_000);
  });

  test("the service worker answers a page's requests", async ({ page }) => {
    const script = readFileSync(join(consumer, "worker.fixture.ts"), "utf8");
    const manifest = { private: true, type: "module", devDependencies: { msw: "*", orgkit: "*", vite: "*" } };
    writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
    expect(await run(process.execPath, [commandIn(project), "init"], project, {})).toMatchObject({ code: 0 });
    expect(await bodyOfPage(project, script, page)).toContain('200 {"data":[{"id":"usr_');
  });
});
