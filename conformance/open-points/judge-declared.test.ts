import { recordIds } from "../../mocks/simulation/caller.fixture.ts";
import { sample } from "fast-check";
import { describe, expect, test } from "vitest";
import { obligationName, obligations } from "../checks/catalogue.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { startServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { arbitraryDialect } from "../../fixtures/dialect/random-dialect.fixture.ts";
import { usualRequests } from "../target/target.ts";
import { maxCreated } from "../target/creations.ts";
import { isAcceptedCreation } from "../judge/creation.ts";
import { judgeInOrder } from "../checks/judge.ts";
import { openReader } from "./reader.fixture.ts";

const all = obligations(["declared"]);
const worlds = ["demo", "edge", "empty", "crowd:60"];
/** `npm run test:slow` judges each dialect in each world. */
const isWhole = process.env["ORGKIT_ALL"] === "1";
const inWorlds = dialectNames().flatMap((name, index) =>
  worlds.filter((_, place) => isWhole || place === index % worlds.length).map((world) => ({ name, world })),
);

/** The results of the declared requirements, in words, and their cost. */
interface Trial {
  readonly found: readonly { readonly name: string; readonly status: string; readonly message: string }[];
  /** Requests in addition to those of other checks. */
  readonly requests: number;
  /** Created users in addition to the valid creation's. */
  readonly created: number;
}

interface Trying {
  readonly spoken: Dialect;
  readonly declared?: Dialect;
  readonly world?: string;
  readonly allowWrites?: boolean;
}

/** Serves a dialect and judges it by its declaration, after the requests of other checks. */
async function trial({ spoken, declared = spoken, world = "demo", allowWrites = true }: Trying): Promise<Trial> {
  const simulation = await createSimulation({ world: loadWorld(world, 1), dialect: spoken });
  const server = await startServer(simulation, { port: 0 });
  const [first] = simulation.accounts;
  const { stage, judge } = await openReader(
    { baseUrl: server.url, ids: recordIds(first), allowWrites, dialect: declared },
    { first: first?.tokens[0]?.token },
    { operations: operationIds, connection: { patience: 300 } },
  );
  const before = stage.log.length;
  const found = await judgeInOrder(all, async (obligation) => {
    const { status, message } = await judge(obligation);
    return { name: obligationName(obligation), status, message };
  });
  const further = stage.log.slice(before);
  const created = further.filter(isAcceptedCreation).length;
  await stage.close();
  await server.close();
  return { found, requests: further.length, created };
}

/** Failures although the target uses the declared dialect. */
function alarms({ found }: Trial): readonly string[] {
  return found
    .filter(({ status }) => status === "failed" || status === "inconclusive")
    .map(({ name, status, message }) => `${name} ${status}: ${message}`);
}

test.each(inWorlds)(
  "a target with the dialect $name, as declared, has no false alarm in the world $world",
  async (one) => {
    const done = await trial({ spoken: loadDialect(one.name), world: one.world });
    expect(alarms(done)).toStrictEqual([]);
    expect(done.requests).toBeLessThanOrEqual(usualRequests);
    expect(done.created).toBeLessThan(maxCreated.conform);
  },
);

describe("a target with another dialect than the declared one", () => {
  test.each([
    ["enveloped", ["DECL-12 listUsers", "DECL-18 listUsers", "DECL-22 createUser"]],
    ["login-page", ["DECL-10 createUser", "DECL-11 listInvoices", "DECL-19 getSubscription"]],
    ["offset", ["DECL-01 listUsers", "DECL-03 listUsers", "DECL-12 listInvoices", "DECL-26 createUser"]],
    ["plaintext", ["DECL-01 listUsers", "DECL-11 createUser", "DECL-18 listUsers", "DECL-20 listUsers"]],
    ["terse", ["DECL-01 listUsers", "DECL-03 listUsers", "DECL-10 createUser", "DECL-27 createUser"]],
    ["zero-based", ["DECL-01 listUsers", "DECL-02 listUsers", "DECL-18 listUsers", "DECL-24 createUser"]],
  ] as const)("%s fails if it differs", async (name, expected) => {
    const { found } = await trial({ spoken: loadDialect(name), declared: loadDialect("reference") });
    const failures = found.filter(({ status }) => status === "failed").map((one) => one.name);
    expect(failures).toEqual(expect.arrayContaining([...expected]));
  });
});

test("without writes no write is sent, and the reason is given", async () => {
  const done = await trial({ spoken: loadDialect("reference"), allowWrites: false });
  expect(alarms(done)).toStrictEqual([]);
  const creations = done.found.filter(({ name }) => name.endsWith("createUser"));
  expect(new Set(creations.map(({ status, message }) => `${status}: ${message}`))).toStrictEqual(
    new Set(["skipped: writes are off (--allow-writes)"]),
  );
});

test("random dialects have no false alarm", { timeout: 120_000 }, async () => {
  const found: string[] = [];
  for (const [index, dialect] of sample(arbitraryDialect(), { numRuns: isWhole ? 12 : 3, seed: 1 }).entries()) {
    const done = await trial({ spoken: dialect, world: worlds[index % worlds.length] ?? "demo" });
    found.push(...alarms(done).map((alarm) => `${index} ${alarm}`));
    if (done.created >= maxCreated.conform) found.push(`${index} created ${done.created}`);
  }
  expect(found).toStrictEqual([]);
});
