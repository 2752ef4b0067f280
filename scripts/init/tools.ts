/** What `orgkit init` knows how to set up, by name. */
export const tools = ["vite", "next", "vitest", "playwright", "storybook"] as const;

export type Tool = (typeof tools)[number];

/** As its makers write it. */
export function titleOf(tool: Tool): string {
  return tool.replace(/^./, (letter) => letter.toUpperCase());
}

/** Whether a project shows that it uses a tool: by a dependency, or the name of a file or directory at its root. */
export function isUsed(tool: Tool, dependencies: ReadonlySet<string>, names: readonly string[]): boolean {
  const file = tool === "storybook" ? /^\.storybook$/ : new RegExp(`^${tool}\\.(config|workspace)\\.[cm]?[jt]s$`);
  return dependencies.has(tool === "playwright" ? "@playwright/test" : tool) || names.some((name) => file.test(name));
}

/** Whether a page of the project calls the service from a browser of its own, so that a worker can answer. */
export function isInBrowser(chosen: ReadonlySet<Tool>): boolean {
  return chosen.size === 0 || chosen.has("vite") || chosen.has("next") || chosen.has("storybook");
}
