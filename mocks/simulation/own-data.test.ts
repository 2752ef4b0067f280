import type { Match } from "../journal/match.ts";
import { expect, test, vi } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/files/temporary-directory.fixture.ts";
import { readEnvelope, testCall } from "./caller.fixture.ts";
import { createSimulation, type SimulationOptions } from "./simulation.ts";

const directory = openTemporaryDirectory();
const dialect = { paging: { users: { defaultSize: 1 } } };
const world = { accounts: [{ id: "ours", name: "Ours", tokens: ["our-token-1"], users: [{ id: 7 }, { id: 8 }] }] };
const dialectText = "paging: { users: { defaultSize: 1 } }\n";
const worldText = "accounts:\n  - { id: ours, name: Ours, tokens: [our-token-1], users: [{ id: 7 }, { id: 8 }] }\n";

test.each<[string, SimulationOptions]>([
  ["objects", { dialect, world }],
  ["YAML text", { dialect: dialectText, world: worldText }],
  ["JSON text", { dialect: JSON.stringify(dialect), world: JSON.stringify(world, null, 2) }],
  ["paths", { dialect: directory.write("dialect.yaml", dialectText), world: directory.write("world.yaml", worldText) }],
])("a dialect and a world of one's own, as %s", async (_, options) => {
  const simulation = await createSimulation(options);
  const ask = async (path: string) => readEnvelope(await simulation.answer(testCall({ token: "our-token-1", path })));
  expect(await ask("/api/v1/users")).toStrictEqual({ data: [{ id: 7 }], meta: { page: 1, total: 2 } });
  expect(await ask("/api/v1/invoices")).toStrictEqual({ data: [], meta: { page: 1, total: 0 } });
});

test.each<[options: object, message: string]>([
  [{ wrld: "demo" }, "wrld: unknown key; did you mean world?"],
  [{ onUnhandledFrame: "error" }, "onUnhandledFrame: this is an option of the adapter"],
  [
    { dialect: { name: "ours", pagging: {} } },
    'Cannot use dialect "ours":\n  pagging: unknown key; did you mean paging?',
  ],
  [{ dialect: "auth:\n  schemeCase: lower\n" }, 'text:2:3 auth.schemeCase: expected one of "exact"|"any"'],
  [{ world: 5 }, 'Cannot use world "given":\n  expected object, received number'],
  [{ world: { accounts: [{ id: "a", name: "A", tokens: ["short"] }] } }, "accounts[0].tokens[0]: expected a token"],
])("a mistake is named with its place: %j", async (options, message) => {
  await expect(createSimulation(options)).rejects.toThrow(message);
});

const user = { type: "object", required: ["email"], properties: { id: {}, email: { type: "string" } } };
const schemas: SimulationOptions = { dialect: { records: { user } } };

test.each<[users: readonly object[], options: SimulationOptions, ...lines: string[]]>([
  [
    [{ id: 1, email: 5, nick: "A" }, { id: 2 }, { id: 3, email: "a@x.example", nick: "A" }],
    schemas,
    '[orgkit] The world "ours" does not match the records of its dialect:',
    "  accounts[0].users[0] email must be of the type string; nick: records.user does not have this field",
    '  accounts[0].users[1] the record does not have the required field "email"',
    "  accounts[0].users[2] nick: records.user does not have this field",
  ],
  [[{ id: 1, email: "a@x.example" }], schemas],
  // Only a built-in dialect has schemas.
  [[{ id: 1, login: "a" }], { dialect: { auth: { schemeCase: "any" } } }],
])(
  "a world gets a warning if it does not match the records of its own dialect: %j",
  async (users, options, ...lines) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const accounts = [{ ...world.accounts[0], users }];
    await createSimulation({ ...options, world: JSON.stringify({ name: "ours", accounts }) });
    expect(warn.mock.calls.flat().join("\n")).toBe(lines.join("\n"));
  },
);

test("a record that a test adds or changes gets a warning with all its problems, by the dialect that is current", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const simulation = await createSimulation({ ...schemas, world: "empty" });
  const { users } = simulation.collections();
  const warnings = (): string => warn.mock.calls.splice(0).flat().join("\n");
  await users.create({ id: 7, email: 5, nick: "A" });
  expect(warnings()).toBe(
    "[orgkit] A record of users does not match the records of its dialect:\n" +
      "  7 email must be of the type string; nick: records.user does not have this field",
  );
  const setEmail = (email: unknown) => ({
    data: (record: object) => void Object.assign(record, { email, nick: undefined }),
  });
  await users.update((q) => q.where({ id: 7 }), setEmail(6));
  expect(warnings()).toContain("7 email must be");
  await simulation.adopt({ dialect: "reference" });
  await users.create({ id: 8, email: 5 });
  expect(warnings()).toBe("");
});

test("a dialect that contradicts itself gets a warning at the start", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  await createSimulation({ dialect: { name: "ours", paging: { users: { style: "cursor" } } } });
  expect(warn.mock.calls.flat().join("\n")).toContain('The dialect "ours" contradicts itself:\n  paging.users.style');
});

test("an expectation of an account or a scenario that there is not is an error, not a number of requests", async () => {
  const { journal } = await createSimulation({ ownScenarios: { mine: (_, next) => next() } });
  expect([journal.count({ account: "acct_aurora" }), journal.count({ scenario: "mine" })]).toEqual([0, 0]);
  for (const read of [journal.count, journal.find, (match: Match) => journal.verify({ match })]) {
    expect(() => read({ account: "acct_aurra" })).toThrow("acct_aurra: unknown account; expected one of acct_aurora, ");
    expect(() => read({ scenario: "hangs" })).toThrow("hangs: unknown scenario; did you mean hang?");
  }
});
