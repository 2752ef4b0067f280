import { createSimulation } from "orgkit";
import { setupWorker } from "orgkit/browser";

/** The base URL of the service in this application, without /api/v1. */
const baseUrl = new URL("{{baseUrl}}", location.origin).href;

/**
 * Answers the requests of this page to the service. To simulate problems, type in the browser's console:
 * simulation.use("latency:ms=800", "server-errors:rate=0.3")
 */
export async function startMock() {
  const simulation = await createSimulation({ world: "demo" });
  const worker = setupWorker(simulation, { baseUrl });
  await worker.start({ serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` } });
  return Object.assign(window, { simulation }).simulation;
}
