import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { expect, test } from "@playwright/test";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { build, type Rolldown } from "vite";
import { brokenLinks, pagesBelow } from "../check/links.fixture.ts";
import { shownFile } from "../check/page-blocks.fixture.ts";
import { checkout, run, startServer, type RunningServer } from "../cli.fixture.ts";
import playwrightConfig from "../config/playwright.config.ts";
import { install, newProject, toSchemaNode, packedFile, peers, removeProject, unpack } from "./packed.fixture.ts";

/** The versions of Node to test: 24, which is always available, or those of `npm run test:package`. */
const requestedVersions = process.env["ORGKIT_PACKAGE_NODES"]?.split(",");
const versions = requestedVersions ?? ["24"];

/** For `npm run test:package`: in `npm test`, `pages.spec.ts` runs the commands of the packed orgkit. */
const slow = { tag: "@slow" };

const consumer = fileURLToPath(new URL("consumer/", import.meta.url));
const tokens = { ORGKIT_TOKEN: "aurora-token-4f7a91", ORGKIT_TOKEN_B: "brightwater-token-c83d20" };

/** What `npx orgkit` runs in a project. */
function commandIn(project: string): string {
  return join(project, "node_modules/orgkit/dist/lib/orgkit.mjs");
}

// All tests share one packed file and one installation for each Node.
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
    /** One project with orgkit only, and one with all its peers. */
    let alone: string;
    let project: string;
    let mock: RunningServer;

    test.beforeAll(async () => {
      node = toSchemaNode(version);
      const setUp = (packages: readonly string[]): string => {
        const directory = newProject();
        if (requestedVersions === undefined) unpack(packed, directory, packages);
        else install(directory, [packed, ...packages], node);
        return directory;
      };
      [alone, project] = [setUp([]), setUp(peers)];
      mock = await startServer([node, commandIn(alone)], ["mock", "--port", "0"], alone, {});
    });
    test.afterAll(async () => {
      expect(await mock.stop()).toBe(0);
      for (const directory of [alone, project]) removeProject(directory);
    });

    test("alone it mocks, judges and learns; features that need more say so in one line", slow, async () => {
      const installed = join(alone, "node_modules/orgkit");
      // npm warns of these.
      expect(readFileSync(join(installed, "package.json"), "utf8")).not.toMatch(/"(?:pre|post)?(?:install|prepare)":/);
      expect(pagesBelow(installed).flatMap((page) => brokenLinks(installed, page))).toEqual([]);
      const headers = { authorization: `Bearer ${tokens.ORGKIT_TOKEN}` };
      expect((await fetch(`${mock.url}/api/v1/users`, { headers })).status).toBe(200);
      for (const file of ["", "interface.json"]) {
        expect(await (await fetch(`${mock.url}/_orgkit/${file}`)).text()).toMatch(/<script|"openapi"/);
      }
      const orgkit = (...args: readonly string[]) => run(node, [commandIn(alone), ...args], alone, tokens);
      for (const [args, words] of [
        [["conform", mock.url, "-s", "sub_k9p34y6n", "--allow-writes", "--out", "out"], "✓ conforming"],
        [["learn", mock.url, "-s", "sub_k9p34y6n"], "Wrote dialect.yaml"],
        [["explain", "AUTH-04"], "a request with an unknown token is rejected"],
      ] as const) {
        expect(await orgkit(...args)).toMatchObject({ code: 0, out: expect.stringContaining(words) });
      }
      expect(await orgkit("proxy", mock.url)).toMatchObject({
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
        total: 47,
        calls: 1,
        verdict: "conforming",
        handlers: expect.arrayContaining([expect.stringContaining("/api/v1/users")]),
        rejection: expect.stringContaining("use orgkit/node here"),
        exports: {
          playwright: expect.arrayContaining(["test", "expect"]),
          suite: ["conformance"],
          vite: ["orgkit"],
          types: [],
        },
        schemas: Array.from({ length: 4 }, () => ({ $schema: expect.stringContaining("json-schema.org") })),
        contract: expect.stringMatching(/^openapi:/m),
      });
    });

    test("its tests run in Playwright and Vitest, and the service tests as documented", slow, async () => {
      mkdirSync(join(project, "suite"));
      const page = readFileSync(join(checkout, "conformance/suite/README.md"), "utf8");
      for (const file of ["playwright.config.ts", "conformance.spec.ts"]) {
        const text = shownFile(page, file).replace("https://staging.example/x", mock.url);
        writeFileSync(join(project, "suite", file), text);
      }
      // As in the page about the project file.
      const example = join(project, "example");
      cpSync(join(checkout, "mocks/adapters/example-project"), example, { recursive: true });
      const { launchOptions } = playwrightConfig.use ?? {};
      const settings = { testMatch: "own.spec.ts", reporter: "line", use: { launchOptions } };
      writeFileSync(join(example, "playwright.config.ts"), `export default ${JSON.stringify(settings)};\n`);
      for (const [cwd, file, args, passed] of [
        [project, "@playwright/test/cli.js", ["test", "-c", "suite", "--reporter=line"], /\d{2} passed/],
        [example, "@playwright/test/cli.js", ["test"], /1 passed/],
        [example, "vitest/vitest.mjs", ["run", ".test.ts"], /5 passed/],
      ] as const) {
        const ended = await run(node, [join(project, "node_modules", file), ...args], cwd, tokens);
        expect(ended).toMatchObject({ code: 0, out: expect.stringMatching(passed) });
      }
    });
  });
}

test.describe("in a bundled project", slow, () => {
  let project: string;
  test.beforeAll(() => {
    project = newProject();
    unpack(packed, project, [...peers, "typescript", "@types/node"]);
  });
  test.afterAll(() => removeProject(project));

  for (const moduleResolution of ["nodenext", "bundler"]) {
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

  test("a page loads little of orgkit until it runs on the mock", async () => {
    const input = join(project, "application.ts");
    writeFileSync(
      input,
      `import { createSimulation } from "orgkit";
import { setupWorker } from "orgkit/browser";
const start = async () => setupWorker(await createSimulation({ world: "demo" })).start();
void start();`,
    );
    const rolldownOptions = { input, external: /^msw/ };
    const settings = { configFile: false, root: project, logLevel: "silent" } as const;
    const result = await build({ ...settings, build: { write: false, target: "es2023", rolldownOptions } });
    const chunks = [result]
      .flat()
      .flatMap((part) => ("output" in part ? part.output : []))
      .filter((part): part is Rolldown.OutputChunk => part.type === "chunk");
    const first = new Set(chunks.filter(({ isEntry }) => isEntry));
    // Iterating a growing set visits all its items.
    for (const { imports } of first) {
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk);
    }
    const bytes = [...first].reduce((sum, { code }) => sum + gzipSync(code).length, 0);
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThan(5000);
  });
});
