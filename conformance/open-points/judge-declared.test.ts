import { describe, expect, test } from "vitest";
import { obligations } from "../requirements/catalogue.ts";
import type { Check } from "../log/rule.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { withMock } from "./reader.fixture.ts";

const all = obligations(["declared"]);
const worlds = ["demo", "edge", "empty", "crowd:60"];
/** `npm run test:slow` judges each dialect in each world. */
const isWhole = process.env["ORGKIT_ALL"] === "1";
const inWorlds = dialectNames().flatMap((name, index) =>
  worlds.filter((_, place) => isWhole || place === index % worlds.length).map((world) => ({ name, world })),
);

test.each(inWorlds)(
  "the mock in the dialect $name, as declared, has no false alarm in the world $world",
  async (one) => {
    const found = await withMock({ speaks: one.name, dialect: loadDialect(one.name), world: one.world }, (mock) =>
      mock.judge(all),
    );
    expect(found.filter(({ status }) => status === "failed" || status === "inconclusive")).toStrictEqual([]);
  },
);

const users = { style: "page", firstPage: 1, parameters: { page: "page", size: "per_page" } } as const;

describe("only declared keys are judged", () => {
  const judge = (dialect: DialectInput) => withMock({ speaks: "reference", dialect }, (mock) => mock.judge(all));

  test("with an empty dialect nothing is, and each requirement says why", async () => {
    for (const { name, ...check } of await judge({})) {
      expect(check, name).toMatchObject({
        status: "skipped",
        message: expect.stringMatching(/^not declared: the dialect does not say \w/),
        lack: "nothing",
      });
    }
  });

  test.each<[string, DialectInput, judged: readonly string[], failed: readonly string[]]>([
    [
      "a status",
      { statuses: { failure: { notFound: 410 } } },
      ["DECL-13 getSubscription"],
      ["DECL-13 getSubscription"],
    ],
    ["a size", { paging: { users: { style: "page", defaultSize: 7 } } }, ["DECL-03 listUsers"], ["DECL-03 listUsers"]],
    // The code of a rejection is not declared, so any is accepted.
    ["a rule that rejects", { createUser: { required: ["email"] } }, ["DECL-22 createUser"], []],
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
  ])("%s", async (_, dialect, judged, failed) => {
    const found = await judge(dialect);
    const namesOf = (...statuses: Check["status"][]): readonly string[] =>
      found.filter(({ status }) => statuses.includes(status)).map(({ name }) => name);
    expect(namesOf("passed", "failed", "inconclusive")).toEqual(judged);
    expect(namesOf("failed")).toEqual(failed);
  });
});
