import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { isAbsolute, ownOrigin } from "./base-url.ts";
import { typed } from "./package-manager.ts";
import { firstFolder, type Project } from "./project.ts";
import { textIn } from "./text-in.ts";
import { importPath, type Setup } from "./templates/setup.ts";

/** Something the user does: code is never edited by `orgkit init`. */
export interface Step {
  /** Ends in a colon where code follows. */
  readonly text: string;
  readonly code?: readonly string[];
}

const developed = "import.meta.env.DEV";
const elsewhere = 'process.env.NODE_ENV === "development"';

/** Where the application begins: there the mock is started before it is shown. */
export function entryStep(project: Project, setup: Setup): readonly Step[] {
  const entry = entryOf(project);
  if (isHooked(project, entry, "startMock")) return [];
  const isVite = setup.projectTools.has("vite");
  const condition = `${isVite ? developed : elsewhere}${setup.projectTools.has("playwright") ? " && !navigator.webdriver" : ""}`;
  const from = entry === undefined ? "." : posix.dirname(entry);
  return [
    {
      text: `Start the mock before the application is rendered, in ${entry ?? "the module it begins with"}:`,
      code: [
        ...(setup.projectTools.has("playwright") ? ["// Under Playwright its fixture answers."] : []),
        `if (${condition}) {`,
        `  const { startMock } = await import(${JSON.stringify(importPath(from, `${setup.mocksFolder}/browser${setup.importExtension}`))});`,
        "  await startMock();",
        "}",
      ],
    },
  ];
}

/** The module that the page of a Vite application loads, as its index.html says. */
function entryOf({ folder, package: found }: Project): string | undefined {
  if (found?.dependencies.has("@sveltejs/kit") === true) return "src/hooks.client.ts";
  const page = textIn(folder, "index.html");
  const source = /<script\b[^>]*\bsrc=["']\.?\/?([^"':?#]+\.[cm]?[jt]sx?)["']/i.exec(page)?.[1];
  return source === undefined || !existsSync(join(folder, source)) ? undefined : posix.normalize(source);
}

/** The layout (app router) or the application component (pages router) of Next. */
export function nextSteps(project: Project, { mocksFolder, baseUrl }: Setup): readonly Step[] {
  const layout = firstFile(project.folder, ["src/app/layout", "app/layout"]);
  const page = firstFile(project.folder, ["src/pages/_app", "pages/_app"]);
  const entry = layout ?? page;
  const children = layout === undefined && page !== undefined ? "<Component {...pageProps} />" : "{children}";
  const hook: Step = {
    text: `Put the application into the provider, in ${entry ?? "app/layout or pages/_app"}:`,
    code: [
      `import { MockProvider } from ${JSON.stringify(importPath(posix.dirname(entry ?? "app/layout"), `${mocksFolder}/mock-provider`))};`,
      "",
      `<MockProvider>${children}</MockProvider>`,
    ],
  };
  return [
    ...(isHooked(project, entry, "MockProvider") ? [] : [hook]),
    ...(baseUrl === ownOrigin ? ownRoutes(project) : []),
  ];
}

/** The mock answers all of `/api/` below the base URL: what it does not know gets a 404, not the application's route. */
function ownRoutes({ folder }: Project): readonly Step[] {
  const routes = firstFolder(folder, ["src/app/api", "app/api", "src/pages/api", "pages/api"]);
  if (routes === undefined) return [];
  return [
    {
      text: `Mind ${routes}: with the base URL /, its routes are hidden by the mock. Give --base-url if the service is elsewhere.`,
    },
  ];
}

/** The loader in the preview of Storybook, and the public folder, where the worker script is. */
export function storybookSteps(project: Project, { mocksFolder, importExtension }: Setup): readonly Step[] {
  const preview = firstFile(project.folder, [".storybook/preview"]);
  const main = firstFile(project.folder, [".storybook/main"]);
  // Storybook loads it as an ES module, whatever the project's modules are.
  const newMain = `.storybook/main.${project.language === "js" && project.package?.isModule !== true ? "mjs" : project.language}`;
  const steps: readonly (Step & { readonly isDone: boolean })[] = [
    {
      isDone: isHooked(project, preview, "simulationLoader"),
      text: `Give the stories the loader, in ${preview ?? `.storybook/preview.${project.language}`}:`,
      code: [
        `import { simulationLoader } from ${JSON.stringify(importPath(".storybook", `${mocksFolder}/storybook${importExtension}`))};`,
        "",
        "loaders: [simulationLoader],",
      ],
    },
    {
      isDone: isHooked(project, main, "staticDirs"),
      text: `Serve the worker script to them, in ${main ?? newMain}:`,
      code: [`staticDirs: [${JSON.stringify(importPath(".storybook", project.publicFolder))}],`],
    },
  ];
  return steps.filter(({ isDone }) => !isDone).map(({ text, code = [] }) => ({ text, code }));
}

/** Where the pages are, which is where a base URL without an origin is. */
export function playwrightSteps(project: Project, { tools, projectTools, fixtures, baseUrl }: Setup): readonly Step[] {
  if (!tools.has("playwright")) return [];
  const config = firstFile(project.folder, ["playwright.config"]);
  const isSet = /^(?!\s*\/\/).*\bbaseURL\b/m.test(textIn(project.folder, config));
  const port = projectTools.has("vite") ? 5173 : 3000;
  const hook: Step = {
    text: `Tell Playwright where your pages are, in ${config ?? `playwright.config.${project.language}`}:`,
    code: [`use: { baseURL: "http://localhost:${port}" },`],
  };
  return [
    ...(isAbsolute(baseUrl) || isSet ? [] : [hook]),
    { text: `In Playwright tests, import test and expect from ${fixtures}` },
    {
      text: `To judge a service in Playwright: ORGKIT_BASE_URL=… ORGKIT_TOKEN=… ${typed[project.manager].bin} playwright test -c conformance`,
    },
  ];
}

function isHooked({ folder }: Project, file: string | undefined, word: string): boolean {
  return textIn(folder, file).includes(word);
}

/** A module by its path without an extension. */
function firstFile(folder: string, paths: readonly string[]): string | undefined {
  const extensions = ["tsx", "ts", "jsx", "js", "mts", "mjs"];
  return firstFolder(
    folder,
    paths.flatMap((path) => extensions.map((extension) => `${path}.${extension}`)),
  );
}
