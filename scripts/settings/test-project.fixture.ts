import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A project for a test, with the content of its files. */
export interface TestProject {
  readonly directory: string;
  readonly write: (path: string, text: string) => void;
  readonly read: (path: string) => string;
}

/** Makes a project in a temporary directory, removed after the test. */
export function openTestProject(files: Readonly<Record<string, string>> = {}): TestProject {
  const directory = mkdtempSync(join(tmpdir(), "orgkit-settings-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { directory, write, read: (path) => readFileSync(join(directory, path), "utf8") };
}
