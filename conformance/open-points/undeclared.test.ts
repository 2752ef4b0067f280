import { operationIds } from "../../fixtures/contract/operations.ts";
import { recordIds } from "../../mocks/simulation/caller.fixture.ts";
import { describe, expect, test } from "vitest";
import { obligationName, obligations } from "../checks/catalogue.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { startServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import type { Outcome } from "../checks/check.ts";
import { openReader } from "./reader.fixture.ts";

/** The results of the declared requirements for a mock with the reference dialect and this declaration. */
async function judged(dialect: DialectInput): Promise<ReadonlyMap<string, Outcome>> {
  const simulation = await createSimulation({ world: loadWorld("demo", 1), dialect: "reference" });
  const server = await startServer(simulation, { port: 0 });
  const [first] = simulation.accounts;
  const { stage, judge } = await openReader(
    { baseUrl: server.url, ids: recordIds(first), allowWrites: true, dialect },
    { first: first?.tokens[0]?.token },
    { operations: operationIds },
  );
  const found = new Map<string, Outcome>();
  for (const obligation of obligations(["declared"])) {
    found.set(obligationName(obligation), await judge(obligation));
  }
  await stage.close();
  await server.close();
  return found;
}

/** The requirements that were judged, and those that failed. */
function judgedOf(found: ReadonlyMap<string, Outcome>): { judged: readonly string[]; failed: readonly string[] } {
  const names = (...statuses: Outcome["status"][]): readonly string[] =>
    [...found].filter(([, { status }]) => statuses.includes(status)).map(([name]) => name);
  return { judged: names("passed", "failed", "inconclusive"), failed: names("failed") };
}

const users = { style: "page", firstPage: 1, parameters: { page: "page", size: "per_page" } } as const;

describe("only declared keys are judged", () => {
  test("with an empty dialect nothing is, and each requirement says why", async () => {
    const found = await judged({});
    expect(judgedOf(found).judged).toEqual([]);
    for (const [name, { message, lack }] of found) {
      expect(message, name).toMatch(/^not declared: the dialect does not say \w/);
      expect(lack, name).toBe("nothing");
    }
  });

  test.each<[string, DialectInput, judged: readonly string[], failed: readonly string[]]>([
    [
      "a status",
      { statuses: { failure: { notFound: 410 } } },
      ["DECL-13 getSubscription"],
      ["DECL-13 getSubscription"],
    ],
    ["paging of one list", { paging: { users } }, ["DECL-01 listUsers", "DECL-02 listUsers"], []],
    ["a size", { paging: { users: { style: "page", defaultSize: 7 } } }, ["DECL-03 listUsers"], ["DECL-03 listUsers"]],
    // The code of a rejection is not declared, so any is accepted.
    ["a rule that rejects", { createUser: { required: ["email"] } }, ["DECL-22 createUser"], []],
    [
      "a rejection",
      { paging: { users: { ...users, unreadable: "reject" } } },
      ["DECL-01 listUsers", "DECL-02 listUsers", "DECL-06 listUsers"],
      [],
    ],
    [
      "a rejection that there is not",
      { paging: { users: { ...users, oversize: "reject", maxSize: 100 } } },
      ["DECL-01 listUsers", "DECL-02 listUsers", "DECL-04 listUsers"],
      ["DECL-04 listUsers"],
    ],
    [
      "a challenge without its error",
      { auth: { challenge: 'Bearer realm="organization"' } },
      operationIds.map((operation) => `DECL-19 ${operation}`),
      [],
    ],
    ["one of the records", { records: { invoice: { type: "object" } } }, ["DECL-31 listInvoices"], []],
    ["what the service sets", { createUser: { generated: { id: "{{id}}" } } }, ["DECL-25 createUser"], []],
    ["an id", { createUser: { id: { kind: "uuid" } } }, ["DECL-26 createUser"], ["DECL-26 createUser"]],
  ])("%s", async (_, dialect, expected, failed) => {
    expect(judgedOf(await judged(dialect))).toEqual({ judged: expected, failed });
  });
});
