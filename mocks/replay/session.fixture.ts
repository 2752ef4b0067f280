import fc from "fast-check";
import { dialectSchema, type Dialect } from "../../fixtures/dialect/dialect.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import type { RecordData, World } from "../../fixtures/worlds/world.ts";
import { arbitraryCall, type GeneratedCall } from "../adapters/hostile/any-call.fixture.ts";
import { scenarioKinds } from "../scenarios/catalogue.ts";
import type { Call } from "../service/call.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { createSimulation, type Simulation } from "../simulation/simulation.ts";
import type { Snapshot } from "../simulation/snapshot.ts";
import { testTimestamp } from "../simulation/caller.fixture.ts";

const field = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom("{{now - 3 days}}", "{{today}}", "active", "\uD83E\uDD8A", "__proto__"),
  fc.jsonValue({ maxDepth: 1 }),
);

function records(prefix: string, minLength: number, maxLength: number): fc.Arbitrary<readonly RecordData[]> {
  const members = fc.dictionary(fc.constantFrom("name", "status", "plan", "10", "subscriptionId", "createdAt"), field);
  return fc
    .array(members, { minLength, maxLength })
    .map((list) =>
      list.map((record, index) => ({ ...plain(record), id: `${prefix}_${String(index).padStart(8, "0")}` })),
    );
}

/** Through JSON, as untrusted data arrives. */
function plain(value: object): Readonly<Record<string, fc.JsonValue>> {
  const parsed: Readonly<Record<string, fc.JsonValue>> = JSON.parse(JSON.stringify(value));
  return parsed;
}

const arbitraryWorld: fc.Arbitrary<World> = fc
  .array(fc.tuple(records("usr", 0, 12), records("sub", 1, 3), records("inv", 0, 6)), { minLength: 1, maxLength: 3 })
  .map((accounts) => ({
    name: "random",
    description: "",
    accounts: accounts.map(([people, subscriptions, invoices], index) => ({
      id: `account-${index}`,
      name: `Account ${index}`,
      tokens: [
        { token: `token-${index}-000`, expiresAt: undefined },
        { token: `brief-${index}-000`, expiresAt: "{{now + 1 minute}}" },
      ],
      users: people.map((user, at) => ({ ...user, email: `user-${at}@random.example` })),
      subscriptions: subscriptions.map((record) => ({ ...record, id: `${record.id}${index}`.replace("_0", "_") })),
      invoices: [...invoices],
    })),
  }));

const arbitraryDialect: fc.Arbitrary<Dialect> = fc
  .record({
    name: fc.constantFrom(...dialectNames()),
    rate: fc.constantFrom(null, { requests: 3, seconds: 60 }, { requests: 5, seconds: 1, retryAfter: "date" }),
    unknownFields: fc.constantFrom("keep", "drop", "reject"),
    unversioned: fc.constantFrom("alias", "notFound"),
  })
  .map(({ name, rate, unknownFields, unversioned }) => {
    const { createUser, limits, versions, ...rest } = loadDialect(name);
    return dialectSchema.parse({
      ...rest,
      createUser: { ...createUser, unknownFields },
      limits: { ...limits, rate },
      versions: { ...versions, unversioned },
    });
  });

const scenario = fc.constantFrom(
  ...scenarioKinds.flatMap(({ name, examples }) => [...examples, `${name}:rate=0.5`, `${name}:after=1,times=2`]),
);
const arbitraryScenarios = fc.oneof(fc.constant([]), fc.array(scenario, { maxLength: 3 }));
const editKinds = ["add", "replace", "remove", "undo", "redo"] as const;

/** The start of a simulation. */
export const arbitrarySetup = fc.record({
  world: arbitraryWorld,
  dialect: arbitraryDialect,
  seed: fc.integer(),
  scenarios: arbitraryScenarios,
});

/** Steps for a simulation: mostly requests, some of them concurrent. */
export function arbitrarySteps(simulation: Simulation) {
  const call = fc
    .tuple(
      arbitraryCall(simulation),
      fc.constantFrom("", "", "", "", "", 'scenario="eventual-consistency"', "code=503"),
    )
    .map(([generated, prefer]): GeneratedCall =>
      prefer === "" ? generated : { ...generated, headers: { ...generated.headers, prefer } },
    );
  const deed = fc.oneof(
    { weight: 12, arbitrary: fc.array(call, { minLength: 1, maxLength: 3 }).map((calls) => ({ calls })) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 90_000 }).map((pass) => ({ pass })) },
    { weight: 1, arbitrary: arbitraryScenarios.map((use) => ({ use })) },
    { weight: 2, arbitrary: fc.constantFrom(...editKinds).map((edit) => ({ edit })) },
    { weight: 1, arbitrary: fc.constantFrom("take", "restore").map((snapshot) => ({ snapshot })) },
  );
  return fc.array(deed, { minLength: 1, maxLength: 20 });
}

type Edit = (typeof editKinds)[number];
type Setup = GeneratedBy<typeof arbitrarySetup>;
type Deed = GeneratedBy<ReturnType<typeof arbitrarySteps>>[number];
type GeneratedBy<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** A simulation whose clock only the session moves, and a function that takes its steps in order. */
export async function openSession(setup: Setup) {
  let now = testTimestamp;
  const simulation = await createSimulation({ ...setup, clock: { now: () => now } });
  let kept: Snapshot = simulation.snapshot();
  const run = async (deed: Deed): Promise<void> => {
    if ("calls" in deed) await Promise.all(deed.calls.map((call) => simulation.answer(toCall(call))));
    else if ("pass" in deed) now += deed.pass;
    else if ("use" in deed) simulation.use(deed.use);
    else if ("edit" in deed) await makeEdit(simulation, deed.edit);
    else if (deed.snapshot === "take") kept = simulation.snapshot();
    else await simulation.restore(kept);
  };
  return {
    simulation,
    run: async (deeds: readonly Deed[]): Promise<void> => {
      for (const deed of deeds) await run(deed);
    },
  };
}

async function makeEdit({ edits, accounts }: Simulation, kind: Edit): Promise<void> {
  const [account] = accounts;
  const first = account?.users.all()[0];
  const place = { account: account?.id ?? "", kind: "users" } as const;
  // The id is last, since the order of members is kept.
  if (kind === "add") await edits.add(place, { name: "Added", id: edits.newId(place) });
  else if (kind === "undo" || kind === "redo") await unlessTaken(edits[kind]);
  else if (first === undefined) return;
  else if (kind === "remove") await edits.remove(place, String(first.id));
  else await edits.replace(place, String(first.id), { name: "Replaced", id: first.id });
}

/** A request may have taken the id of a removed record. */
async function unlessTaken(edit: () => Promise<boolean>): Promise<void> {
  try {
    await edit();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
}

function toCall({ method, path, headers, body = "" }: GeneratedCall): Call {
  const [target = "", ...query] = path.split("?");
  return { method, path: target, query: query.join("?"), headers, body: new TextEncoder().encode(body) };
}
