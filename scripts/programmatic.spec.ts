import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { reportSchema } from "../conformance/report/report.ts";
import { test } from "./cli.fixture.ts";
import { conform, createSimulation, learn, startServer, type RunningServer } from "./index.ts";

const [token, secondToken] = ["aurora-token-4f7a91", "brightwater-token-c83d20"];
const environment = { ORGKIT_TOKEN: token, ORGKIT_TOKEN_B: secondToken };
const subscriptionIds = ["sub_k9p34y6n", "sub_3wd25rq4"];

/** The mock over HTTP, in this process. */
async function serve(...options: Parameters<typeof createSimulation>): Promise<RunningServer> {
  return startServer(await createSimulation(...options), { port: 0 });
}

test("a conforming target gets the verdict of the command line", async ({ directory, mock, orgkit }) => {
  const { url } = await mock();
  const ids = subscriptionIds.flatMap((id) => ["-s", id]);
  await orgkit(["conform", url, ...ids, "--allow-writes", "--dialect", "reference", "--out", "out"], environment);
  const written = reportSchema.parse(JSON.parse(readFileSync(join(directory, "out/report.json"), "utf8")));

  const service = await serve({ world: "demo" });
  const experiments = new Set<string>();
  const report = await conform({
    baseUrl: service.url,
    token,
    secondToken,
    subscriptionIds,
    allowWrites: true,
    dialect: "reference",
    onExperiment: ({ experiment }) => experiments.add(experiment),
  });
  await service.close();
  const { verdict, complete, missing, summary } = report;
  expect({ verdict, complete, missing, summary }).toEqual({
    verdict: "conforming",
    complete: written.complete,
    missing: written.missing,
    summary: written.summary,
  });
  expect(experiments.size).toBeGreaterThan(10);
});

test("concurrent calls are independent, and a failed requirement is not an error", async () => {
  const offset = await serve({ world: "demo", dialect: "offset" });
  const simulation = await createSimulation({ world: "demo" });
  simulation.use("malformed-envelope:rule=ENV-02,on=listUsers");
  const broken = await startServer(simulation, { port: 0 });
  const [conforming, failing, learned] = await Promise.all([
    conform({
      baseUrl: offset.url,
      token,
      dialect: "offset",
      grep: "ENV-0",
      name: "staging",
      headers: { "X-Api-Key": "canary-key-88f1c2" },
      tokenVariables: { first: "STAGING_TOKEN", second: "STAGING_TOKEN_B" },
    }),
    conform({ baseUrl: broken.url, token, grep: "ENV-0" }),
    learn({ baseUrl: offset.url, token }),
  ]);
  await Promise.all([offset.close(), broken.close()]);

  expect(conforming).toMatchObject({ verdict: "conforming", target: { name: "staging", dialect: "offset" } });
  const text = JSON.stringify(conforming);
  for (const part of ["Bearer $STAGING_TOKEN", "$ORGKIT_HEADER_X_API_KEY"]) expect(text).toContain(part);
  expect(text).not.toMatch(/canary-key|aurora-token/);
  const failures = failing.results.filter(({ status }) => status === "failed");
  expect(failures).toMatchObject([{ id: "ENV-02", operation: "listUsers" }]);
  expect(learned.dialect.paging.users.style).toBe("offset");
});

test("a learned dialect and world can be served and judged", async () => {
  const service = await serve({ world: "demo", dialect: "terse" });
  const learned = await learn({ baseUrl: service.url, token, world: true });
  const mock = await serve({ world: learned.world, dialect: learned.dialect });
  const target = { baseUrl: mock.url, token: learned.world.accounts[0]?.tokens[0]?.token ?? "" };
  const { verdict } = await conform({ ...target, dialect: learned.dialect });
  expect(verdict).toBe("conforming");
  await Promise.all([service.close(), mock.close()]);
});
