import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { z } from "zod";
import { loadDialect } from "../fixtures/dialect/load.ts";
import { loadWorld } from "../fixtures/worlds/load.ts";
import { capsuleText } from "../mocks/simulation/recording/capsule.ts";
import { readCapsule } from "../mocks/capsule/read-capsule.ts";
import { createSimulation } from "../mocks/simulation/simulation.ts";
import { testCall, testMoment, type TestCall } from "../mocks/simulation/caller.fixture.ts";
import { checkout, run, test } from "./cli.fixture.ts";
import { buildPackage, link } from "./release/packed.fixture.ts";
import { findChromium } from "./test/chromium.ts";

const json = { "content-type": "application/json" };
const place = { account: "acct_aurora", kind: "users" } as const;

const calls: readonly TestCall[] = [
  { query: "per_page=2&role='member'" },
  { method: "POST", headers: json, body: '{"email":"o\'hara@new.example","name":"O\'Hara 🦊"}' },
  { method: "POST", headers: json, body: `{"email":"long@new.example","name":"${"x".repeat(300)}"}` },
  { method: "POST", headers: json, body: new Uint8Array([0xff, 0xfe]) },
  { method: "POST", body: "no type" },
  { method: "HEAD" },
  { method: "DELETE" },
  { headers: { authorization: undefined } },
  { path: "/api/v1/subscriptions/a%2Fb" },
  { path: "/favicon.ico" },
  { headers: { prefer: "scenario=truncated-body" } },
  { headers: { prefer: "scenario=hang" } },
  { headers: { prefer: "scenario=refused" } },
  { headers: { prefer: "scenario=redirect-to-login" } },
  { headers: { prefer: 'scenario="slow-body", code=202' } },
];

/** A capsule of all there is to be written down. */
async function recorded(): Promise<string> {
  let now = testMoment;
  const clock = { now: () => (now += 250.5) };
  const options = {
    world: loadWorld("demo", 1),
    dialect: loadDialect("reference"),
    clock,
    scenarios: ["latency:ms=1"],
  };
  const simulation = await createSimulation(options);
  const snapshot = simulation.snapshot();
  const ask = async (): Promise<void> => {
    for (const call of calls) await simulation.answer(testCall(call));
  };
  await ask();
  await simulation.edits.replace(place, "usr_2z8iq9y7jz", { id: "usr_2z8iq9y7jz", name: "Replaced\n// by hand" });
  simulation.use("expired-token:calls=10", "lost-response:on=createUser,times=1");
  await ask();
  simulation.use();
  await simulation.restore(snapshot);
  await simulation.edits.add(place, { id: "usr_added", name: "Added" });
  await simulation.edits.remove(place, "usr_added");
  await simulation.answer(testCall());
  return capsuleText(simulation.capsule("0.0.9"));
}

const resultSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  suites: z.array(
    z.object({
      specs: z.array(
        z.object({
          tests: z.array(
            z.object({
              results: z.array(
                z.object({
                  error: z.object({ message: z.string() }).optional(),
                  attachments: z.array(z.object({ name: z.string(), path: z.string().optional() })),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
});

// What a project finds as orgkit is what is built.
test.beforeAll(buildPackage);

/** A folder as a project has it that uses orgkit. */
function prepareProject(folder: string, type: "module" | "commonjs"): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type }));
  // A copy: Playwright compiles what it finds through a link, as if it were the project's own.
  for (const part of ["package.json", "dist/lib", "fixtures"]) {
    cpSync(join(checkout, part), join(folder, "node_modules/orgkit", part), { recursive: true });
  }
  link(folder, ["@msw/data", "@playwright/test"]);
  const tsconfig = {
    extends: join(checkout, "tsconfig.json"),
    // The public names are those of the package that is installed, as everywhere but in the checkout.
    compilerOptions: { typeRoots: [join(checkout, "node_modules/@types")], paths: {} },
    include: ["e2e"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  const executablePath = findChromium();
  const launchOptions = {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-quic", "--disable-background-networking"],
  };
  writeFileSync(
    join(folder, "playwright.config.ts"),
    `export default ${JSON.stringify({ testDir: "e2e", reporter: "json", use: { launchOptions } })};\n`,
  );
}

/** What Playwright says of the project's tests. */
async function runTests(folder: string): Promise<z.infer<typeof resultSchema>> {
  const cli = join(checkout, "node_modules/@playwright/test/cli.js");
  const { out } = await run(process.execPath, [cli, "test"], folder, {});
  return resultSchema.parse(JSON.parse(out));
}

test("the test a capsule writes itself as can be read, type-checks and passes", async ({ folder, orgkit }) => {
  prepareProject(folder, "module");
  writeFileSync(join(folder, "bug.json"), await recorded());
  const written = await orgkit(["replay", "bug.json", "--test", "e2e/bug.spec.ts"]);
  expect(written).toMatchObject({ code: 0, err: "" });
  expect(written.out).toContain("Wrote e2e/bug.spec.ts; run it with: npx playwright test e2e/bug.spec.ts");

  const text = readFileSync(join(folder, "e2e/bug.spec.ts"), "utf8");
  expect(text).toMatch(/^\/\/ 31 calls to the world "demo" in the dialect "reference", recorded by orgkit 0\.0\.9\.\n/);
  expect(text).toContain('test.use({ orgkit: { capsule: "../bug.json", baseUrl: "https://api.example" } });');
  expect(text).toContain(`    const reply = await call("POST", "/api/v1/users", {
      headers: { authorization: "Bearer aurora-token-4f7a91", "content-type": "application/json" },
      body: '{"email":"o\\'hara@new.example","name":"O\\'Hara 🦊"}',
    });
    expect(reply.status).toBe(201);
`);
  expect(text).toContain("expect(reply.status).toBe(0); // The connection was refused.");

  const types = await run(join(checkout, "node_modules/.bin/tsc"), ["-p", "."], folder, {});
  expect(types).toEqual({ code: 0, out: "", err: "" });
  expect((await runTests(folder)).stats).toEqual({ expected: 1, unexpected: 0, flaky: 0, skipped: 0 });
});

test("where the simulation answers otherwise it fails, and leaves a capsule of its own", async ({ folder, orgkit }) => {
  prepareProject(folder, "commonjs");
  writeFileSync(join(folder, "bug.json"), await recorded());
  await orgkit(["replay", "bug.json", "--test", "e2e/bug.spec.ts"]);
  const bug = join(folder, "bug.json");
  writeFileSync(bug, readFileSync(bug, "utf8").replace('"seed": 1', '"seed": 2'));
  const { stats, suites } = await runTests(folder);
  expect(stats).toEqual({ expected: 0, unexpected: 1, flaky: 0, skipped: 0 });
  const [result] = suites[0]?.specs[0]?.tests[0]?.results ?? [];
  expect(result?.error?.message).toContain("Object.is equality");
  const { path = "" } = result?.attachments.find(({ name }) => name === "orgkit-capsule.json") ?? {};
  expect(readCapsule(path).steps).toHaveLength(2);
});

test("a test that is there is not overwritten unasked", async ({ folder, orgkit }) => {
  writeFileSync(join(folder, "bug.json"), await recorded());
  writeFileSync(join(folder, "bug.spec.ts"), "// mine\n");
  const refused = await orgkit(["replay", "bug.json", "--test", "bug.spec.ts"]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("bug.spec.ts: there is one already");
  expect(readFileSync(join(folder, "bug.spec.ts"), "utf8")).toBe("// mine\n");
  expect(await orgkit(["replay", "bug.json", "--test", "bug.spec.ts", "--force"])).toMatchObject({ code: 0 });
});
