import { createServer, type RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import { startServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation, type Simulation } from "../../mocks/simulation/simulation.ts";
import { judgeTarget } from "../run/judge-target.ts";
import { readConformOptions } from "../run/conform.ts";
import { usualRequests } from "../target/target.ts";
import { listen } from "../../fixtures/network/listen.fixture.ts";
import type { Running } from "../test-servers/independent-server.ts";
import { expect, runPlaywright, test } from "./native-run.fixture.ts";
import { textsIn } from "./texts-in.fixture.ts";

// Each run of Playwright starts several processes.
test.describe.configure({ mode: "parallel", timeout: 300_000 });

test("a failure has the finding, its rule, and how to repeat and fix it; only a retry sends again", async ({
  runNatively,
}) => {
  const simulation = await createSimulation({ world: "demo" });
  const server = await startServer(simulation, { port: 0 });
  const dialect = { paging: { users: { style: "page", defaultSize: 7 } } } as const;
  const options = { baseUrl: server.url, subscriptionIds: ["sub_k9p34y6n"], allowWrites: true, quick: true, dialect };
  const { target } = await readConformOptions({ ...options, token: demoTokens.ORGKIT_TOKEN });
  const { run } = await judgeTarget(target);
  const inConform = sentTo(simulation);
  // Preflights (OPTIONS) do not reach the simulation.
  expect(run.requests - inConform.length).toBeLessThan(10);
  expect(inConform.length).toBeLessThanOrEqual(run.requests);
  expect(posts(inConform)).toBeGreaterThan(0);

  // All rules are judged, but each failure of a test starts another process.
  const args = ["--grep=@DECL-03|@ENV-01"];
  const native = await runNatively({ projects: { mock: options }, args, env: demoTokens, config: { retries: 1 } });
  await server.close();
  expect(native.exitCode).toBe(1);
  const failures = native.tests.filter(({ status }) => status === "failed");
  const failure = failures.find(({ name }) => name === "DECL-03 listUsers");
  expect(failure?.attachments).toBeGreaterThan(0);
  for (const label of ["Rule", "Found", "Evidence", "Repeat", "Fix"]) {
    expect(failure?.error).toMatch(new RegExp(`^  ${label} +\\S`, "m"));
  }
  expect(native.output).toContain("conformance.spec.ts:3");
  expect(native.output).toContain("at conformance (");
  const inBoth = sentTo(simulation);
  // Workers share what the first one found; the retry judges the target anew.
  expect(posts(inBoth)).toBe(3 * posts(inConform));
  expect(inBoth.length).toBeLessThan(3.1 * inConform.length);
});

test("two shards judge each target in one of them, by the selected tests alone; one that cannot be judged fails once with the reason, and no file has a token, in any of Playwright's reports and traces", async ({
  runNatively,
}) => {
  const simulation = await createSimulation({ world: "demo" });
  const server = await startServer(simulation, { port: 0 });
  const { ORGKIT_TOKEN: token } = demoTokens;
  const encoded = Buffer.from(token).toString("base64");
  // Accepts any token, and sends it back.
  const open = await serving(({ headers: { authorization = "", "x-tenant": tenant } }, response) =>
    response
      .writeHead(200, { "content-type": "application/json", "x-echo": `${authorization} ${String(tenant)}` })
      .end(
        JSON.stringify({ data: [{ id: 1, note: authorization, encoded }], meta: { page: 1, total: 1, authorization } }),
      ),
  );
  const reject = await serving((_, response) => response.writeHead(401).end());
  const projects = {
    one: { baseUrl: server.url },
    two: { baseUrl: server.url },
    faulty: { baseUrl: open.baseUrl, headerVariables: { "x-tenant": "TENANT" } },
    rejects: { baseUrl: reject.baseUrl },
    mistaken: { baseUrl: reject.baseUrl, subscriptionIds: "sub_1", token: "secret-token" },
  };
  const shards = await Promise.all(
    [1, 2].map((shard) =>
      runNatively({
        projects,
        env: { ...demoTokens, TENANT: "tenant-secret-71c0" },
        args: [`--shard=${shard}/2`, "--trace=on", "-g", "/auth-04|auth-05|verdict/i", "--grep-invert=AUTH-05"],
        config: {
          // Without it a file is never divided; with it, a target still is not.
          fullyParallel: true,
          reporter: [["json"], ["line"], ["html", { open: "never" }], ["junit", { outputFile: "junit.xml" }], ["blob"]],
        },
      }),
    ),
  );
  await Promise.all([server, open, reject].map((one) => ("close" in one ? one.close() : one.stop())));
  expect(shards.map(({ tests }) => new Set(tests.map(({ project }) => project)).size)).toEqual([3, 2]);
  const all = shards.flatMap(({ tests }) => tests);
  const results = Object.keys(projects).map((name) => {
    const own = all.filter(({ project }) => project === name);
    const counts = ["passed", "failed", "skipped"].map((status) => own.filter((one) => one.status === status).length);
    return [name, ...counts, own.find(({ error }) => error !== "")?.error];
  });
  expect(results).toEqual([
    ["one", 4, 0, 1, undefined],
    ["two", 4, 0, 1, undefined],
    ["faulty", 1, 2, 2, expect.stringContaining("AUTH-04")],
    ["rejects", 0, 1, 4, expect.stringContaining("Every operation rejects the token in ORGKIT_TOKEN")],
    ["mistaken", 0, 1, 4, expect.stringContaining("use.conformance.token: is not an option here")],
  ]);
  expect(simulation.journal.total).toBeLessThan(usualRequests);
  // The config has it, and nothing shows it.
  expect(shards.map(({ output }) => output).join("\n")).not.toContain("secret-token");
  const texts = shards.flatMap(({ output, directory }) => [output, ...textsIn(directory)]);
  expect(texts.filter((text) => text.includes("AUTH-04")).length).toBeGreaterThan(4);
  for (const secret of [token, encoded, "tenant-secret-71c0"]) {
    const leaks = texts.filter((text) => text.includes(secret));
    expect.soft(leaks.map((text) => text.slice(Math.max(0, text.indexOf(secret) - 200)).slice(0, 300))).toEqual([]);
  }
});

function posts(methods: readonly string[]): number {
  return methods.filter((method) => method === "POST").length;
}

/** The methods of the requests it received. */
function sentTo({ journal }: Simulation): readonly string[] {
  return journal.entries().map(({ request }) => request.method);
}

test("the conformance tests of this repository judge the mock", { tag: "@slow" }, async () => {
  const checkout = fileURLToPath(new URL("../..", import.meta.url));
  const { exitCode, output } = await runPlaywright(["-c", "conformance", "--reporter=line"], checkout);
  expect(exitCode, output).toBe(0);
});

const demoTokens = { ORGKIT_TOKEN: "aurora-token-4f7a91" };

function serving(listener: RequestListener): Promise<Running> {
  return listen(createServer(listener));
}
