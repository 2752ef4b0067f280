import { frozenClock, type Clock } from "../service/clock.ts";
import { createSimulation, type Simulation } from "../simulation/simulation.ts";
import { testTimestamp } from "../simulation/caller.fixture.ts";
import { createControl, type Control } from "./control.ts";
import { Sandboxes } from "./sandboxes.ts";

export interface TestControl {
  readonly simulation: Simulation;
  readonly control: Control;
  /**
   * @param request for instance `PUT snapshots/before?sandbox=x`
   * @returns the status, and the body parsed as JSON, if it is JSON
   */
  readonly ask: (request: string, body?: unknown) => Promise<{ readonly status: number; readonly json: unknown }>;
}

/** A control API over the world demo, with a frozen clock. */
export async function openTestControl(
  options: { readonly capacity?: number; readonly sandboxClock?: Clock } = {},
): Promise<TestControl> {
  const { capacity = 3, sandboxClock = frozenClock(testTimestamp) } = options;
  const simulation = await createSimulation({ clock: frozenClock(testTimestamp) });
  const sandboxes = new Sandboxes(simulation, { capacity, idleMs: 1000, clock: sandboxClock });
  const about = {
    version: "1.2.3",
    url: () => "http://mock.example",
    pause: () => Promise.resolve(),
  };
  const control = createControl(simulation, sandboxes, about);
  return {
    simulation,
    control,
    ask: async (request, body) => {
      const [method = "", path = "", query = ""] = request.split(/[ ?]/);
      const sent = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
      const reply = await control.answer({ method, path, query, body: sent });
      const isJson = reply.headers["content-type"]?.includes("json") ?? false;
      return { status: reply.status, json: isJson ? JSON.parse(reply.body) : reply.body };
    },
  };
}
