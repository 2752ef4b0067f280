import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { packaged } from "../../fixtures/files/packages.ts";
import type { Project } from "./project.ts";

/** A file to write: its path relative to the project, and its text. */
export interface SampleFile {
  readonly path: string;
  readonly text: string;
}

/** A token of the world `demo`. */
export const sampleToken = "aurora-token-4f7a91";

/**
 * The files for the tools that the project uses, from `templates/`. Those of code are JavaScript and TypeScript at once.
 * @param baseUrl absolute, or a path of the application's own origin
 * @param isWithWorker whether MSW's service worker is the mock in a browser, instead of Vite's server
 */
export function sampleFiles(project: Project, baseUrl: string, isWithWorker: boolean): readonly SampleFile[] {
  const { language, sourceDirectory, testDirectory, tools } = project;
  const viteConfig = project.configOf("vite");
  const values: Readonly<Record<string, string | undefined>> = {
    baseUrl,
    testUrl: baseUrl.startsWith("/") ? `http://localhost:3000${baseUrl}`.replace(/\/$/, "") : baseUrl,
    testDirectory,
    viteConfig,
    token: sampleToken,
  };
  const fill = (template: string, path: string): SampleFile => ({
    path,
    text: readFileSync(packaged(`scripts/init/templates/${template}`), "utf8").replaceAll(
      /\{\{(\w+)\}\}/g,
      (_, name: string) => JSON.stringify(values[name]).slice(1, -1),
    ),
  });
  return [
    fill("orgkit.config.yaml", "orgkit.config.yaml"),
    ...(tools.vite && isWithWorker
      ? [...workerScript(project), fill("browser.js", `${sourceDirectory}/browser.${language}`)]
      : []),
    ...(tools.vitest ? [fill("sample.test.js", `${sourceDirectory}/sample.test.${language}`)] : []),
    ...(hasBothRunners(project) && ownTestConfig(project) === undefined
      ? [
          fill(
            viteConfig === undefined ? "vitest.config.js" : "vitest-and-vite.config.js",
            `vitest.config.${language === "ts" ? "ts" : "mjs"}`,
          ),
        ]
      : []),
    ...(tools.playwright ? [fill("orgkit.spec.js", `${testDirectory}/orgkit.spec.${language}`)] : []),
  ];
}

/** msw's worker script, of the project's own version; without msw, `npx msw init` is a step for the user. */
function workerScript({ directory, publicDirectory }: Project): readonly SampleFile[] {
  for (const from of [join(directory, "package.json"), import.meta.url]) {
    try {
      const text = readFileSync(createRequire(from).resolve("msw/mockServiceWorker.js"), "utf8");
      return [{ path: `${publicDirectory}/mockServiceWorker.js`, text }];
    } catch {
      // The next one may be found.
    }
  }
  return [];
}

/** Vitest would pick up Playwright's tests, which have the same names by default. */
function hasBothRunners({ tools }: Project): boolean {
  return tools.vitest && tools.playwright;
}

/** The user's configuration of Vitest: one of its own, or a function for Vite, which cannot be merged. */
function ownTestConfig(project: Project): string | undefined {
  const vite = project.configOf("vite");
  const isMergeable = /export default (?:defineConfig\(\s*)?\{/.test(project.read(vite));
  return project.configOf("vitest") ?? (isMergeable ? undefined : vite);
}

/** The configuration in which the user has to exclude Playwright's tests, if they did not yet. */
export function findConfigToExclude(project: Project): string | undefined {
  const config = hasBothRunners(project) ? ownTestConfig(project) : undefined;
  return /\b(?:exclude|include|dir|projects)\b/.test(project.read(config)) ? undefined : config;
}
