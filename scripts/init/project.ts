import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseEnv } from "node:util";
import { z } from "zod";
import { parseData } from "../../fixtures/input/parse-data.ts";
import { parseWith } from "../../fixtures/input/parse-with.ts";
import { packaged } from "../../fixtures/files/packages.ts";

/** The tools that `orgkit init` can set up, with their packages. */
const packages = { vite: "vite", vitest: "vitest", playwright: "@playwright/test" } as const;

type Tool = keyof typeof packages;

/** A frontend project. Paths are relative to its directory, with slashes. */
export type Project = Awaited<ReturnType<typeof readProject>>;

const namesSchema = z.record(z.string(), z.unknown()).default({});
const packageSchema = z.object({ dependencies: namesSchema, devDependencies: namesSchema });

/**
 * Reads what `orgkit init` needs to know of the project in a directory.
 * @throws InputError if its package.json cannot be read
 */
export async function readProject(directory: string) {
  const names = readdirSync(directory);
  /** The text of a file; empty if there is none. */
  const read = (path: string | undefined): string => {
    const place = path === undefined ? undefined : join(directory, path);
    return place !== undefined && existsSync(place) ? readFileSync(place, "utf8") : "";
  };
  const manifest = parseWith(
    packageSchema,
    parseData(read("package.json") || "{}", "package.json", "package"),
    "package",
  );
  const dependencies = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
  const findConfig = (tool: Tool): string | undefined =>
    names.find((name) => new RegExp(`^${tool}\\.config\\.[cm]?[jt]s$`).test(name));
  const isUsed = (tool: Tool): boolean => dependencies.has(packages[tool]) || findConfig(tool) !== undefined;
  const tests = /\btestDir:\s*["'`](?:\.\/)?([\w/-]+)/.exec(read(findConfig("playwright")))?.[1];
  return {
    directory,
    read,
    findConfig,
    dependencies,
    tools: { vite: isUsed("vite"), vitest: isUsed("vitest"), playwright: isUsed("playwright") },
    language: names.includes("tsconfig.json") || dependencies.has("typescript") ? "ts" : "js",
    publicDirectory: !names.includes("public") && names.includes("static") ? "static" : "public",
    sourceDirectory: names.includes("src") ? "src/orgkit" : "orgkit",
    testDirectory: tests ?? ["e2e", "tests"].find((name) => names.includes(name)) ?? "e2e",
    baseUrl: await findBaseUrl(directory, read),
  } as const;
}

/** Of frameworks without Vite, development values first. */
const envFiles = [".env.development.local", ".env.local", ".env.development", ".env"];
const prefixes = ["VITE_", "PUBLIC_", "REACT_APP_"];
const variable = new RegExp(
  `^(?:${prefixes.join("|")})(?:API|BACKEND|SERVICE)(?:_BASE)?(?:_(?:URL|URI|ORIGIN|HOST|ENDPOINT))?$`,
);

/** The base URL that the application uses for the service, by the usual names of variables. */
async function findBaseUrl(
  directory: string,
  read: (path: string) => string,
): Promise<{ readonly url: string; readonly name: string; readonly from: string } | undefined> {
  const loadEnv = await findLoadEnv(directory);
  const sources =
    loadEnv === undefined
      ? envFiles.map((file) => [` in ${file}`, parseEnv(read(file))] as const)
      : [[", as Vite reads the .env files", loadEnv("development", directory, prefixes)] as const];
  for (const [where, values] of sources) {
    for (const [name, text = ""] of Object.entries(values)) {
      const url = variable.test(name) && text !== "" ? readBaseUrl(text) : undefined;
      if (url !== undefined) return { url, name, from: name + where };
    }
  }
  return undefined;
}

type LoadEnv = (mode: string, directory: string, prefixes: string[]) => Readonly<Record<string, string>>;

const viteSchema = z.object({ loadEnv: z.custom<LoadEnv>((given) => typeof given === "function") });

/** That of the project's own Vite, if it is installed. */
async function findLoadEnv(directory: string): Promise<LoadEnv | undefined> {
  try {
    const path = createRequire(join(directory, "package.json")).resolve("vite");
    return viteSchema.parse(await import(pathToFileURL(path).href)).loadEnv;
  } catch {
    return undefined;
  }
}

/**
 * Normalizes a base URL from a person: without `/api/v1` and trailing slashes.
 * @param text absolute, or a path of the application's own origin
 * @returns nothing if it is neither, or has invisible characters
 */
export function readBaseUrl(text: string): string | undefined {
  const base = text.trim().replace(/(?:\/api(?:\/v1)?)?\/*$/, "");
  if (/^(\/[\w.~%-]+)*$/.test(base)) return base || "/";
  if (!/^https?:\/\/[^\s\p{C}]+$/u.test(base) || !URL.canParse(base)) return undefined;
  const { username, password, search, hash } = new URL(base);
  return username + password + search + hash === "" ? base : undefined;
}

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
  const viteConfig = project.findConfig("vite");
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
  const vite = project.findConfig("vite");
  const isMergeable = /export default (?:defineConfig\(\s*)?\{/.test(project.read(vite));
  return project.findConfig("vitest") ?? (isMergeable ? undefined : vite);
}

/** The configuration in which the user has to exclude Playwright's tests, if they did not yet. */
export function findConfigToExclude(project: Project): string | undefined {
  const config = hasBothRunners(project) ? ownTestConfig(project) : undefined;
  return /\b(?:exclude|include|dir|projects)\b/.test(project.read(config)) ? undefined : config;
}
