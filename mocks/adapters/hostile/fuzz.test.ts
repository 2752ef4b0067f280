import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dialectNames, loadDialect } from "../../../fixtures/dialect/load.ts";
import { contractText } from "../../../fixtures/interface/contract-text.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { createControl } from "../../control/control.ts";
import type { ControlRequest } from "../../control/route.ts";
import { Sandboxes } from "../../control/sandboxes.ts";
import type { Call } from "../../service/call.ts";
import { frozenClock } from "../../service/clock.ts";
import { testCall } from "../../simulation/caller.fixture.ts";
import { createSimulation, type Simulation } from "../../simulation/simulation.ts";
import { anyCall } from "./any-call.fixture.ts";
import { anyControlRequest } from "./any-control-request.fixture.ts";
import { controlFault, replyFault } from "./reply-fault.fixture.ts";

/** More of them: npm run fuzz. */
const moreRuns = process.env["ORGKIT_FUZZ_RUNS"];

const clock = frozenClock(Date.UTC(2026, 2, 1));

function open(dialect = "reference"): Promise<Simulation> {
  return createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect(dialect), clock });
}

function openControl(simulation: Simulation, capacity: number) {
  const sandboxes = new Sandboxes(simulation, { capacity, clock });
  const about = { version: "1.2.3", url: () => "http://mock.example", contract: contractText };
  return { sandboxes, control: createControl(simulation, sandboxes, about) };
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

test("whatever the request, the control API does it or says what is wrong, and the mock keeps responding", async () => {
  const simulation = await open();
  const headers = { "content-type": "application/json" };
  const create = testCall({ method: "POST", headers, body: '{"email":"after@fuzz.example","name":"After"}' });
  const check = async (requests: readonly ControlRequest[]): Promise<void> => {
    const { control } = openControl(simulation, 2);
    for (const request of requests) {
      expect(controlFault(await control.answer(request))).toBeUndefined();
      for (const call of [testCall({ query: "page=1" }), create]) JSON.stringify(await simulation.answer(call));
    }
    simulation.snapshot();
  };
  await fuzz(simulation, anyControlRequest(simulation), check, 100);
});

/** A text in the records of every world except the sandbox's. */
const secret = "seen-by-nobody-else";

test("whatever a sandbox's token sends, no other world shows or changes", async () => {
  const main = await open();
  // The routes of the control API about one world; the list of sandboxes is shared.
  const request = anyControlRequest(main).filter(({ path }) => !path.startsWith("sandboxes"));
  const item = fc.oneof(
    { weight: 2, arbitrary: anyCall(main).map((call) => ({ call })) },
    { weight: 1, arbitrary: request.map((asked) => ({ asked })) },
  );
  const check = async (steps: readonly ({ readonly call: Call } | { readonly asked: ControlRequest })[]) => {
    const { sandboxes, control } = openControl(main, 8);
    const [own, other] = [await sandboxes.open({}), await sandboxes.open({})];
    const worlds = [main, other.simulation];
    for (const { users, subscriptions, invoices } of worlds.flatMap(({ accounts }) => accounts)) {
      for (const collection of [users, subscriptions, invoices]) await collection.create({ id: secret });
    }
    const state = () => worlds.map((world) => [world.snapshot(), world.scenarios(), world.journal.total]);
    const before = state();
    for (const step of steps) {
      const reply =
        "call" in step
          ? await answerIn(sandboxes, step.call, own.token)
          : await control.answer({ ...step.asked, query: `sandbox=${own.id}` });
      expect(reply.body).not.toContain(secret);
    }
    expect(isDeepStrictEqual(state(), before)).toBe(true);
  };
  await fuzz(main, item, check, 40);
});

function answerIn(sandboxes: Sandboxes, call: Call, token: string): ReturnType<Simulation["answer"]> {
  const own = { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } };
  return sandboxes.simulationOf(own).answer(own);
}
