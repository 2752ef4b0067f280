import { frozenClock } from "../service/clock.ts";
import { createSimulation } from "../simulation/simulation.ts";
import { testTimestamp } from "../simulation/caller.fixture.ts";
import { createControl } from "./control.ts";
import { Sandboxes } from "./sandboxes.ts";

/** A control API over the world demo, with a frozen clock. */
export async function openTestControl({ capacity = 3, sandboxClock = frozenClock(testTimestamp) } = {}) {
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
    /**
     * @param request for instance `PUT snapshots/before?sandbox=x`
     * @returns the status, and the body parsed as JSON, if it is JSON
     */
    ask: async (request: string, body?: unknown) => {
      const [method = "", path = "", query = ""] = request.split(/[ ?]/);
      const sent = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
      const reply = await control.answer({ method, path, query, body: sent });
      const isJson = reply.headers["content-type"]?.includes("json") ?? false;
      const json: unknown = isJson ? JSON.parse(reply.body) : reply.body;
      return { status: reply.status, json };
    },
  };
}

export type TestControl = Awaited<ReturnType<typeof openTestControl>>;
