import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseEnv } from "node:util";
import { z } from "zod";
import { parseData } from "../../fixtures/input/parse-data.ts";
import { parseWith } from "../../fixtures/input/parse-with.ts";

/** The tools that `orgkit init` can set up, with their packages. */
const packages = { vite: "vite", vitest: "vitest", playwright: "@playwright/test" } as const;

export type Tool = keyof typeof packages;

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
  const configOf = (tool: Tool): string | undefined =>
    names.find((name) => new RegExp(`^${tool}\\.config\\.[cm]?[jt]s$`).test(name));
  const isUsed = (tool: Tool): boolean => dependencies.has(packages[tool]) || configOf(tool) !== undefined;
  const tests = /\btestDir:\s*["'`](?:\.\/)?([\w/-]+)/.exec(read(configOf("playwright")))?.[1];
  return {
    directory,
    read,
    configOf,
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
