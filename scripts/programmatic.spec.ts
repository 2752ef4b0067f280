import { expect } from "@playwright/test";
import { token, checkout, run, test } from "./cli.fixture.ts";
import { conform, createSimulation, learn, startServer } from "./index.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { shownFile } from "./check/page-blocks.fixture.ts";

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

const index = new URL("index.ts", import.meta.url).href;

test("importing orgkit loads neither judge nor browser nor network", async ({ directory, write }) => {
  write({
    "loaded.mjs": `import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      const { conform } = await import("${index}");
      const atFirst = [...loaded];
      await conform({}).catch(() => undefined);
      console.log(JSON.stringify([atFirst, loaded]));`,
  });
  const { out } = await run(process.execPath, ["loaded.mjs"], directory, {});
  const heavy =
    /node_modules\/(@?playwright|undici|msw|yaml)|node:http|conformance\/(checks|learn|run\/conform)|http-server/;
  const [atFirst, later]: [string[], string[]] = JSON.parse(out);
  expect(atFirst.filter((url) => heavy.test(url))).toEqual([]);
  // The same check detects what the first call loads.
  expect(later.filter((url) => heavy.test(url))).not.toEqual([]);
});

test("the script in conformance/README.md runs unchanged, and only its own output is printed", async ({
  directory,
  write,
  mock,
}) => {
  const { url } = await mock();
  const page = readFileSync(join(checkout, "conformance/README.md"), "utf8");
  write({ "judge.ts": shownFile(page, "judge-staging.ts").replaceAll('from "orgkit"', `from "${index}"`) });
  const environment = { STAGING_URL: url, STAGING_TOKEN: token };
  const args = ["--disable-warning=ExperimentalWarning", "judge.ts"];
  const judged = await run(process.execPath, args, directory, environment);
  expect(judged).toMatchObject({ code: 0, err: "" });
  expect(judged.out).toMatch(/^conforming: \d+ passed, 0 failed\n\d+ keys learned, \d+ unknown\n$/);
});
