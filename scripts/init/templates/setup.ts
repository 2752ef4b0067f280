import { posix } from "node:path";
import type { Tool } from "../tools.ts";

/** What the files that are written depend on. */
export interface Setup {
  /** The tools to set up: they decide which files there are. */
  readonly tools: ReadonlySet<Tool>;
  /** These and all others of the project: they decide what a file holds, so that setting up one tool suits the others. */
  readonly projectTools: ReadonlySet<Tool>;
  readonly language: "ts" | "js";
  /** What a relative import ends with: nothing if only bundlers read it, `.js` where Node's rules hold. */
  readonly importExtension: "" | ".js";
  /** Whether a `.js` of the project is an ES module. */
  readonly isModule: boolean;
  /** Absolute, or a path of the application's own origin. */
  readonly baseUrl: string;
  /** The directory that is served as it is. */
  readonly publicDirectory: string;
  readonly mocksDirectory: string;
  /** The file of Playwright fixtures, without its extension. */
  readonly fixtures: string;
}

/** A file to be written: its path, relative to the project, and all of its text. */
export interface SampleFile {
  readonly path: string;
  readonly text: string;
}

/** One text for both languages: types stand if there are any. */
export function inTypeScript({ language }: Pick<Setup, "language">): (text: string) => string {
  return (text) => (language === "ts" ? text : "");
}

/** How a module of one directory names a module of another: `../src/mocks/simulation`. */
export function importPath(from: string, to: string): string {
  const path = posix.relative(from, to);
  return path.startsWith(".") ? path : `./${path}`;
}

/** One that the world `demo` knows. */
export const sampleToken = "aurora-token-4f7a91";
