import { readFileSync, readdirSync } from "node:fs";
import { readDataFile } from "../../fixtures/parse-data.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { atRoot, rewrite } from "./rewrite.ts";

/** Code that is not committed: `npm ci` makes it. Modules loaded from here must not need it. */
export async function writeCode(): Promise<void> {
  writeData();
  const worker = new URL(import.meta.resolve("msw/mockServiceWorker.js"));
  rewrite("mocks/example/public/mockServiceWorker.js", readFileSync(worker, "utf8"));
  const { openApiTypes } = await import("../openapi-types/openapi-types.ts");
  const write = async (file: string, source: string, document: string, kept: readonly string[]): Promise<void> =>
    rewrite(file, notice(source) + (await openApiTypes(document, kept)));
  const contract = readFileSync(atRoot("fixtures/contract/openapi.yaml"), "utf8");
  await write("fixtures/contract/openapi.generated.ts", "openapi.yaml", contract, ["components", "operations"]);
  const { user: User, subscription: Subscription, invoice: Invoice } = dialectSchema.parse({}).records;
  const records = {
    openapi: "3.1.0",
    info: { title: "Records", version: "1" },
    paths: {},
    components: { schemas: { User, Subscription, Invoice } },
  };
  await write("fixtures/contract/records.generated.ts", "the reference dialect", JSON.stringify(records), [
    "components",
  ]);
}

/**
 * The built-in worlds and dialects as modules, since a browser has no files and should not load YAML. The reference
 * dialect is not included: its file is made from its definition.
 */
export function writeData(): void {
  write("fixtures/worlds", "WorldInput", "./world.ts", "fixtures/worlds/worlds.generated.ts");
  write("fixtures/dialect/dialects", "DialectInput", "./dialect.ts", "fixtures/dialect/dialects.generated.ts");

  function write(directory: string, type: string, from: string, file: string): void {
    const names = readdirSync(atRoot(directory)).filter((name) => name.endsWith(".yaml") && name !== "reference.yaml");
    const entries = names.toSorted().map((name) => {
      const { value } = readDataFile(atRoot(`${directory}/${name}`), type);
      return [name.replace(".yaml", ""), value];
    });
    const data = JSON.stringify(Object.fromEntries(entries), undefined, 2);
    const text = `import type { ${type} } from "${from}";\n\nexport default ${data} satisfies Record<string, ${type}>;\n`;
    rewrite(file, notice(`${directory}/*.yaml`) + text);
  }
}

function notice(source: string): string {
  return `// Generated from ${source} by npm run generate.\n`;
}
