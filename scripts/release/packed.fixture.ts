import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { buildOnce, isYounger } from "../../fixtures/build-once.fixture.ts";
import { buildConsole } from "../../mocks/console/built-console.fixture.ts";
import { checkout } from "../cli.fixture.ts";

/** The peers that some entry points need. */
export const peers = ["@playwright/test", "msw", "vite", "vitest"] as const;

const built = join(checkout, "dist/lib/orgkit.mjs");

const sources = ["{fixtures,mocks,conformance,scripts}/**/*.{ts,json}", "package.json"];

/**
 * Builds the package and its console if their sources changed.
 * @throws Error if the build fails
 */
async function buildPackage(): Promise<void> {
  await buildConsole();
  const build = async (): Promise<void> => void npm(["run", "--silent", "build:package"], checkout);
  await buildOnce({ name: `package-${checkout}`, isFresh: () => isYounger(built, checkout, sources), build });
}

let packed: Promise<string> | undefined;

/**
 * The packed file, as `npm publish` would send it: the one that `npm test` packed for all its processes, or built and
 * packed once per process and removed at its end.
 * @returns its path
 */
export function packedFile(): Promise<string> {
  return (packed ??= packOnce());
}

async function packOnce(): Promise<string> {
  const shared = process.env["ORGKIT_TEST_PACKAGE"];
  if (shared !== undefined) return shared;
  const directory = mkdtempSync(join(tmpdir(), "orgkit-packed-"));
  process.once("exit", () => removeProject(directory));
  return pack(directory);
}

/** Builds and packs the package. @returns the path of the packed file */
export async function pack(directory: string): Promise<string> {
  await buildPackage();
  const json = npm(["pack", "--json", "--ignore-scripts", "--pack-destination", directory], checkout);
  const [{ filename }]: [{ filename: string }] = JSON.parse(json);
  return join(directory, filename);
}

/** Makes an empty project outside of the checkout. @returns its path */
export function newProject(): string {
  const directory = mkdtempSync(join(tmpdir(), "orgkit-project-"));
  writeFileSync(join(directory, "package.json"), JSON.stringify({ private: true, type: "module" }));
  return directory;
}

/** Removes a project with everything installed in it. */
export function removeProject(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}

/** Installs packages into a project. @param node that runs npm, by default the current one */
export function install(directory: string, packages: readonly string[], node = process.execPath): void {
  npm(["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages], directory, node);
}

/** Installs a packed file in a project as its package `orgkit`, and links packages of the checkout, without a network. */
export function unpack(file: string, directory: string, packages: readonly string[] = []): void {
  const place = join(directory, "node_modules/orgkit");
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", file, "-C", place, "--strip-components=1"]);
  linkPackages(directory, packages);
}

/** Links packages of the checkout. */
export function linkPackages(directory: string, packages: readonly string[]): void {
  for (const name of packages) {
    const link = join(directory, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(checkout, "node_modules", name), link, "dir");
  }
}

/** The executable of a Node version, from npm's package `node`; installed once. @param version `22`, `26.1` */
export function toSchemaNode(version: string): string {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath;
  const directory = join(tmpdir(), `orgkit-node-${version}`);
  const program = join(directory, "node_modules/node/bin/node");
  if (!existsSync(program)) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }));
    install(directory, [`node@${version}`]);
  }
  return program;
}

function npm(args: readonly string[], cwd: string, node = process.execPath): string {
  // npm is a script, run by the first Node in the path.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env["PATH"] ?? ""}` };
  return execFileSync("npm", args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
