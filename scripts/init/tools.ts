/** The tools that `orgkit init` can set up. */
export const tools = ["vite", "next", "vitest", "playwright", "storybook"] as const;

export type Tool = (typeof tools)[number];

/** Spelled as by their makers. */
export function titleOf(tool: Tool): string {
  return tool.replace(/^./, (letter) => letter.toUpperCase());
}

/** Whether a project uses a tool, by a dependency or a file or directory at its root. */
export function isUsed(tool: Tool, dependencies: ReadonlySet<string>, names: readonly string[]): boolean {
  const file = tool === "storybook" ? /^\.storybook$/ : new RegExp(`^${tool}\\.(config|workspace)\\.[cm]?[jt]s$`);
  return dependencies.has(tool === "playwright" ? "@playwright/test" : tool) || names.some((name) => file.test(name));
}

/** Whether a page of the project sends requests from a browser, so that a service worker can answer. */
export function isInBrowser(chosen: ReadonlySet<Tool>): boolean {
  return chosen.size === 0 || chosen.has("vite") || chosen.has("next") || chosen.has("storybook");
}
