import { isAbsolute } from "../base-url.ts";
import { inTypeScript, type SampleFile, type Setup } from "./setup.ts";

/** What all the others share: where the service is, and what it holds. */
export function simulationFile({ mocksDirectory, language, baseUrl }: Setup): SampleFile {
  const where = isAbsolute(baseUrl) ? "" : ", a path of its own origin";
  return {
    path: `${mocksDirectory}/simulation.${language}`,
    text: `/** Where the application calls the service${where}; without /api/v1. */
export const baseUrl = ${JSON.stringify(baseUrl)};

/** The records it holds: "demo", "edge", "empty", "crowd:1000". */
export const world = "demo";
`,
  };
}

/** The service in the browser itself, answered by the worker. */
export function browserFile(setup: Setup): SampleFile {
  const ts = inTypeScript(setup);
  const url = isAbsolute(setup.baseUrl) ? "baseUrl" : "baseUrl: new URL(baseUrl, location.origin).href";
  // The public directory of Vite is served below its base.
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

/**
 * A client component that holds back the application's effects until the worker answers. The server renders the
 * application as ever: a component that renders nothing there breaks what Next checks of a page in development.
 * Next must not even see the import where it builds its server, since msw has no worker there: webpack leaves out
 * what stands in a block, but not what comes after a return.
 */
export function nextFile(setup: Setup): SampleFile {
  const ts = inTypeScript(setup);
  const start = setup.projectTools.has("playwright")
    ? "// Under Playwright its fixture answers.\n    if (!navigator.webdriver) await startMock();"
    : "await startMock();";
  return {
    path: `${setup.mocksDirectory}/mock-provider.${setup.language}x`,
    text: `"use client";

import { lazy, Suspense${ts(", type ReactNode")} } from "react";
${ts("\ninterface Props {\n  children: ReactNode;\n}\n")}
/** Starts the application once the mock answers its calls; in production at once, and without the mock. */
export function MockProvider({ children }${ts(": Props")}) {
  if (process.env.NODE_ENV !== "development") return children;
  return (
    <Suspense>
      <Mocked>{children}</Mocked>
    </Suspense>
  );
}

const Mocked = lazy(async () => {
  // Next leaves out what stands in this block: on its server, and in production.
  if (process.env.NODE_ENV === "development" && typeof window !== "undefined") {
    const { startMock } = await import("./browser${setup.importExtension}");
    ${start}
  }
  return { default: ({ children }${ts(": Props")}) => children };
});
`,
  };
}

/** A loader for the preview of Storybook: each story begins from the start, in scenarios of its own. */
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
 * Answers the calls of stories, each from the start. What goes wrong in one it says itself:
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
