import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { jsonOf } from "../../fixtures/json.ts";

/** The tools that `orgkit init` sets up. */
export const tools = ["vite", "vitest", "playwright"] as const;
export type Tool = (typeof tools)[number];

const packages: Readonly<Record<Tool, string>> = { vite: "vite", vitest: "vitest", playwright: "@playwright/test" };

/** The application's own origin as a base URL. */
const ownOrigin = "/";

/** A frontend project, as far as its files show it. */
export interface Project {
  readonly directory: string;
  readonly tools: ReadonlySet<Tool>;
  /** The packages in its package.json. */
  readonly dependencies: ReadonlySet<string>;
  readonly language: "ts" | "js";
  /** The base URL of the API in the application: absolute, or a path of its own origin. */
  readonly baseUrl: string;
  /** The base URL in an env file, and where; absent if there is none. */
  readonly inEnv?: { readonly url: string; readonly from: string };
}

const namesSchema = z.record(z.string(), z.unknown()).default({});
const packageSchema = z.object({ dependencies: namesSchema, devDependencies: namesSchema });

/**
 * Reads the project in a directory.
 * @param given the base URL, if the user sets one
 * @throws InputError if there is no valid package.json
 */
export function readProject(directory: string, given?: string): Project {
  const { data } = packageSchema.safeParse(jsonOf(readFile(directory, "package.json") ?? ""));
  if (data === undefined) {
    const problem = "no package.json, or it is not valid; run orgkit init in the directory of your application";
    throw new InputError("this directory", [{ at: directory, problem }]);
  }
  const dependencies = new Set(Object.keys({ ...data.dependencies, ...data.devDependencies }));
  const inEnv = findBaseUrl(directory);
  return {
    directory,
    tools: new Set(tools.filter((tool) => dependencies.has(packages[tool]))),
    dependencies,
    language: dependencies.has("typescript") || existsSync(join(directory, "tsconfig.json")) ? "ts" : "js",
    baseUrl: given ?? inEnv?.url ?? ownOrigin,
    ...(inEnv === undefined ? {} : { inEnv }),
  };
}

/** Development values first. */
const envFiles = [".env.development.local", ".env.local", ".env.development", ".env"];

const variable = /^VITE_(?:API|BACKEND|SERVICE)(?:_BASE)?(?:_(?:URL|URI|ORIGIN|HOST|ENDPOINT))?$/;

function findBaseUrl(directory: string): Project["inEnv"] {
  for (const file of envFiles) {
    for (const [name, text] of Object.entries(parseEnv(readFile(directory, file) ?? ""))) {
      const url = variable.test(name) ? parseBaseUrl(text ?? "") : undefined;
      if (url !== undefined) return { url, from: `${name} in ${file}` };
    }
  }
  return undefined;
}

/**
 * Normalizes a base URL from a person: without `/api/v1` and trailing slashes.
 * @param text absolute, or a path of the application's own origin
 * @returns `undefined` if it is neither
 */
export function parseBaseUrl(text: string): string | undefined {
  const base = text
    .trim()
    .replace(/\/+$/, "")
    .replace(/\/api(\/v1)?$/, "");
  if (/^(\/[\w.~%-]+)*$/.test(base)) return base || ownOrigin;
  if (!/^https?:\/\/[^\s\p{C}]+$/u.test(base) || !URL.canParse(base)) return undefined;
  const { username, password, search, hash } = new URL(base);
  return username + password + search + hash === "" ? base : undefined;
}

/** The text of a file of the project; `undefined` if there is none. */
export function readFile(directory: string, path: string): string | undefined {
  const place = join(directory, path);
  return existsSync(place) ? readFileSync(place, "utf8") : undefined;
}
