import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { parseData, readText } from "../../fixtures/data-file.ts";
import { parseWith } from "../../fixtures/parse-with.ts";

const namesSchema = z.record(z.string(), z.unknown()).default({});

const packageSchema = z.looseObject({
  type: z.string().optional(),
  scripts: namesSchema,
  dependencies: namesSchema,
  devDependencies: namesSchema,
});

/** What `orgkit init` reads in the package.json of a project. */
export interface PackageFile {
  /** As it is on disk. */
  readonly text: string;
  readonly isModule: boolean;
  readonly scripts: Readonly<Record<string, unknown>>;
  readonly dependencies: ReadonlySet<string>;
}

/**
 * The package.json of a folder, if there is one.
 * @throws InputError where it is none
 */
export function readPackageFile(folder: string): PackageFile | undefined {
  const path = join(folder, "package.json");
  if (!existsSync(path)) return undefined;
  const text = readText(path, "Package");
  const { type, scripts, ...rest } = parseWith(packageSchema, readJson(text), "Package");
  return {
    text,
    isModule: type === "module",
    scripts,
    dependencies: new Set([...Object.keys(rest.dependencies), ...Object.keys(rest.devDependencies)]),
  };
}

/** What is no JSON is told with its place; YAML, which the reader of places takes as well, is none to npm. */
function readJson(text: string): ReturnType<typeof parseData> {
  const given = parseData(text, "package.json", "Package");
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InputError('Package "package.json"', [{ at: "package.json", problem }]);
  }
  return given;
}
