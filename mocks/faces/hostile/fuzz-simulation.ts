import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { frozenClock } from "../../service/clock.ts";
import { createSimulation } from "../../simulation/simulation.ts";
import { anyCall } from "./any-call.ts";
import { fuzzSequences, type FuzzOptions, type FuzzResult } from "./fuzzed.ts";
import { replyFault } from "./reply-fault.ts";

/** Whatever is called, a simulation answers as its dialect has it: an envelope, or a failure by its template. */
export async function fuzzSimulation(dialect: Dialect, options: FuzzOptions): Promise<FuzzResult> {
  const clock = frozenClock(Date.UTC(2026, 2, 1));
  const simulation = await createSimulation({ world: loadWorld("demo", 1), dialect, clock });
  const check = async (call: Parameters<typeof simulation.answer>[0]): Promise<void> => {
    const fault = replyFault(call, await simulation.answer(call), dialect);
    if (fault !== undefined) throw new Error(fault);
  };
  return fuzzSequences(
    anyCall(simulation),
    async (calls) => {
      await simulation.reset();
      for (const call of calls) await check(call);
    },
    options,
  );
}
