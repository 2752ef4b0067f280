import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { z } from "zod";
import { blocksOf } from "../check/page-blocks.ts";
import { buildPackage, checkout } from "./built-package.ts";

/** What some entry points need beside orgkit. */
export const peers = ["@playwright/test", "msw", "vitest"] as const;

const packSchema = z.array(z.object({ filename: z.string(), size: z.int(), unpackedSize: z.int() })).length(1);

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

/** The file that `npm publish` would send. */
export interface PackedFile {
  readonly path: string;
  readonly bytes: number;
}

/** Packs what is built, into a folder. @throws Error where it cannot be built or packed */
export async function pack(folder: string): Promise<PackedFile> {
  await buildPackage();
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const [file] = packSchema.parse(JSON.parse(npm(args, checkout)));
  if (file === undefined) throw new Error("npm packed nothing");
  return { path: join(folder, file.filename), bytes: file.size };
}

/** A folder outside of the checkout, as one has it who begins a project. @returns its path */
export function newProject(type: "module" | "commonjs" = "module"): string {
  const folder = mkdtempSync(join(tmpdir(), "orgkit-project-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type }));
  return folder;
}

/** Removes a project with all that is installed in it. */
export function removeProject(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Installs packages into a project.
 * @param node what runs npm, by default the Node that runs this
 */
export function install(folder: string, packages: readonly string[], node = process.execPath): void {
  npm(["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages], folder, node);
}

/** Puts a packed file into a project as its package `orgkit`, with what it depends on, and without a network. */
export function unpack(file: string, folder: string): void {
  const place = join(folder, "node_modules/orgkit");
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", file, "-C", place, "--strip-components=1"]);
  const { dependencies } = manifestSchema.parse(JSON.parse(readFileSync(join(place, "package.json"), "utf8")));
  link(folder, Object.keys(dependencies));
}

/** Puts packages of the checkout into a project, without a copy and without a network. */
export function link(folder: string, packages: readonly string[]): void {
  for (const name of packages) {
    const place = join(folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(checkout, "node_modules", name), place, "dir");
  }
}

/**
 * Puts a packed file into a project, and what it can use beside it.
 * @param node what runs npm; without, the packages are those of the checkout, and no network is needed
 */
export function setUp(folder: string, file: string, packages: readonly string[], node?: string): void {
  if (node !== undefined) return install(folder, [file, ...packages], node);
  unpack(file, folder);
  link(folder, packages);
}

/** The program of a Node version, from npm's package `node`; installed once. @param version `22`, `26.1` */
export function nodeOf(version: string): string {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath;
  const folder = join(tmpdir(), `orgkit-node-${version}`);
  const program = join(folder, "node_modules/node/bin/node");
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }));
    install(folder, [`node@${version}`]);
  }
  return program;
}

function npm(args: readonly string[], cwd: string, node = process.execPath): string {
  // npm is a script, and runs with the first Node in the path.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env["PATH"] ?? ""}` };
  return execFileSync("npm", args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Writes a file that a page of the documentation shows: the block whose first line is `// name`. */
export function writeShown(page: string, name: string, folder: string, change = (text: string): string => text): void {
  const blocks = blocksOf(readFileSync(join(checkout, page), "utf8"));
  const shown = blocks.find(({ text }) => text.startsWith(`// ${name}\n`));
  if (shown === undefined) throw new Error(`${page} shows no ${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), change(shown.text));
}
