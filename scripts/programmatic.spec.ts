import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { reportSchema } from "../conformance/report/report.ts";
import { loadDialect } from "../fixtures/dialect/load.ts";
import { test } from "./cli.fixture.ts";
import {
  CannotJudge,
  conform,
  createSimulation,
  learn,
  startServer,
  type Report,
  type RunningServer,
} from "./index.ts";

const [token, secondToken] = ["aurora-token-4f7a91", "brightwater-token-c83d20"];
const environment = { ORGKIT_TOKEN: token, ORGKIT_TOKEN_B: secondToken };
const subscriptionIds = ["sub_k9p34y6n", "sub_3wd25rq4"];

/** The parts of a report that do not depend on time and place. */
function comparable(report: Report): unknown {
  const { verdict, complete, missing, summary, results, choices } = report;
  const reported = results.map(({ id, operation, status, message }) => {
    const text = message.replaceAll(/orgkit[\da-f]{6}-[\da-f]{8}/g, "…");
    return `${id} ${operation} ${status}: ${text}`;
  });
  return { verdict, complete, missing, summary, choices, reported };
}

/** The mock over HTTP, in this process. */
async function serve(...options: Parameters<typeof createSimulation>): Promise<RunningServer> {
  return startServer(await createSimulation(...options), { port: 0 });
}

test("a conforming target: the results of the command line, experiment by experiment", async ({
  directory,
  mock,
  orgkit,
}) => {
  const { url } = await mock();
  const args = [...subscriptionIds.flatMap((id) => ["-s", id]), "--allow-writes", "--dialect", "reference"];
  await orgkit(["conform", url, ...args, "--out", "out"], environment);

  const service = await serve({ world: "demo" });
  const experiments = new Set<string>();
  const report = await conform({
    baseUrl: service.url,
    token,
    secondToken,
    subscriptionIds,
    allowWrites: true,
    dialect: loadDialect("reference"),
    onExperiment: ({ experiment }) => experiments.add(experiment),
  });
  await service.close();

  const written = reportSchema.parse(JSON.parse(readFileSync(join(directory, "out/report.json"), "utf8")));
  expect(comparable(report)).toEqual(comparable(written));
  expect(report.verdict).toBe("conforming");
  expect(reportSchema.parse(report)).toEqual(report);
  expect(experiments.size).toBeGreaterThan(10);
});

test("concurrent calls are independent, and a failed requirement is not an error", async () => {
  const [one, other] = [await serve({ world: "demo" }), await serve({ world: "demo", dialect: "offset" })];
  const simulation = await createSimulation({ world: "demo" });
  simulation.use("malformed-envelope:rule=ENV-02,on=listUsers");
  const broken = await startServer(simulation, { port: 0 });
  const [single, near, failing, learned] = await Promise.all([
    conform({
      baseUrl: one.url,
      token,
      subscriptionIds: ["sub_3wd25rq4"],
      headers: { "X-Api-Key": "canary-key-88f1c2" },
      name: "staging",
      tokenVariables: { first: "STAGING_TOKEN", second: "STAGING_TOKEN_B" },
      level: "stated",
      grep: "getSubscription",
    }),
    conform({ name: "near", baseUrl: other.url, token, dialect: "offset", grep: "ENV-0" }),
    conform({ name: "failing", baseUrl: broken.url, token, grep: "ENV-0" }),
    learn({ baseUrl: other.url, token }),
  ]);
  await Promise.all([one.close(), other.close(), broken.close()]);

  expect(single).toMatchObject({ verdict: "conforming", target: { name: "staging", dialect: null } });
  expect(new Set(single.results.map(({ operation }) => operation))).toEqual(new Set(["getSubscription"]));
  expect(new Set(single.results.map(({ level }) => level))).toEqual(new Set(["stated", "observed"]));
  const text = JSON.stringify(single);
  for (const part of ["/api/v1/subscriptions/sub_3wd25rq4", "Bearer $STAGING_TOKEN", "$ORGKIT_HEADER_X_API_KEY"]) {
    expect(text).toContain(part);
  }
  expect(text).not.toMatch(/canary-key|aurora-token/);
  expect(near).toMatchObject({ verdict: "conforming", target: { name: "near", dialect: "offset" } });
  expect(failing.verdict).toBe("non-conforming");
  const failures = failing.results.filter(({ status }) => status === "failed");
  expect(failures).toMatchObject([{ id: "ENV-02", operation: "listUsers" }]);
  expect(learned.dialect.paging.users.style).toBe("offset");
});

test("a learned dialect and world can be served and judged", async () => {
  const service = await serve({ world: "demo", dialect: "terse" });
  const learned = await learn({ baseUrl: service.url, token, world: true });
  expect(learned.keys.find(({ key }) => key === "statuses.failure.missingToken")).toMatchObject({
    confidence: "certain",
    evidence: expect.arrayContaining(["GET /api/v1/users (with no `Authorization` header) → 401"]),
  });
  expect(learned.missing.find(({ key }) => key === "createUser.required")).toEqual({
    key: "createUser.required",
    reason: "writes are off (--allow-writes)",
    give: "--allow-writes",
  });

  const mock = await serve({ world: learned.world, dialect: learned.dialect });
  const target = { baseUrl: mock.url, token: learned.world.accounts[0]?.tokens[0]?.token ?? "" };
  const { verdict } = await conform({ ...target, dialect: learned.dialect });
  expect(verdict).toBe("conforming");
  await Promise.all([service.close(), mock.close()]);
});

test("a target that cannot be judged is not an invalid option", async () => {
  const unreachable = { baseUrl: "http://127.0.0.1:9", token };
  const error: unknown = await conform(unreachable).catch((reason: unknown) => reason);
  if (!(error instanceof CannotJudge)) throw new Error(`expected CannotJudge, got ${String(error)}`);
  expect(error.problem).toContain("http://127.0.0.1:9 cannot be reached");
  expect(error.message).toBe(error.problem);
});
