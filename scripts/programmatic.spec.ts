import { expect, test } from "@playwright/test";
import { token } from "./cli.fixture.ts";
import { conform, createSimulation, learn, startServer } from "./index.ts";

test("concurrent calls are independent, and a failed requirement is not an error", async () => {
  const offset = await startServer(await createSimulation({ dialect: "offset" }), { port: 0 });
  const simulation = await createSimulation();
  simulation.use("malformed-envelope:rule=ENV-02,on=listUsers");
  const broken = await startServer(simulation, { port: 0 });
  const experiments = new Set<string>();
  const [conforming, failing, learned] = await Promise.all([
    conform({
      baseUrl: offset.url,
      token,
      dialect: "offset",
      name: "staging",
      headers: { "X-Api-Key": "canary-key-88f1c2" },
      tokenVariables: { first: "STAGING_TOKEN", second: "STAGING_TOKEN_B" },
      onExperiment: ({ experiment }) => experiments.add(experiment),
    }),
    conform({ baseUrl: broken.url, token, grep: "ENV-0" }),
    learn({ baseUrl: offset.url, token }),
  ]);
  await Promise.all([offset.close(), broken.close()]);

  expect(conforming).toMatchObject({ verdict: "conforming", target: { name: "staging", dialect: "offset" } });
  const text = JSON.stringify(conforming);
  for (const part of ["Bearer $STAGING_TOKEN", "$ORGKIT_HEADER_X_API_KEY"]) expect(text).toContain(part);
  expect(text).not.toMatch(/canary-key|aurora-token/);
  expect(experiments.size).toBeGreaterThan(10);
  const failures = failing.results.filter(({ status }) => status === "failed");
  expect(failures).toMatchObject([{ id: "ENV-02", operation: "listUsers" }]);
  expect(learned.dialect.paging.users.style).toBe("offset");
});

test("a learned dialect and world can be served and judged", async () => {
  const service = await startServer(await createSimulation({ dialect: "terse" }), { port: 0 });
  const { world, dialect } = await learn({ baseUrl: service.url, token, world: true });
  const mock = await startServer(await createSimulation({ world, dialect }), { port: 0 });
  const learnedToken = world.accounts[0]?.tokens[0]?.token ?? "";
  const { verdict } = await conform({ baseUrl: mock.url, token: learnedToken, dialect });
  expect(verdict).toBe("conforming");
  await Promise.all([service.close(), mock.close()]);
});
