import { isAbsolute } from "./base-url.ts";
import { entryStep, nextSteps, playwrightSteps, storybookSteps, type Step } from "./hooks.ts";
import { typed } from "./package-manager.ts";
import { scripts } from "./package-scripts.ts";
import { isInBrowser } from "./plan.ts";
import type { Project } from "./project.ts";
import { sampleToken, type Setup } from "./templates/setup.ts";

/** What is left for the user to do, in its order. */
export function stepsAfter(project: Project, setup: Setup): readonly Step[] {
  const { tools } = setup;
  const { add } = typed[project.manager];
  const needed = ["orgkit", ...(isInBrowser(setup) || tools.has("vitest") ? ["msw"] : [])];
  const missing = needed.filter((name) => project.package?.dependencies.has(name) !== true);
  const beginsItself = tools.has("vite") || tools.size === 0;
  return [
    ...(missing.length === 0 ? [] : [{ text: `Install ${missing.join(" and ")}: ${add} ${missing.join(" ")}` }]),
    ...(beginsItself ? entryStep(project, setup) : []),
    ...(tools.has("next") ? nextSteps(project, setup) : []),
    ...(tools.has("storybook") ? storybookSteps(project, setup) : []),
    ...(isInBrowser(setup) ? [callStep(setup)] : []),
    ...(tools.has("next") ? [serverStep(project)] : []),
    ...vitestSteps(project, setup),
    ...playwrightSteps(project, setup),
    { text: `Over HTTP, with a console: ${runs(project, "mock")}. To judge a service: ${runs(project, "conform")}` },
  ];
}

function callStep({ baseUrl }: Setup): Step {
  const where = isAbsolute(baseUrl) ? baseUrl : baseUrl === "/" ? "" : baseUrl;
  return { text: `Call ${where}/api/v1/users with the header Authorization: Bearer ${sampleToken}` };
}

function serverStep(project: Project): Step {
  return {
    text: `What Next calls on its server no worker sees: ${runs(project, "mock")}, and http://127.0.0.1:4010 as its base URL`,
  };
}

function vitestSteps({ manager }: Project, { tools, mocksFolder }: Setup): readonly Step[] {
  if (!tools.has("vitest")) return [];
  const run = `${typed[manager].bin} vitest run ${mocksFolder}`;
  return [{ text: `Run the sample test: ${run}. In your own, import test from ${mocksFolder}/vitest` }];
}

/** The npm script, or the command itself where the script of that name is another one. */
function runs({ package: found, manager }: Project, name: string): string {
  const { run, bin } = typed[manager];
  const present = found?.scripts[name];
  const isOurs = found !== undefined && (present === undefined || present === scripts[name]);
  return isOurs ? `${run} ${name}` : `${bin} ${scripts[name]}`;
}
