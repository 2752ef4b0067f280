import { createSimulation } from "orgkit";
import { setupWorker } from "orgkit/browser";
import { baseUrl } from "./api/client.ts";

/**
 * Answers the calls of this page from a simulation in a service worker. It can be played with in the browser's
 * console: `simulation.use("latency:ms=800", "server-errors:rate=0.3")`.
 */
export async function startMock(): Promise<void> {
  const simulation = await createSimulation({ world: "demo" });
  await setupWorker(simulation, { baseUrl }).start();
  Object.assign(window, { simulation });
}
