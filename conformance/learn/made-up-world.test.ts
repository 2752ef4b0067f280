import { Validator } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { createSimulation } from "../../mocks/simulation/create-simulation.ts";
import { makeUpWorld } from "./made-up-world.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { sentRecord } from "../../fixtures/dialect/response-templates.ts";

describe.each(dialectNames())("a world made up for the dialect %s", (name) => {
  const dialect = loadDialect(name);
  const world = makeUpWorld(dialect, { totals: { users: 47, invoices: 5 }, seed: 7 });
  const [account] = world.accounts;

  test("has as many records as the lists, each valid by its schema and with its own id", () => {
    expect([account?.users.length, account?.invoices.length]).toStrictEqual([47, 5]);
    for (const [kind, list] of [
      ["user", account?.users],
      ["subscription", account?.subscriptions],
      ["invoice", account?.invoices],
    ] as const) {
      const validator = new Validator(dialect.records[kind], "2020-12");
      const sent = (list ?? []).map((record) => sentRecord(record, dialect.responses.ids[kind]));
      expect(sent.map((record) => validator.validate(record).errors[0])).toStrictEqual(sent.map(() => undefined));
    }
  });

  test("can be served, and read again from its file", async () => {
    expect(worldSchema.parse(JSON.parse(JSON.stringify(world)))).toMatchObject({ name: "learned" });
    const { accounts } = await createSimulation({ world, dialect });
    expect(accounts[0]?.users.count()).toBe(47);
  });
});

test("the same seed makes the same world, another one another", () => {
  const dialect = loadDialect("reference");
  const worldOf = (seed: number) => JSON.stringify(makeUpWorld(dialect, { totals: {}, seed }));
  expect(worldOf(1)).toBe(worldOf(1));
  expect(worldOf(1)).not.toBe(worldOf(2));
});

test("fields that name another kind refer to a record of it, and enumerations are kept", () => {
  const invoice = {
    type: "object",
    required: ["id", "subscriptionId", "state", "email"],
    properties: {
      id: { type: "string" },
      subscriptionId: { type: "string" },
      state: { enum: ["open", "paid"] },
      email: { type: "string", format: "email" },
    },
  };
  const dialect = fillDialect({ records: { invoice } });
  const [account] = makeUpWorld(dialect, { totals: { invoices: 9 }, seed: 3 }).accounts;
  const subscriptions = account?.subscriptions.map(({ id }) => id) ?? [];
  for (const { subscriptionId, state, email } of account?.invoices ?? []) {
    expect(subscriptions).toContain(subscriptionId);
    expect(["open", "paid"]).toContain(state);
    expect(email).toEqual(expect.stringMatching(/@made-up\.example$/));
  }
});
