import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";

/** In order of precedence: the first that exists counts. */
const configNames = ["orgkit.config.ts", "orgkit.config.js", "orgkit.config.json", "orgkit.config.yaml"];

/** The commands with a section. */
export const sectionNames = ["mock", "conform", "learn", "proxy", "openapi"] as const;

const sectionsSchema = z.strictObject(
  Object.fromEntries(sectionNames.map((name) => [name, z.record(z.string(), z.unknown()).optional()])),
);

/** Only for editors. */
const configSchema = sectionsSchema.extend({ $schema: z.string().optional() });

/** The config file of a directory: one section per command, one key per flag. */
export interface ConfigFile {
  /** Its name, for messages; absent if there is no file. */
  readonly name?: string;
  readonly sections: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
}

/**
 * Reads `orgkit.config.{ts,js,json,yaml}` of a directory, if there is one.
 * @throws InputError if it cannot be read, or has an unknown section
 */
export async function readConfigFile(directory: string): Promise<ConfigFile> {
  const name = configNames.find((candidate) => existsSync(join(directory, candidate)));
  if (name === undefined) return { sections: {} };
  const parsed = configSchema.safeParse(await readValue(join(directory, name), name));
  if (!parsed.success) {
    throw new InputError(
      `config "${name}"`,
      parsed.error.issues.map((issue) => {
        const wrong = issue.code === "unrecognized_keys" ? issue.keys : issue.path.slice(0, 1);
        return {
          at: [name, wrong.join(", ")].filter(Boolean).join(": "),
          problem: `expected the sections ${sectionNames.join(", ")}, each with settings`,
        };
      }),
    );
  }
  const { $schema: _, ...sections } = parsed.data;
  return { name, sections };
}

const timesRead = new Map<string, number>();

/** Node caches modules by URL, so an edited one needs a new URL. */
function freshAddress(path: string): string {
  const times = timesRead.get(path) ?? 0;
  timesRead.set(path, times + 1);
  const { href } = pathToFileURL(path);
  return times === 0 ? href : `${href}?read=${times}`;
}

async function readValue(path: string, name: string): Promise<unknown> {
  if (!/\.[tj]s$/.test(name)) return (await import("../../fixtures/read-text.ts")).readDataFile(path, "config").value;
  try {
    const module: { default?: unknown } = await import(freshAddress(path));
    return module.default;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InputError(`config "${name}"`, [{ at: name, problem }]);
  }
}
