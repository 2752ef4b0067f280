import { isAbsolute } from "../base-url.ts";
import { inTypeScript, type SampleFile, type Setup } from "./setup.ts";

/** The service in the browser itself, answered by the worker. */
export function browserFile(setup: Setup): SampleFile {
  const ts = (text: string): string => inTypeScript(setup, text);
  const url = isAbsolute(setup.baseUrl) ? "baseUrl" : "baseUrl: new URL(baseUrl, location.origin).href";
  // The public folder of Vite is served below its base.
  const options = setup.projectTools.has("vite")
    ? "{ serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` } }"
    : "";
  return {
    path: `${setup.mocksFolder}/browser.${setup.language}`,
    text: `import { createSimulation${ts(", type Simulation")} } from "orgkit";
import { setupWorker } from "orgkit/browser";
import { baseUrl, world } from "./simulation${setup.importExtension}";

let started${ts(": Promise<Simulation> | undefined")};

/**
 * Answers the calls of this page to the service. Give it a bad day in the browser's console:
 * simulation.use("latency:ms=800", "server-errors:rate=0.3")
 */
export function startMock()${ts(": Promise<Simulation>")} {
  return (started ??= start());
}

async function start()${ts(": Promise<Simulation>")} {
  const simulation = await createSimulation({ world });
  const worker = setupWorker(simulation, { ${url} });
  await worker.start(${options});
  return Object.assign(window, { simulation }).simulation;
}
`,
  };
}
