import { afterAll, beforeAll, expect, test } from "vitest";
import { judgeTarget } from "../../conformance/run/judge-target.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { recordSchema, type World } from "../../fixtures/worlds/world.ts";
import { startServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { learnDirectly, tokens, roundtripWorld } from "./trial.fixture.ts";

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
      readings.add(new Error("read").stack ?? "");
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

const openRecord = { type: "object", properties: { [inherited]: { type: "string" } }, additionalProperties: true };
const dialect = dialectSchema.parse({
  filtering: { style: "plain", users: [inherited], invoices: [inherited] },
  sorting: { style: "signed", users: [inherited], invoices: [inherited] },
  createUser: { required: ["email", inherited], unique: ["email", inherited], unknownFields: "keep" },
  records: { user: openRecord, invoice: openRecord },
});

function addMember(records: World["accounts"][number]["users"]): World["accounts"][number]["users"] {
  return records.map((record, index) =>
    index % 2 === 0 ? record : recordSchema.parse({ ...record, [inherited]: `value ${index % 3}` }),
  );
}

test("mocking, learning and judging read only own members of records and requests", async () => {
  const { accounts, ...rest } = await roundtripWorld();
  const world = {
    ...rest,
    accounts: accounts.map((account) => ({
      ...account,
      users: addMember(account.users),
      invoices: addMember(account.invoices),
    })),
  };
  // The trial also sends what filters, sorts and creates by this name.
  await learnDirectly(dialect, world, true);
  const simulation = await createSimulation({ world, dialect });
  simulation.journal.verify({ match: { headers: { [inherited]: "x" }, query: { [inherited]: "x" }, body: { a: 1 } } });
  await simulation.adopt({ world, dialect });
  const server = await startServer(simulation, { port: 0 });
  const target = { baseUrl: server.url, allowWrites: true, dialect };
  const given = { target, secrets: { first: tokens.good } };
  const { checks } = await judgeTarget(given, { connection: { patience: 0.3 } });
  await server.close();
  expect(checks.filter(({ status }) => status === "failed")).toEqual([]);
  expect([...readings]).toEqual([]);
});
