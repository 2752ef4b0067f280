/** What `orgkit init` knows how to set up, by name. */
export const tools = ["vite", "next", "vitest", "playwright", "storybook"] as const;

export type Tool = (typeof tools)[number];

/** As their makers write them. */
export const toolNames: Readonly<Record<Tool, string>> = {
  vite: "Vite",
  next: "Next",
  vitest: "Vitest",
  playwright: "Playwright",
  storybook: "Storybook",
};

/** A dependency, or the name of a file or folder at the root, by which a project shows that it uses a tool. */
export const toolSigns: Readonly<Record<Tool, { readonly dependency: string; readonly file: RegExp }>> = {
  vite: { dependency: "vite", file: /^vite\.config\.[cm]?[jt]s$/ },
  next: { dependency: "next", file: /^next\.config\.[cm]?[jt]s$/ },
  vitest: { dependency: "vitest", file: /^vitest\.(config|workspace)\.[cm]?[jt]s$/ },
  playwright: { dependency: "@playwright/test", file: /^playwright\.config\.[cm]?[jt]s$/ },
  storybook: { dependency: "storybook", file: /^\.storybook$/ },
};

/** Tools whose pages call the service from a browser of their own, so that a worker can answer. */
export const browserTools: readonly Tool[] = ["vite", "next", "storybook"];
