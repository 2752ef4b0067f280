import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { loadDialect } from "../fixtures/dialect/load.ts";
import { loadWorld } from "../fixtures/worlds/load.ts";
import { recordingText } from "../mocks/simulation/recorder/recording.ts";
import { readRecording } from "../mocks/recording/read-recording.ts";
import { createSimulation } from "../mocks/simulation/simulation.ts";
import { testCall, testTimestamp, type TestCall } from "../mocks/simulation/caller.fixture.ts";
import { checkout, run, test, type Ended } from "./cli.fixture.ts";
import playwrightConfig from "./config/playwright.config.ts";
import { buildPackage, link } from "./release/packed.fixture.ts";

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

/** A recording with everything that can be written down. */
async function recorded(): Promise<string> {
  let now = testTimestamp;
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
  return recordingText(simulation.recording("0.0.9"));
}

// The built orgkit, as a project finds it.
test.beforeAll(buildPackage);

/** The directory of a project with orgkit. */
function prepareProject(directory: string, type: "module" | "commonjs"): void {
  writeFileSync(join(directory, "package.json"), JSON.stringify({ type }));
  // A copy: Playwright compiles linked files like the project's own.
  for (const part of ["package.json", "dist/lib", "fixtures"]) {
    cpSync(join(checkout, part), join(directory, "node_modules/orgkit", part), { recursive: true });
  }
  link(directory, ["@msw/data", "@playwright/test"]);
  const tsconfig = {
    extends: join(checkout, "tsconfig.json"),
    // The public names are those of the installed package, except in the checkout.
    compilerOptions: { typeRoots: [join(checkout, "node_modules/@types")], paths: {} },
    include: ["e2e"],
  };
  writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(tsconfig));
  const config = { testDir: "e2e", reporter: "line", use: { launchOptions: playwrightConfig.use?.launchOptions } };
  writeFileSync(join(directory, "playwright.config.ts"), `export default ${JSON.stringify(config)};\n`);
}

/** Runs the project's tests. */
function runTests(directory: string): Promise<Ended> {
  return run(process.execPath, [join(checkout, "node_modules/@playwright/test/cli.js"), "test"], directory, {});
}

test("the generated test is readable, type-checks and passes", async ({ directory, orgkit }) => {
  prepareProject(directory, "module");
  writeFileSync(join(directory, "bug.json"), await recorded());
  const written = await orgkit(["replay", "bug.json", "--test", "e2e/bug.spec.ts"]);
  expect(written).toMatchObject({ code: 0, err: "" });
  expect(written.out).toContain("Wrote e2e/bug.spec.ts; run it with: npx playwright test e2e/bug.spec.ts");

  const text = readFileSync(join(directory, "e2e/bug.spec.ts"), "utf8");
  expect(text).toMatch(
    /^\/\/ 31 requests to the world "demo" in the dialect "reference", recorded by orgkit 0\.0\.9\.\n/,
  );
  expect(text).toContain('test.use({ orgkit: { recording: "../bug.json", baseUrl: "https://api.example" } });');
  expect(text).toContain(`    const reply = await call("POST", "/api/v1/users", {
      headers: { authorization: "Bearer aurora-token-4f7a91", "content-type": "application/json" },
      body: '{"email":"o\\'hara@new.example","name":"O\\'Hara 🦊"}',
    });
    expect(reply.status).toBe(201);
`);
  expect(text).toContain("expect(reply.status).toBe(0); // The connection was refused.");

  const types = await run(join(checkout, "node_modules/.bin/tsc"), ["-p", ".", "--singleThreaded"], directory, {});
  expect(types).toEqual({ code: 0, out: "", err: "" });
  expect(await runTests(directory)).toMatchObject({ code: 0, out: expect.stringContaining("1 passed") });
});

test("it never overwrites a file; if the simulation responds differently, it fails, and attaches a recording", async ({
  directory,
  orgkit,
}) => {
  prepareProject(directory, "commonjs");
  writeFileSync(join(directory, "bug.json"), await recorded());
  mkdirSync(join(directory, "e2e"));
  writeFileSync(join(directory, "e2e/bug.spec.ts"), "// mine\n");
  const args = ["replay", "bug.json", "--test", "e2e/bug.spec.ts"];
  const rejected = await orgkit(args);
  expect(rejected).toMatchObject({ code: 2, err: expect.stringContaining("bug.spec.ts: the file exists") });
  expect(readFileSync(join(directory, "e2e/bug.spec.ts"), "utf8")).toBe("// mine\n");
  expect(await orgkit([...args, "--force"])).toMatchObject({ code: 0 });
  const bug = join(directory, "bug.json");
  writeFileSync(bug, readFileSync(bug, "utf8").replace('"seed": 1', '"seed": 2'));
  const { code, out } = await runTests(directory);
  expect([code, out]).toEqual([1, expect.stringMatching(/Object\.is equality[^]*1 failed/)]);
  const attached = globSync("test-results/**/orgkit-recording*.json", { cwd: directory });
  expect(new Set(attached.map((path) => readRecording(join(directory, path)).steps.length))).toEqual(new Set([2]));
});
