import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dialectNames, loadDialect } from "../../../fixtures/dialect/load.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { Sandboxes } from "../../control/sandboxes.ts";
import type { Call } from "../../service/call.ts";
import { frozenClock } from "../../service/clock.ts";
import { createSimulation, type Simulation } from "../../simulation/simulation.ts";
import { anyCall } from "./any-call.fixture.ts";
import { replyFault } from "./reply-fault.fixture.ts";

/** More of them: npm run fuzz. */
const moreRuns = process.env["ORGKIT_FUZZ_RUNS"];

const clock = frozenClock(Date.UTC(2026, 2, 1));

function open(dialect = "reference"): Promise<Simulation> {
  return createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect(dialect), clock });
}

/** Tries sequences of items, each on the simulation as it was at the start. */
async function fuzz<Item>(
  simulation: Simulation,
  item: fc.Arbitrary<Item>,
  check: (sequence: readonly Item[]) => Promise<void>,
  runs: number,
): Promise<void> {
  const property = fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 6 }), async (sequence) => {
    await simulation.reset();
    await check(sequence);
  });
  await fc.assert(property, { numRuns: Number(moreRuns ?? runs) });
}

test.each(dialectNames())("whatever the request, the dialect %s responds in its format", async (name) => {
  const simulation = await open(name);
  const check = async (calls: readonly Call[]): Promise<void> => {
    for (const call of calls) {
      expect(replyFault(call, await simulation.answer(call), simulation.dialect)).toBeUndefined();
    }
  };
  await fuzz(simulation, anyCall(simulation), check, 80);
});

/** A text in the records of every world except the sandbox's. */
const secret = "seen-by-nobody-else";

test("whatever a sandbox's token sends, no other world shows or changes", async () => {
  const main = await open();
  const check = async (calls: readonly Call[]) => {
    const sandboxes = new Sandboxes(main, { capacity: 8, clock });
    const [own, other] = [await sandboxes.open({}), await sandboxes.open({})];
    const worlds = [main, other.simulation];
    for (const { users, subscriptions, invoices } of worlds.flatMap(({ accounts }) => accounts)) {
      for (const collection of [users, subscriptions, invoices]) await collection.create({ id: secret });
    }
    const state = () => worlds.map((world) => [world.snapshot(), world.scenarios(), world.journal.total]);
    const before = state();
    for (const call of calls) expect((await answerIn(sandboxes, call, own.token)).body).not.toContain(secret);
    expect(isDeepStrictEqual(state(), before)).toBe(true);
  };
  await fuzz(main, anyCall(main), check, 40);
});

function answerIn(sandboxes: Sandboxes, call: Call, token: string): ReturnType<Simulation["answer"]> {
  const own = { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } };
  return sandboxes.simulationOf(own).answer(own);
}
