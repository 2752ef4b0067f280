import fc from "fast-check";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { withIds } from "../../conformance/anonymise/structure.ts";
import { randomRecords, structure, type RandomRecords } from "../../conformance/anonymise/random-records.fixture.ts";
import { survivorsIn } from "../../conformance/anonymise/survivors.fixture.ts";
import { writeWorld } from "../../conformance/anonymise/anonymise.ts";
import { compose } from "../../conformance/learn/compose.ts";
import { dialectFile } from "../../conformance/learn/dialect-file.ts";
import { maxRequests } from "../../conformance/learn/learning.ts";
import { makeWorld } from "../../conformance/learn/learned-world.ts";
import type { TargetFindings } from "../../conformance/report/report.ts";
import { judgeTarget } from "../../conformance/run/judge-target.ts";
import { parseData } from "../../fixtures/data-file.ts";
import { fillDialect, readDialect } from "../../fixtures/dialect/declared.ts";
import { dialectSchema, type Dialect } from "../../fixtures/dialect/dialect.ts";
import { worldSchema, type World } from "../../fixtures/worlds/world.ts";
import { startServer } from "../../mocks/adapters/http-server.ts";
import { openTestCaller, type TestCaller } from "../../mocks/simulation/caller.fixture.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { learnDirectly } from "./trial.fixture.ts";
import { roundtripWorld, tokens } from "./world.fixture.ts";

const bodySchema = z.object({ data: z.tuple([z.record(z.string(), z.json())], z.json()) });

/** Personal texts of a service beside those of records. */
function spokenBy(name: string): Dialect {
  return dialectSchema.parse({
    paging: { users: { style: "page", defaultSize: 4, maxSize: 5 } },
    records: { user: {}, subscription: {}, invoice: {} },
    subscriptionId: { format: { kind: "any" } },
    auth: { challenge: `Bearer realm="${/^[\x20-\x7E]*$/.test(name) ? name.replaceAll('"', "") : "none"}"` },
    errors: { format: "template", contentType: "application/json", body: { by: name, error: "{{message}}" } },
  });
}

function worldOf({ records }: RandomRecords): World {
  return worldSchema.parse({
    name: "source",
    accounts: [{ id: "a", name: "a", tokens: [tokens.good], ...withIds(records) }],
  });
}

interface Written {
  readonly dialect: string;
  readonly world: string;
}

async function learnWithWorld(source: World, spoken: Dialect): Promise<Written> {
  const { learned } = await learnDirectly(spoken, source, { allowWrites: false, forWorld: true });
  const made = makeWorld(learned, 11);
  return { dialect: dialectFile(made.learned, compose(made.learned)), world: writeWorld(made.world) };
}

describe("a world is learned without personal data", () => {
  test("also the dialect: neither contains a personal text", async () => {
    // Words that any dialect may contain.
    const { dialect: words } = await learnWithWorld(roundtripWorld(), spokenBy("nobody"));
    await fc.assert(
      fc.asyncProperty(randomRecords(), async (source) => {
        const { dialect, world } = await learnWithWorld(worldOf(source), spokenBy(source.personal.at(-2) ?? ""));
        const allowed = `${structure}\n${words}`;
        expect(survivorsIn(dialect, source.personal, allowed)).toStrictEqual([]);
        expect(survivorsIn(world.replaceAll(/^#.*\n/gm, ""), source.personal, structure)).toStrictEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  test("a failure would be detected: the dialect of the service itself has personal texts", () => {
    fc.assert(
      fc.property(randomRecords(), (source) => {
        const word = source.personal.at(-2) ?? "";
        fc.pre(survivorsIn(word, [word], structure).length > 0);
        const spoken = JSON.stringify(spokenBy(word));
        expect(survivorsIn(spoken, source.personal, structure)).not.toStrictEqual([]);
      }),
      { numRuns: 10 },
    );
  });
});

/** Failures of the mock with both files, including writes. */
async function failuresOf({ dialect, world }: Written): Promise<TargetFindings["findings"]> {
  const declared = readDialect(parseData(dialect, "learned.yaml", "dialect"));
  const simulation = await createSimulation({ world: worldSchema.parse(parse(world)), dialect: declared });
  const server = await startServer(simulation, { port: 0 });
  const [account] = simulation.accounts;
  const subscription = (account?.subscriptions.all() ?? []).map(({ id }) => String(id));
  const secrets = { first: account?.tokens[0]?.token ?? "" };
  const target = { name: "learned", baseUrl: server.url, allowWrites: true, ids: { subscription }, dialect: declared };
  const { findings } = await judgeTarget({ target, secrets }, { connection: { patience: 300 } });
  await server.close();
  return findings.filter(({ status }) => status === "failed");
}

test.each(fc.sample(randomRecords(), 6).map((source, index) => ({ source, index })))(
  "a mock with a learned world and dialect conforms to both: $index",
  async ({ source }) => {
    const written = await learnWithWorld(worldOf(source), spokenBy("service"));
    expect(await failuresOf(written)).toStrictEqual([]);
  },
);

test("records have the same members again, whatever the name of their id", async () => {
  const ids = { user: "uid", subscription: "reference", invoice: null };
  const spoken = fillDialect({ responses: { ids } });
  const written = await learnWithWorld(roundtripWorld(), spoken);
  const dialect = readDialect(parseData(written.dialect, "learned.yaml", "dialect"));
  const world = worldSchema.parse(parse(written.world));
  const membersIn = async (caller: TestCaller): Promise<readonly (readonly string[])[]> => {
    const [account] = caller.simulation.accounts;
    const token = account?.tokens[0]?.token ?? "";
    const id = String(account?.subscriptions.all()[0]?.id);
    const paths = ["/api/v1/users", "/api/v1/invoices", `/api/v1/subscriptions/${id}`];
    const replies = await Promise.all(paths.map((path) => caller.call({ path, token })));
    return replies.map(({ body }) => Object.keys(bodySchema.parse(JSON.parse(body)).data[0]).toSorted());
  };
  const source = await openTestCaller({ world: roundtripWorld(), dialect: spoken });
  expect(await membersIn(await openTestCaller({ world, dialect }))).toStrictEqual(await membersIn(source));
  expect(await failuresOf(written)).toStrictEqual([]);
});

test("a world takes no more than the remaining requests, however small the pages", async () => {
  const paging = { style: "page", defaultSize: 2, maxSize: 2 } as const;
  const spoken = dialectSchema.parse({ paging: { users: paging, invoices: paging } });
  const { learned } = await learnDirectly(spoken, roundtripWorld(), { allowWrites: true, forWorld: true });
  expect(learned.requests).toBeLessThanOrEqual(maxRequests);
  const { users, subscriptions, invoices } = learned.sample.records;
  expect([users, subscriptions, invoices].filter(({ length }) => length < 6)).toStrictEqual([]);
  // Users that the run created are not in the sample.
  expect(learned.created.length).toBeGreaterThan(0);
  expect(JSON.stringify(users)).not.toContain("orgkit");
});

test("the same for a world of the maximum size", async () => {
  const written = await learnWithWorld(roundtripWorld(), dialectSchema.parse({}));
  expect(worldSchema.parse(parse(written.world)).accounts[0]?.users.length).toBeGreaterThanOrEqual(200);
  expect(await failuresOf(written)).toStrictEqual([]);
});
