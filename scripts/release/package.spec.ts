import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { build, preview } from "vite";
import { z } from "zod";
import { run, startServer, type Ended, type RunningServer } from "../cli.fixture.ts";
import { findChromium } from "../test/chromium.ts";
import { checkout } from "./built-package.ts";
import { packageFaults } from "./package-faults.ts";
import { applicationWithMock, everyExport, pageSize } from "./page-size.ts";
import { install, newProject, nodeOf, pack, peers, removeProject, setUp, writeShown } from "./packed.ts";

/** The versions of Node to try: 24, which is always there, or those that `npm run test:package` names. */
const named = process.env["ORGKIT_PACKAGE_NODES"];
const versions = named?.split(",") ?? ["24"];

const consumer = fileURLToPath(new URL("consumer/", import.meta.url));
const tokens = { ORGKIT_TOKEN: "aurora-token-4f7a91", ORGKIT_TOKEN_B: "brightwater-token-c83d20" };
const subscriptions = ["-s", "sub_k9p34y6n", "-s", "sub_3wd25rq4"];

/** What `npx orgkit` runs in a project. */
function commandIn(project: string): string {
  return join(project, "node_modules/orgkit/dist/lib/orgkit.mjs");
}

// All rests on one packing and one installation for each Node.
test.describe.configure({ mode: "default" });

let packed: string;
let folder: string;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orgkit-packed-"));
  ({ path: packed } = await pack(folder));
});
test.afterAll(() => removeProject(folder));

test("the package is well made, and its types are right for whoever imports them", async () => {
  expect(await packageFaults(packed)).toEqual([]);
});

for (const version of versions) {
  test.describe(`on Node ${version}`, () => {
    let node: string;
    /** One where orgkit is the only package, and one where what it can use is beside it. */
    let alone: string;
    let project: string;

    test.beforeAll(() => {
      node = nodeOf(version);
      [alone, project] = [newProject(), newProject()];
      const installing = named === undefined ? undefined : node;
      setUp(alone, packed, [], installing);
      setUp(project, packed, peers, installing);
    });
    test.afterAll(() => {
      for (const installed of [alone, project]) removeProject(installed);
    });

    const orgkit = (cwd: string, args: readonly string[], environment = {}): Promise<Ended> =>
      run(node, [commandIn(cwd), ...args], cwd, environment);
    const mocks: RunningServer[] = [];
    const mockIn = async (cwd: string): Promise<RunningServer> => {
      const mock = await startServer([node, commandIn(cwd)], ["mock", "--port", "0"], cwd, {});
      mocks.push(mock);
      return mock;
    };
    test.afterEach(async () => {
      for (const mock of mocks.splice(0)) await mock.stop();
    });

    /** Runs a program of a package in the project. */
    function runTool(file: string, args: readonly string[], environment = {}): Promise<Ended> {
      return run(node, [join(project, "node_modules", file), ...args], project, environment);
    }

    test("alone it mocks, judges, learns, compares and replays; what needs more says what, in one line", async () => {
      const mock = await mockIn(alone);
      const headers = { authorization: `Bearer ${tokens.ORGKIT_TOKEN}` };
      expect((await fetch(`${mock.url}/api/v1/users`, { headers })).status).toBe(200);
      const targets = ["--target", `one=${mock.url}`, "--target", `two=${mock.url}`, "--grep", "ENV-01"];
      for (const file of ["", "openapi.json", "reference"]) {
        expect(await (await fetch(`${mock.url}/_orgkit/${file}`)).text()).toMatch(/<script|"openapi"/);
      }
      for (const [args, words] of [
        [["conform", mock.url, ...subscriptions, "--allow-writes", "--out", "out"], "✓ conforming"],
        [["verify", "out/report.json"], "✓ not edited"],
        [["conform", ...targets, "--shard", "1/2", "--out", "shards"], "one"],
        [["conform", ...targets, "--shard", "2/2", "--out", "shards"], "two"],
        [["merge", "shards"], "conforming"],
        [["learn", mock.url, ...subscriptions], "Wrote dialect.yaml"],
        [["diff", mock.url, "./dialect.yaml"], "✓ no difference"],
        [["capsule", "--from", mock.url, "--out", "bug.json"], "bug.json"],
        [["replay", "bug.json", "--face", "http"], "get the same reply on the face http"],
        [["explain", "AUTH-04"], "a call with a token never issued is refused"],
      ] as const) {
        expect(await orgkit(alone, args, tokens)).toMatchObject({ code: 0, out: expect.stringContaining(words) });
      }
      for (const [args, name] of [
        [["replay", "bug.json", "--face", "msw"], "msw"],
        [["proxy", mock.url], "@stoplight/prism-http"],
      ] as const) {
        const refused = await orgkit(alone, args, tokens);
        expect(refused).toMatchObject({
          code: 2,
          err: expect.stringMatching(new RegExp(`npm i -D (orgkit )?${name}\n`)),
        });
      }
      expect(await mock.stop()).toBe(0);
    });

    test("beside msw it replays on its face", async () => {
      const mock = await mockIn(project);
      const headers = { authorization: `Bearer ${tokens.ORGKIT_TOKEN}` };
      expect((await fetch(`${mock.url}/api/v1/users`, { headers })).status).toBe(200);
      for (const [args, words] of [
        [["capsule", "--from", mock.url, "--out", "bug.json"], "bug.json"],
        [["replay", "bug.json", "--face", "msw"], "get the same reply on the face msw"],
      ] as const) {
        expect(await orgkit(project, args, tokens)).toMatchObject({ code: 0, out: expect.stringContaining(words) });
      }
    });

    test("a script imports every entry point", async () => {
      copyFileSync(join(consumer, "entries.ts"), join(project, "entries.ts"));
      const { code, out, err } = await run(node, ["--disable-warning=ExperimentalWarning", "entries.ts"], project, {});
      expect({ code, err }).toEqual({ code: 0, err: "" });
      const seen = entriesSchema.parse(JSON.parse(out));
      expect(seen.node).toMatch(new RegExp(`^${version}\\.`));
      expect(seen.reply).toMatchObject({ status: 200, body: { meta: { page: 1, total: 47 } } });
      expect([seen.calls, seen.verdict]).toEqual([1, "conforming"]);
      expect(seen.related).toMatchObject([true, { id: "guest", buddy: { id: expect.stringMatching(/^usr_/) } }]);
      expect(seen.handlers).toBeGreaterThan(4);
      expect(seen.refusal).toContain("use orgkit/node here");
      expect(seen.names).toEqual({
        judge: expect.arrayContaining(["conform", "learn", "diff", "CannotJudge"]),
        playwright: expect.arrayContaining(["test", "expect"]),
        suite: ["conformance"],
        types: [],
      });
      expect(readFileSync(fileURLToPath(seen.contract), "utf8")).toMatch(/^openapi:/m);
      const elsewhere = await run(
        node,
        ["--conditions=browser", "-e", 'import("orgkit/node").then((face) => face.setupServer())'],
        project,
        {},
      );
      expect(elsewhere.err).toContain("use orgkit/browser here");
    });

    test("its tests run in Playwright and vitest, and those of a service as their page shows", async () => {
      const { url } = await mockIn(alone);
      for (const file of ["playwright.config.ts", "conformance.spec.ts"]) {
        const forMock = (text: string): string => text.replace("https://staging.example/x", url);
        writeShown("conformance/suite/README.md", file, join(project, "suite"), forMock);
      }
      const judged = await runTool("@playwright/test/cli.js", ["test", "-c", "suite", "--reporter=line"], tokens);
      expect(judged).toMatchObject({ code: 0, out: expect.stringMatching(/\d{2} passed/) });
      copyFileSync(join(consumer, "page.e2e.ts"), join(project, "page.spec.ts"));
      copyFileSync(join(consumer, "unit.vitest.ts"), join(project, "unit.test.ts"));
      const executablePath = findChromium();
      const args = [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-background-networking"];
      const launchOptions = { args, ...(executablePath === undefined ? {} : { executablePath }) };
      const settings = { testMatch: "page.spec.ts", reporter: "line", use: { launchOptions } };
      writeFileSync(join(project, "playwright.config.ts"), `export default ${JSON.stringify(settings)};\n`);
      const [page, unit] = await Promise.all([
        runTool("@playwright/test/cli.js", ["test"]),
        runTool("vitest/vitest.mjs", ["run", "unit.test.ts"]),
      ]);
      expect(page).toMatchObject({ code: 0, out: expect.stringContaining("1 passed") });
      expect(unit).toMatchObject({ code: 0, out: expect.stringContaining("3 passed") });
    });

    // Jest is large, and no dependency of the checkout: it is tried where packages are fetched anyway.
    if (named !== undefined) {
      test("its tests run in Jest, as the page of the mock shows", async () => {
        install(project, ["jest", "jest-fixed-jsdom", "jest-environment-jsdom"], node);
        writeShown("mocks/README.md", "users.test.mjs", project);
        for (const environment of ["node", "jest-fixed-jsdom"]) {
          const args = ["--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--env", environment, "users"];
          const ended = await run(node, args, project, {});
          expect(ended).toMatchObject({ code: 0, err: expect.stringContaining("1 passed, 1 total") });
        }
      });
    }
  });
}

test.describe("in a project that is built", () => {
  let project: string;
  test.beforeAll(() => {
    project = newProject();
    setUp(project, packed, [...peers, "typescript", "@types/node"]);
  });
  test.afterAll(() => removeProject(project));

  for (const moduleResolution of named === undefined ? ["bundler"] : ["nodenext", "bundler"]) {
    test(`its types are read with moduleResolution ${moduleResolution}`, async () => {
      copyFileSync(join(consumer, "types.ts"), join(project, "types.ts"));
      const compilerOptions = {
        module: moduleResolution === "nodenext" ? "nodenext" : "esnext",
        moduleResolution,
        target: "es2024",
        lib: ["es2024", "esnext.iterator", "dom", "dom.iterable"],
        types: ["node"],
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
      };
      writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["types.ts"] }));
      const checked = await run(join(checkout, "node_modules/.bin/tsc"), ["-p", "."], project, {});
      expect(checked).toEqual({ code: 0, out: "", err: "" });
    });
  }

  test("its page loads less than 40 kB of orgkit at once, gzipped, beside msw", async () => {
    const [withMock, everything] = [await pageSize(applicationWithMock, project), await pageSize(everyExport, project)];
    expect(withMock.atOnce).toBeGreaterThan(1000);
    expect(withMock.atOnce).toBeLessThan(6000);
    expect(everything.atOnce).toBeLessThan(40_000);
  });

  test("a page of it is answered by the worker", async ({ page }) => {
    copyFileSync(join(consumer, "worker.ts"), join(project, "worker.ts"));
    writeFileSync(join(project, "index.html"), '<!doctype html><body><script type="module" src="worker.ts"></script>');
    expect(await run(process.execPath, [commandIn(project), "init", "--yes"], project, {})).toMatchObject({ code: 0 });
    const settings = { root: project, configFile: false, logLevel: "error" } as const;
    await build({ ...settings, build: { target: "es2023" } });
    const server = await preview({ ...settings, preview: { port: 0 } });
    const [url = ""] = server.resolvedUrls?.local ?? [];
    await page.goto(url);
    await expect(page.locator("body")).toContainText('200 {"data":[{"id":"usr_');
    await server.close();
  });
});

const entriesSchema = z.object({
  node: z.string(),
  reply: z.object({ status: z.int(), body: z.unknown() }),
  calls: z.int(),
  verdict: z.string(),
  related: z.unknown(),
  handlers: z.int(),
  refusal: z.string(),
  names: z.record(z.string(), z.array(z.string())),
  schemas: z.array(z.looseObject({ title: z.string().optional(), type: z.string().optional() })).length(6),
  contract: z.string(),
});
