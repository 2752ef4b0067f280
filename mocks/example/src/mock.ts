import { createSimulation } from "orgkit";
import { setupWorker } from "orgkit/browser";
import { baseUrl } from "./api.ts";

/**
 * Answers the requests of this page from a simulation in a service worker. Try it in the browser's console:
 * `simulation.use("latency:ms=800", "server-errors:rate=0.3")`.
 */
export async function startMock(): Promise<void> {
  const simulation = await createSimulation({ world: "demo" });
  await setupWorker(simulation, { baseUrl }).start();
  Object.assign(window, { simulation });
}
