import { afterAll, beforeAll, expect, test } from "vitest";
import { judgeTarget } from "../../conformance/run/judge-target.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { recordSchema, type World } from "../../fixtures/worlds/world.ts";
import { startServer } from "../../mocks/adapters/http-server.ts";
import { openTestCaller } from "../../mocks/simulation/caller.fixture.ts";
import { learnDirectly } from "./trial.fixture.ts";
import { tokens, roundtripWorld } from "./world.fixture.ts";

/**
 * An inherited name, like `constructor` and `toString`; here each reading is detected. Half of the records have a
 * member of this name, and the dialect uses it wherever it can name a field.
 */
const inherited = "inherited_by_all";
const readings = new Set<string>();

beforeAll(() => {
  // oxlint-disable-next-line no-extend-native -- what all objects inherit is what is tested
  Object.defineProperty(Object.prototype, inherited, {
    configurable: true,
    get: () => {
      const lines = (new Error("read").stack ?? "").split("\n");
      readings.add(lines.find((line) => /\/(?:fixtures|mocks|conformance)\//.test(line)) ?? lines.join("\n"));
      return () => "inherited";
    },
    // An inherited data property: setting it creates an own one.
    set(this: object, value: unknown) {
      Object.defineProperty(this, inherited, { value, configurable: true, enumerable: true, writable: true });
    },
  });
});
afterAll(() => {
  Reflect.deleteProperty(Object.prototype, inherited);
});

const dialect = dialectSchema.parse({
  filtering: { style: "plain", users: [inherited], invoices: [inherited] },
  sorting: { style: "signed", users: [inherited], invoices: [inherited] },
  createUser: { required: ["email", inherited], unique: ["email", inherited], unknownFields: "keep" },
  records: { user: { type: "object", properties: { [inherited]: { type: "string" } } } },
});

function withMember(world: World): World {
  const some = (records: World["accounts"][number]["users"]): World["accounts"][number]["users"] =>
    records.map((record, index) =>
      index % 2 === 0 ? record : recordSchema.parse({ ...record, [inherited]: `value ${index % 3}` }),
    );
  const accounts = world.accounts.map((account) => ({
    ...account,
    users: some(account.users),
    subscriptions: some(account.subscriptions),
    invoices: some(account.invoices),
  }));
  return { ...world, accounts };
}

const world = withMember(roundtripWorld());

test("the mock reads only own members of records and requests", async () => {
  const mock = await openTestCaller({ world, dialect });
  const { simulation } = mock;
  const token = tokens.good;
  for (const path of ["/api/v1/users", "/api/v1/invoices"]) {
    for (const query of [`sort=${inherited}`, `sort=-${inherited}`, `${inherited}=value 1`]) {
      expect(await mock.call({ path, query, token })).toMatchObject({ status: 200 });
    }
  }
  expect(await mock.create({ email: "a@new.example" }, { token })).toMatchObject({ status: 422 });
  expect(await mock.create({ email: "a@new.example", [inherited]: "new" }, { token })).toMatchObject({ status: 201 });
  simulation.journal.verify({ match: { headers: { [inherited]: "x" }, query: { [inherited]: "x" }, body: { a: 1 } } });
  await simulation.accounts[0]?.users.create({ id: "usr_added" });
  await simulation.adopt({ world, dialect });
  expect([...readings]).toEqual([]);
});

test("learning and judging read only own members of records", async () => {
  await learnDirectly(dialect, world, { allowWrites: true });
  const { simulation } = await openTestCaller({ world, dialect });
  const server = await startServer(simulation, { port: 0 });
  const target = { name: "own", baseUrl: server.url, allowWrites: true, dialect };
  const { findings } = await judgeTarget(
    { target, secrets: { first: tokens.good } },
    { connection: { patience: 300 } },
  );
  await server.close();
  expect(findings.filter(({ status }) => status === "failed")).toEqual([]);
  expect([...readings]).toEqual([]);
});
