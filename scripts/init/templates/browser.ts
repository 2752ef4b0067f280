import { isAbsolute } from "../base-url.ts";
import { inTypeScript, type SampleFile, type Setup } from "./setup.ts";

/** Shared by all other files: the base URL of the service, and its records. */
export function simulationFile({ mocksDirectory, language, baseUrl }: Setup): SampleFile {
  const where = isAbsolute(baseUrl) ? "" : ", a path of its own origin";
  return {
    path: `${mocksDirectory}/simulation.${language}`,
    text: `/** The base URL of the service in the application${where}; without /api/v1. */
export const baseUrl = ${JSON.stringify(baseUrl)};

/** The records of the mock: "demo", "edge", "empty", "crowd:1000". */
export const world = "demo";
`,
  };
}

/** The mock in the browser, as a service worker. */
export function browserFile(setup: Setup): SampleFile {
  const ts = inTypeScript(setup);
  const url = isAbsolute(setup.baseUrl) ? "baseUrl" : "baseUrl: new URL(baseUrl, location.origin).href";
  // Vite serves its public directory below its base.
  const options = setup.projectTools.has("vite")
    ? "{ serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` } }"
    : "";
  return {
    path: `${setup.mocksDirectory}/browser.${setup.language}`,
    text: `import { createSimulation${ts(", type Simulation")} } from "orgkit";
import { setupWorker } from "orgkit/browser";
import { baseUrl, world } from "./simulation${setup.importExtension}";

let started${ts(": Promise<Simulation> | undefined")};

/**
 * Answers the requests of this page to the service. To simulate problems, type in the browser's console:
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

/**
 * A client component that delays the application's effects until the worker is ready. The server renders the
 * application as usual, since Next rejects a component without output in development. The server build must not see
 * the import, since msw has no worker there: webpack removes code in a constant condition, but not after a return.
 */
export function nextFile(setup: Setup): SampleFile {
  const ts = inTypeScript(setup);
  const start = setup.projectTools.has("playwright")
    ? "// In Playwright tests, the fixture answers.\n    if (!navigator.webdriver) await startMock();"
    : "await startMock();";
  return {
    path: `${setup.mocksDirectory}/mock-provider.${setup.language}x`,
    text: `"use client";

import { lazy, Suspense${ts(", type ReactNode")} } from "react";
${ts("\ninterface Props {\n  children: ReactNode;\n}\n")}
/** Starts the application when the mock is ready; in production at once, and without the mock. */
export function MockProvider({ children }${ts(": Props")}) {
  if (process.env.NODE_ENV !== "development") return children;
  return (
    <Suspense>
      <Mocked>{children}</Mocked>
    </Suspense>
  );
}

const Mocked = lazy(async () => {
  // Next removes this block from its server build, and in production.
  if (process.env.NODE_ENV === "development" && typeof window !== "undefined") {
    const { startMock } = await import("./browser${setup.importExtension}");
    ${start}
  }
  return { default: ({ children }${ts(": Props")}) => children };
});
`,
  };
}

/** A loader for Storybook's preview: it resets the mock before each story, and activates the story's scenarios. */
export function storybookFile(setup: Setup): SampleFile {
  const ts = inTypeScript(setup);
  const context = `

interface StoryContext {
  parameters: { orgkit?: { scenarios?: readonly string[] } };
}`;
  return {
    path: `${setup.mocksDirectory}/storybook.${setup.language}`,
    text: `import { startMock } from "./browser${setup.importExtension}";${ts(context)}

/**
 * Answers the requests of stories, and resets the mock before each. To simulate problems in a story, set
 * parameters: { orgkit: { scenarios: ["hang"] } }
 */
export async function simulationLoader({ parameters }${ts(": StoryContext")}) {
  const simulation = await startMock();
  await simulation.reset();
  simulation.use(parameters.orgkit?.scenarios ?? []);
  return { simulation };
}
`,
  };
}
