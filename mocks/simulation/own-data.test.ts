import { describe, expect, test, vi } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { readEnvelope, testCall } from "./caller.fixture.ts";
import { createSimulation, type SimulationOptions } from "./simulation.ts";

const directory = openTemporaryDirectory();
const dialect = { paging: { users: { defaultSize: 1 } }, createUser: { required: ["email"] } };
const world = {
  accounts: [
    { id: "ours", name: "Ours", tokens: ["our-token-1"], users: [{ id: 7, email: "a@x.example" }, { id: 8 }] },
  ],
};
const dialectText = "paging: { users: { defaultSize: 1 } }\n";
const worldText = "accounts:\n  - { id: ours, name: Ours, tokens: [our-token-1], users: [{ id: 7 }, { id: 8 }] }\n";

test.each<[string, SimulationOptions]>([
  ["objects", { dialect, world }],
  ["YAML text", { dialect: dialectText, world: worldText }],
  ["JSON text", { dialect: JSON.stringify(dialect), world: JSON.stringify(world, null, 2) }],
  ["paths", { dialect: directory.write("dialect.yaml", dialectText), world: directory.write("world.yaml", worldText) }],
])("a dialect and a world of one's own, as %s", async (_, options) => {
  const simulation = await createSimulation(options);
  const reply = await simulation.answer(testCall({ token: "our-token-1" }));
  expect(reply.status).toBe(200);
  expect(readEnvelope(reply)).toMatchObject({ data: [{ id: 7 }], meta: { page: 1, total: 2 } });
  expect(
    readEnvelope(await simulation.answer(testCall({ token: "our-token-1", path: "/api/v1/invoices" }))).data,
  ).toEqual([]);
});

describe("mistakes are named with their place", () => {
  test.each<[options: object, message: string]>([
    [{ wrld: "demo" }, "wrld: unknown option; expected one of world, dialect, seed"],
    [{ seed: "a" }, "seed: expected number"],
    [{ scenarios: "latency" }, "scenarios: expected array"],
    [{ dialect: { pagging: {} } }, "pagging: unknown key"],
    [
      { dialect: { name: "ours", auth: { schemeCase: "lower" } } },
      'Cannot use dialect "ours":\n  auth.schemeCase: expected one of',
    ],
    [{ dialect: "auth:\n  schemeCase: lower\n" }, 'text:2:3 auth.schemeCase: expected one of "exact"|"any"'],
    [{ world: { accounts: [{ id: "a", name: "A", tokens: ["short"] }] } }, "accounts[0].tokens[0]: expected a token"],
    [{ world: "nowhere" }, "unknown name; expected one of demo, edge"],
    [{ world: "./nowhere.yaml" }, "./nowhere.yaml: no such file"],
  ])("%j", async (options, message) => {
    await expect(createSimulation(options)).rejects.toThrow(message);
  });
});

describe("a world that does not match the records of its dialect", () => {
  const user = {
    type: "object",
    required: ["id", "email"],
    properties: { id: { type: "integer" }, email: { type: "string" } },
  };
  async function warningOf(users: readonly object[], options: SimulationOptions = { dialect: { records: { user } } }) {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const accounts = [{ id: "ours", name: "Ours", tokens: ["our-token-1"], users }];
    await createSimulation({ ...options, world: JSON.stringify({ name: "ours", accounts }) });
    const text = warn.mock.calls.flat().join("\n");
    warn.mockRestore();
    return text;
  }

  test("gets a warning with the place of each mistake", async () => {
    expect(await warningOf([{ id: 1, email: 5 }, { id: 2 }, { id: 3, email: "a@x.example", nick: "A" }])).toBe(
      [
        '[orgkit] The world "ours" does not match the records of its dialect:',
        "  accounts[0].users[0] email must be of the type string",
        '  accounts[0].users[1] the record does not have the required field "email"',
        "  accounts[0].users[2] nick: records.user does not have this field",
      ].join("\n"),
    );
  });

  test("gets none if it matches, or if only a built-in dialect has schemas", async () => {
    expect(await warningOf([{ id: 1, email: "a@x.example" }])).toBe("");
    expect(await warningOf([{ id: 1, login: "a" }], { dialect: "reference" })).toBe("");
    expect(await warningOf([{ id: 1, login: "a" }], { dialect: { auth: { schemeCase: "any" } } })).toBe("");
  });
});
