import { isAbsolute } from "./base-url.ts";
import { entryStep, nextSteps, storybookSteps, type Step } from "./hooks.ts";
import { typed } from "./package-manager.ts";
import { scripts } from "./package-scripts.ts";
import { isInBrowser } from "./plan.ts";
import type { Project } from "./project.ts";
import { sampleToken, type Setup } from "./templates/setup.ts";

/** What is left for the user to do, in its order. */
export function stepsAfter(project: Project, setup: Setup): readonly Step[] {
  const { tools } = setup;
  const { add } = typed[project.manager];
  const isInstalled = project.package?.dependencies.has("orgkit") === true;
  const beginsItself = tools.has("vite") || tools.size === 0;
  return [
    ...(isInstalled ? [] : [{ text: `Install it: ${add} orgkit` }]),
    ...(beginsItself ? entryStep(project, setup) : []),
    ...(tools.has("next") ? nextSteps(project, setup) : []),
    ...(tools.has("storybook") ? storybookSteps(project, setup) : []),
    ...(isInBrowser(setup) ? [callStep(setup)] : []),
    ...(tools.has("next") ? [serverStep(project)] : []),
    ...testSteps(project, setup),
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

function testSteps(project: Project, { tools, mocksFolder, testFolder }: Setup): readonly Step[] {
  const { bin } = typed[project.manager];
  return [
    ...(tools.has("vitest")
      ? [{ text: `See a test: ${bin} vitest run ${mocksFolder}; take test from ${mocksFolder}/vitest in your own` }]
      : []),
    ...(tools.has("playwright")
      ? [{ text: `In tests of Playwright, take test and expect from ${testFolder}/fixtures` }]
      : []),
  ];
}

/** The npm script, or the command itself where the script of that name is another one. */
function runs({ package: found, manager }: Project, name: string): string {
  const { run, bin } = typed[manager];
  const present = found?.scripts[name];
  const isOurs = found !== undefined && (present === undefined || present === scripts[name]);
  return isOurs ? `${run} ${name}` : `${bin} ${scripts[name]}`;
}
