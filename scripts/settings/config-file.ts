import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { InputError } from "../../fixtures/input/input-error.ts";
import { parseWith } from "../../fixtures/input/parse-with.ts";

/** The first that exists counts. */
const configNames = ["orgkit.config.yaml", "orgkit.config.json"];

/** The commands with a section. */
export const sectionNames = ["mock", "conform", "learn", "proxy", "openapi"] as const;

const sectionSchema = z.record(z.string(), z.unknown()).optional();

const configSchema = z.strictObject({
  $schema: z.string().optional(),
  ...Object.fromEntries(sectionNames.map((name) => [name, sectionSchema])),
});

/** The config file of a directory: one section per command, one key per flag. */
export interface ConfigFile {
  /** Its name, for messages; absent if there is no file. */
  readonly name?: string;
  readonly sections: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
}

/**
 * Reads `orgkit.config.{yaml,json}` of a directory, if there is one.
 * @throws InputError if it cannot be read, has an unknown section, or is a file of another kind
 */
export async function readConfigFile(directory: string): Promise<ConfigFile> {
  const files = readdirSync(directory).filter((file) => /^orgkit\.config\.\w+$/.test(file));
  const name = configNames.find((candidate) => files.includes(candidate)) ?? files[0];
  if (name === undefined) return { sections: {} };
  if (!configNames.includes(name)) {
    throw new InputError(`config "${name}"`, [{ at: name, problem: `expected ${configNames.join(" or ")}` }]);
  }
  // The parser of YAML loads only if there is a file.
  const { readDataFile } = await import("../../fixtures/input/parse-data.ts");
  const { $schema: _, ...sections } = parseWith(
    configSchema,
    readDataFile(join(directory, name), "config"),
    "config",
    () => `expected the sections ${sectionNames.join(", ")}, each with settings`,
  );
  return { name, sections: z.record(z.string(), sectionSchema).parse(sections) };
}
