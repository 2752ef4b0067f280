import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { builtInWorldNames } from "../../fixtures/worlds/built-in.ts";
import { expect, adapterNames, test } from "../../mocks/adapters/adapter.fixture.ts";
import { createSimulation } from "../../mocks/simulation/create-simulation.ts";
import { optionsFor } from "../test-servers/independent-server.ts";
import { knownTo, mockServer } from "../test-servers/mock-server.ts";
import type { JudgedTarget } from "../report/report.ts";
import { nameOf } from "../test-servers/judge-server.ts";
import { listen, serverOf } from "../test-servers/serve.ts";
import { usualRequests } from "../target/target.ts";
import { maxCreated } from "../target/connection.ts";
import type { Ask, Reply } from "../test-servers/service.ts";
import type { ConformOptions } from "../options/options.ts";
import { judgeTarget } from "./judge-target.ts";
import { readConformOptions } from "./read-conform-options.ts";

/** Judges the mock, on which nothing may fail or be inconclusive. */
async function expectConforming(options: ConformOptions, minPassed: number): Promise<JudgedTarget["run"]> {
  const { target, connection } = await readConformOptions({ ...options, patience: 0.3 });
  const { run, checks } = await judgeTarget(target, { connection });
  expect(run.problem).toBeUndefined();
  const open = checks.filter(({ status }) => status === "failed" || status === "inconclusive");
  expect(open.map((check) => `${nameOf(check)}: ${check.message}`)).toEqual([]);
  expect(checks.filter(({ status }) => status === "passed").length).toBeGreaterThan(minPassed);
  return run;
}

const worlds = builtInWorldNames.map((name) => name.replace("N", "1000"));
const trials = dialectNames().flatMap((dialect) => [
  ...worlds.map((world) => ({ dialect, world, isDeclared: true })),
  // Without a dialect, results depend on the world only if it has no records.
  ...["demo", "empty"].map((world) => ({ dialect, world, isDeclared: false })),
]);

/** All of them: `npm run test:independent`. `npm test` takes a few. */
const step = process.env["ORGKIT_ALL"] === "1" ? 1 : 17;

for (const { dialect, world, isDeclared } of trials.filter((_, index) => index % step === 0)) {
  const as = isDeclared ? "declared" : "not declared";
  test(`the HTTP adapter conforms in dialect ${dialect}, ${as}, with world ${world}`, async () => {
    const server = mockServer({ id: "mock", speaks: dialect, world, ...(isDeclared ? {} : { declares: null }) });
    const { stop, ...running } = await server.start();
    const run = await expectConforming(optionsFor(server, running), isDeclared ? 70 : 30);
    await stop();
    // What a dialect declares, or does in an unusual way, is asked in addition.
    expect(run.requests).toBeLessThanOrEqual(1.1 * usualRequests);
    expect(run.created.length).toBeLessThanOrEqual(maxCreated);
  });
}

for (const name of adapterNames) {
  test(`the adapter "${name}" conforms`, { tag: "@slow" }, async ({ openAdapter }) => {
    const adapter = await openAdapter(name);
    // The judge is outside of the interception by msw and a browser: this forwards its requests into it.
    const ask = async ({ method, path, query, headers, body }: Ask): Promise<Reply> => {
      const own = Object.entries(headers).flatMap(([header, value]) =>
        /^(host|connection|content-length|accept-encoding|user-agent)$/.test(header) ? [] : [[header, String(value)]],
      );
      const sent = { method, path: query.size === 0 ? path : `${path}?${query}`, headers: Object.fromEntries(own) };
      const answer = await adapter.call(method === "GET" ? sent : { ...sent, body });
      // Paths outside of /api belong to the application; with msw in Node there is none.
      return "broken" in answer ? { status: 404, headers: {} } : { ...answer, text: answer.body };
    };
    const gateway = serverOf(ask, (response, { status, headers, text }) =>
      response.writeHead(status, headers).end(text),
    );
    const { baseUrl, stop } = await listen(gateway);
    const dialect = loadDialect("reference");
    const known = knownTo(await createSimulation({ world: "demo", dialect }));
    await expectConforming(optionsFor({ dialect }, { baseUrl, ...known }), 130);
    await stop();
  });
}
