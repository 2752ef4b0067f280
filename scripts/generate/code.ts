import { readFileSync, readdirSync } from "node:fs";
import { recordKinds, schemaName } from "../../fixtures/contract/record-kinds.ts";
import { resources } from "../../fixtures/contract/resources.ts";
import { readDataFile } from "../../fixtures/input/parse-data.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { parseWith, type GivenData } from "../../fixtures/input/parse-with.ts";
import { parseWorld } from "../../fixtures/worlds/world.ts";
import { atRoot, rewrite } from "./rewrite.ts";

/** Code that is not committed: `npm ci` makes it. Modules loaded from here must not need it. */
export async function writeCode(): Promise<void> {
  writeData();
  const { openApiTypes } = await import("../openapi-types/openapi-types.ts");
  const write = async (file: string, source: string, document: string, members: readonly string[]): Promise<void> =>
    rewrite(file, notice(source) + (await openApiTypes(document, members)));
  const contract = readFileSync(atRoot("fixtures/contract/openapi.yaml"), "utf8");
  await write("fixtures/contract/openapi.generated.ts", "openapi.yaml", contract, ["components", "operations"]);
  const records = {
    openapi: "3.1.0",
    info: { title: "Records", version: "1" },
    paths: {},
    components: { schemas: Object.fromEntries(recordKinds.map((kind) => [schemaName(kind), resources[kind].schema])) },
  };
  await write("fixtures/contract/records.generated.ts", "resources.ts", JSON.stringify(records), ["components"]);
  // Loaded late, since it needs the generated code.
  const { optionTypes } = await import("./option-types.ts");
  rewrite("conformance/options/options.generated.ts", notice("options.ts") + optionTypes());
}

/**
 * The built-in worlds and dialects as JSON texts with their defaults, since the mock builds no schema and reads no YAML
 * at its start, and a browser has no files. Each is a module of its own, so that a page loads little.
 */
export function writeData(): void {
  write("fixtures/worlds", parseWorld);
  write("fixtures/dialect/dialects", (given) =>
    // The file of the reference dialect is made of its definition.
    parseWith(dialectSchema, given.path.endsWith("reference.yaml") ? reference : given, "dialect"),
  );

  function write(directory: string, read: (given: GivenData) => object): void {
    const files = readdirSync(atRoot(directory)).filter((file) => file.endsWith(".yaml"));
    const loaders = files.toSorted().map((file) => {
      const name = file.replace(".yaml", "");
      const text = JSON.stringify(read(readDataFile(atRoot(`${directory}/${file}`), name)));
      rewrite(`${directory}/${name}.generated.ts`, `${notice(file)}export const text = ${JSON.stringify(text)};\n`);
      return `  ${JSON.stringify(name)}: () => import("./${name}.generated.ts"),\n`;
    });
    rewrite(
      `${directory}/built-in.generated.ts`,
      `${notice("*.yaml")}export const builtIn = {\n${loaders.join("")}};\n`,
    );
  }
}

const reference: GivenData = {
  path: "dialect.ts",
  value: { description: "The default for every open point." },
  position: () => "",
};

function notice(source: string): string {
  return `// Generated from ${source} by npm run generate.\n`;
}
