import { sentRecord } from "../../fixtures/dialect/sent-record.ts";
import { Validator } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import { collectionOf, recordKinds } from "../../fixtures/contract/record-kinds.ts";
import { fitsIdentifier, idFormat } from "../../fixtures/dialect/identifier.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { builtInDialectNames } from "../../fixtures/dialect/built-in.ts";
import { completeWorld, worldSchema } from "../../fixtures/worlds/world.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { makeUpWorld } from "./made-up-world.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";

describe.each(builtInDialectNames)("a world made up for the dialect %s", async (name) => {
  const dialect = await openDialect(name);
  const world = makeUpWorld(dialect, { users: 47, invoices: 5 });

  test("has as many records as the lists, each valid by its schema and with its own id", async () => {
    const { accounts } = await createSimulation({ world, dialect });
    const [account] = accounts;
    expect([account?.users.count(), account?.invoices.count()]).toStrictEqual([47, 5]);
    for (const kind of recordKinds) {
      const validator = new Validator(dialect.records[kind], "2020-12");
      const records = account?.[collectionOf(kind)].all() ?? [];
      const sent = records.map((record) => sentRecord(record, dialect.responses.ids[kind]));
      expect(sent.map((record) => validator.validate(record).errors[0])).toStrictEqual(sent.map(() => undefined));
      const format = idFormat(kind, dialect) ?? { kind: "any" };
      expect(records.filter(({ id }) => !fitsIdentifier(format, String(id)))).toEqual([]);
    }
  });

  test("can be read again from its file", () => {
    expect(worldSchema.parse(JSON.parse(JSON.stringify(world)))).toMatchObject({ name: "learned" });
  });
});

test("fields that name another kind refer to a record of it, and enumerations are kept", async () => {
  const invoice = {
    type: "object",
    required: ["id", "subscriptionId", "state", "email", "note", "number"],
    properties: {
      id: { type: "string" },
      subscriptionId: { type: "string" },
      state: { enum: ["open", "paid"] },
      number: { type: "string" },
      note: { type: ["string", "null"] },
      email: { type: "string", format: "email" },
    },
  };
  const dialect = fillDialect({ records: { invoice } });
  const made = worldSchema.parse(makeUpWorld(dialect, { invoices: 9 }));
  const [account] = (await completeWorld(made, 3)).accounts;
  const subscriptions = account?.subscriptions.map(({ id }) => id) ?? [];
  expect(account?.invoices.map(({ note }) => note).filter((note) => note === null)).toHaveLength(2);
  expect(new Set(account?.invoices.map(({ number }) => number)).size).toBe(9);
  for (const { subscriptionId, state, email } of account?.invoices ?? []) {
    expect(subscriptions).toContain(subscriptionId);
    expect(["open", "paid"]).toContain(state);
    expect(email).toEqual(expect.stringMatching(/@learned\.example$/));
  }
});
