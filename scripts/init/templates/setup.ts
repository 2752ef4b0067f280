import { posix } from "node:path";
import type { Tool } from "../tools.ts";

/** What the generated files depend on. */
export interface Setup {
  /** The tools to set up: they decide which files there are. */
  readonly tools: ReadonlySet<Tool>;
  /** These and all others of the project: they decide the content, so that setting up one tool fits the others. */
  readonly projectTools: ReadonlySet<Tool>;
  readonly language: "ts" | "js";
  /** The extension of relative imports: none if only bundlers read them, `.js` with Node's rules. */
  readonly importExtension: "" | ".js";
  /** Whether a `.js` file of the project is an ES module. */
  readonly isModule: boolean;
  /** Absolute, or a path of the application's own origin. */
  readonly baseUrl: string;
  /** The directory of static files. */
  readonly publicDirectory: string;
  readonly mocksDirectory: string;
  /** The file of Playwright fixtures, without its extension. */
  readonly fixtures: string;
}

/** A file to write: its path relative to the project, and its text. */
export interface SampleFile {
  readonly path: string;
  readonly text: string;
}

/** One text for both languages: types only in TypeScript. */
export function inTypeScript({ language }: Pick<Setup, "language">): (text: string) => string {
  return (text) => (language === "ts" ? text : "");
}

/** The import path from one directory to a module in another: `../src/mocks/simulation`. */
export function importPath(from: string, to: string): string {
  const path = posix.relative(from, to);
  return path.startsWith(".") ? path : `./${path}`;
}

/** A token of the world `demo`. */
export const sampleToken = "aurora-token-4f7a91";
