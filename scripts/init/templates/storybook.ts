import { inTypeScript, type SampleFile, type Setup } from "./setup.ts";

/** A loader for the preview of Storybook: each story begins from the start, in scenarios of its own. */
export function storybookFile(setup: Setup): SampleFile {
  const ts = (text: string): string => inTypeScript(setup, text);
  const context = `

interface StoryContext {
  parameters: { orgkit?: { scenarios?: readonly string[] } };
}`;
  return {
    path: `${setup.mocksFolder}/storybook.${setup.language}`,
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
