import { posix } from "node:path";
import { resolveCommand } from "package-manager-detector";
import { isAbsolute, ownOrigin } from "./base-url.ts";
import { scripts } from "./package-scripts.ts";
import type { Project } from "./project.ts";
import { importPath, sampleToken, type Setup } from "./templates/setup.ts";
import { isInBrowser } from "./tools.ts";

/** A step for the user, since `orgkit init` never edits code. */
export interface Step {
  /** Ends with a colon if code follows. */
  readonly text: string;
  readonly code?: readonly string[];
}

/** The remaining steps, in order. */
export function stepsAfter(project: Project, setup: Setup): readonly Step[] {
  const { dependencies, manager } = project;
  const { tools, baseUrl, mocksDirectory } = setup;
  const inBrowser = isInBrowser(tools);
  const needed = ["orgkit", ...(inBrowser || tools.has("vitest") ? ["msw"] : [])];
  const missing = needed.filter((name) => !dependencies.has(name));
  const steps = [
    missing.length > 0 && `Install ${missing.join(" and ")}: ${typed(manager, "add", "-D", ...missing)}`,
    (tools.has("vite") || tools.size === 0) && entryStep(project, setup),
    ...(tools.has("next") ? nextSteps(project, setup) : []),
    ...(tools.has("storybook") ? storybookSteps(project, setup) : []),
    inBrowser &&
      `Request ${baseUrl === ownOrigin ? "" : baseUrl}/api/v1/users with the header Authorization: Bearer ${sampleToken}`,
    tools.has("next") &&
      `A service worker does not see requests from Next's server: use ${runs(project, "mock")}, with http://127.0.0.1:4010 as the base URL`,
    tools.has("vitest") &&
      `Run the sample test: ${typed(manager, "execute-local", "vitest", "run", mocksDirectory)}. In your own, import test from ${mocksDirectory}/vitest`,
    ...(tools.has("playwright") ? playwrightSteps(project, setup) : []),
    `Over HTTP, with a console: ${runs(project, "mock")}. To judge a service: ${runs(project, "conform")}`,
  ];
  return steps.filter((step) => step !== false).map((step) => (typeof step === "string" ? { text: step } : step));
}

/** An optional step; without code it is only its text. */
type MaybeStep = Step | string | false;

/** Code for a file of the project, if the file does not contain it yet. */
function into(
  { read }: Project,
  file: string,
  done: string | RegExp,
  what: string,
  code: readonly string[],
): MaybeStep {
  return read(file).search(done) === -1 && { text: `${what}, in ${file}:`, code };
}

/** A command for the package manager. */
function typed(
  manager: Project["manager"],
  does: "add" | "run" | "execute-local",
  ...given: readonly string[]
): string {
  const { command, args } = resolveCommand(manager, does, [...given]) ?? { command: manager, args: given };
  return [command, ...args].join(" ");
}

/** The npm script, or the command itself if the script of that name is a different one. */
function runs({ package: found, manager }: Project, name: "mock" | "conform"): string {
  const isOurs = found !== undefined && (found.scripts[name] ?? scripts[name]) === scripts[name];
  return isOurs ? typed(manager, "run", name) : typed(manager, "execute-local", "orgkit", name);
}

/** The entry of the application, which starts the mock before rendering. */
function entryStep(project: Project, setup: Setup): MaybeStep {
  const { first, dependencies, read } = project;
  const source = /<script\b[^>]*\bsrc=["']\.?\/?([^"':?#]+\.[cm]?[jt]sx?)["']/i.exec(read("index.html"))?.[1];
  const entry = dependencies.has("@sveltejs/kit") ? "src/hooks.client.ts" : source && first([posix.normalize(source)]);
  const isDriven = setup.projectTools.has("playwright");
  const developed = setup.projectTools.has("vite") ? "import.meta.env.DEV" : 'process.env.NODE_ENV === "development"';
  const file = entry ?? "its entry module";
  return into(project, file, "startMock", "Start the mock before the application is rendered", [
    ...(isDriven ? ["// In Playwright tests, the fixture answers."] : []),
    `if (${developed}${isDriven ? " && !navigator.webdriver" : ""}) {`,
    `  const { startMock } = await import(${imported(setup, entry ?? "", `browser${setup.importExtension}`)});`,
    "  await startMock();",
    "}",
  ]);
}

/** The layout (app router) or the application component (pages router) of Next. */
function nextSteps(project: Project, setup: Setup): readonly MaybeStep[] {
  const layout = firstModule(project, "src/app/layout", "app/layout");
  const page = layout === undefined ? firstModule(project, "src/pages/_app", "pages/_app") : undefined;
  const children = page === undefined ? "{children}" : "<Component {...pageProps} />";
  const entry = layout ?? page;
  // The mock answers everything below `/api/` of the base URL: unknown paths get a 404, not the application's route.
  const routes = project.first(["src/app/api", "app/api", "src/pages/api", "pages/api"]);
  const provider = imported(setup, entry ?? "app/layout", "mock-provider");
  return [
    into(project, entry ?? "app/layout or pages/_app", "MockProvider", "Wrap the application in the provider", [
      `import { MockProvider } from ${provider};`,
      "",
      `<MockProvider>${children}</MockProvider>`,
    ]),
    setup.baseUrl === ownOrigin &&
      routes !== undefined &&
      `With the base URL /, the mock hides the routes in ${routes}. Set --base-url if the service is elsewhere.`,
  ];
}

/** The loader in Storybook's preview, and the public directory with the worker script. */
function storybookSteps(project: Project, setup: Setup): readonly MaybeStep[] {
  const { language, isModule } = project;
  const preview = firstModule(project, ".storybook/preview") ?? `.storybook/preview.${language}`;
  // Storybook loads it as an ES module, whatever the project's module type.
  const newMain = `.storybook/main.${language === "js" && !isModule ? "mjs" : language}`;
  const main = firstModule(project, ".storybook/main") ?? newMain;
  return [
    into(project, preview, "simulationLoader", "Add the loader to the stories", [
      `import { simulationLoader } from ${imported(setup, preview, `storybook${setup.importExtension}`)};`,
      "",
      "loaders: [simulationLoader],",
    ]),
    into(project, main, "staticDirs", "Serve the worker script", [
      `staticDirs: [${JSON.stringify(importPath(".storybook", setup.publicDirectory))}],`,
    ]),
  ];
}

/** The origin of the pages, for base URLs without an origin. */
function playwrightSteps(project: Project, setup: Setup): readonly MaybeStep[] {
  const config = firstModule(project, "playwright.config") ?? `playwright.config.${project.language}`;
  const port = setup.projectTools.has("vite") ? 5173 : 3000;
  const judged = typed(project.manager, "execute-local", "playwright", "test", "-c", "conformance");
  return [
    !isAbsolute(setup.baseUrl) &&
      into(project, config, /^(?!\s*\/\/).*\bbaseURL\b/m, "Set the origin of your pages", [
        `use: { baseURL: "http://localhost:${port}" },`,
      ]),
    `In Playwright tests, import test and expect from ${setup.fixtures}`,
    `To judge a service in Playwright: ORGKIT_BASE_URL=… ORGKIT_TOKEN=… ${judged}`,
  ];
}

/** The import path of the mocks in a file of the project, in quotes. */
function imported({ mocksDirectory }: Setup, file: string, module: string): string {
  return JSON.stringify(importPath(posix.dirname(file), `${mocksDirectory}/${module}`));
}

/** A module path without an extension. */
function firstModule({ first }: Project, ...paths: readonly string[]): string | undefined {
  const extensions = ["tsx", "ts", "jsx", "js", "mts", "mjs"];
  return first(paths.flatMap((path) => extensions.map((extension) => `${path}.${extension}`)));
}
