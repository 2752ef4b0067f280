import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { contractText } from "../../../fixtures/interface/contract-text.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { createControl } from "../../control/control.ts";
import type { ControlRequest } from "../../control/route.ts";
import { createSandboxes } from "../../control/sandboxes.ts";
import type { Call } from "../../service/call.ts";
import { frozenClock } from "../../service/clock.ts";
import { createSimulation, type Simulation } from "../../simulation/simulation.ts";
import { anyCall } from "./any-call.ts";
import { anyControlRequest } from "./any-control-request.ts";
import { fuzzSequences, type FuzzOptions, type FuzzResult } from "./fuzzed.ts";

type Step = { readonly call: Call } | { readonly request: ControlRequest };

/** In a record of every world but the sandbox's own. */
const secret = "seen-by-nobody-else";

/** Whatever comes with the token of a sandbox, or is asked for it, no other world shows in a reply or changes. */
export async function fuzzSandboxes(options: FuzzOptions): Promise<FuzzResult> {
  const clock = frozenClock(Date.UTC(2026, 2, 1));
  const main = await createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect("reference"), clock });
  const about = { version: "1.2.3", url: () => "http://mock.example", contract: contractText };

  const check = async (steps: readonly Step[]): Promise<void> => {
    await main.reset();
    const sandboxes = createSandboxes(main, { clock });
    const control = createControl(main, sandboxes, about);
    const own = await sandboxes.open({});
    const other = await sandboxes.open({});
    for (const world of [main, other.simulation]) await hideSecret(world);
    const before = [standing(main), standing(other.simulation)];
    for (const step of steps) {
      const reply =
        "call" in step
          ? await sandboxes.simulationOf(as(step.call, own.token)).answer(as(step.call, own.token))
          : await control.answer({ ...step.request, query: `sandbox=${own.id}` });
      if (reply.body.includes(secret)) throw new Error(`a record of another world: ${reply.body}`);
    }
    const after = [standing(main), standing(other.simulation)];
    if (!isDeepStrictEqual(after, before)) throw new Error("another world changed");
  };
  return fuzzSequences(anyStep(main), check, options);
}

/** What of the control API is about one world alone: the list of sandboxes is everybody's. */
function anyStep(main: Simulation): fc.Arbitrary<Step> {
  return fc.oneof(
    { weight: 2, arbitrary: anyCall(main).map((call) => ({ call })) },
    {
      weight: 1,
      arbitrary: anyControlRequest(main)
        .filter(({ path }) => !path.startsWith("sandboxes"))
        .map((request) => ({ request })),
    },
  );
}

function as(call: Call, token: string): Call {
  return { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } };
}

async function hideSecret({ accounts }: Simulation): Promise<void> {
  for (const { users, subscriptions, invoices } of accounts) {
    for (const collection of [users, subscriptions, invoices]) await collection.create({ id: secret });
  }
}

function standing(simulation: Simulation): unknown {
  const { journal, edits } = simulation;
  return [simulation.snapshot(), simulation.scenarios(), journal.total, edits.counts];
}
