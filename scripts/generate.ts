import { fileURLToPath } from "node:url";
import { z } from "zod";
import { proxyReportSchema } from "../conformance/proxy/proxy-report.ts";
import { reportSchema } from "../conformance/report/report.ts";
import { runReportSchema } from "../conformance/report/run-report.ts";
import { dialectSchema } from "../fixtures/dialect/dialect.ts";
import { builtInDialect } from "../fixtures/dialect/built-in.ts";
import { dialectNames } from "../fixtures/dialect/load.ts";
import { worldNames } from "../fixtures/worlds/load.ts";
import { worldSchema } from "../fixtures/worlds/world.ts";
import { builtInModule } from "./generate/built-in.ts";
import { driftText, findDrift, writeDrifted, type GeneratedFile } from "./generate/drift.ts";
import { formatted } from "./generate/formatted.ts";
import { commandsPage } from "./generate/pages/commands-page.ts";
import { controlPage } from "./generate/pages/control-page.ts";
import { dialectPage } from "./generate/pages/dialect-page.ts";
import { yamlText } from "./generate/pages/yaml-text.ts";
import { requirementsPage } from "./generate/pages/requirements-page.ts";
import { scenariosPage } from "./generate/pages/scenarios-page.ts";
import { configTypes, operationTypes, recordTypes } from "./generate/types.ts";
import { describedConfigSchema } from "./settings/config-schema.ts";

/**
 * `npm run generate`: writes what follows from a definition elsewhere. With `--check` it writes nothing and
 * fails where a file is not what its definition says.
 */
const generated: readonly GeneratedFile[] = [
  [at("fixtures/dialect/dialect.schema.json"), jsonSchema(dialectSchema, "input")],
  [at("fixtures/worlds/world.schema.json"), jsonSchema(worldSchema, "input")],
  [at("scripts/settings/config.schema.json"), jsonSchema(describedConfigSchema, "input")],
  [at("mocks/scenarios/scenarios.md"), await scenariosPage()],
  [at("mocks/control/control-api.md"), await controlPage()],
  [at("scripts/commands/commands.md"), await commandsPage()],
  [at("fixtures/dialect/reference.md"), dialectPage()],
  [at("fixtures/dialect/dialects/reference.yaml"), referenceYaml()],
  [at("fixtures/contract/requirements.md"), requirementsPage()],
  [at("conformance/report/report.schema.json"), jsonSchema(reportSchema, "output")],
  [at("conformance/report/run-report.schema.json"), jsonSchema(runReportSchema, "output")],
  [at("conformance/proxy/proxy.schema.json"), jsonSchema(proxyReportSchema, "output")],
  [
    at("fixtures/contract/openapi.types.ts"),
    await formatted(await operationTypes(at("fixtures/contract/openapi.yaml"))),
  ],
  [at("fixtures/contract/records.types.ts"), await formatted(await recordTypes(dialectSchema.parse({}).records))],
  [at("scripts/settings/config.types.ts"), await formatted(await configTypes(describedConfigSchema))],
  ...(await Promise.all(worldNames().map(builtInWorld))),
  ...(await Promise.all(dialectNames().flatMap((name) => (name === "reference" ? [] : builtInDialectModule(name))))),
];

function at(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): string {
  // What checks a key of a dialect is for our own pages.
  const text = z.toJSONSchema(schema, { io, override: ({ jsonSchema: node }) => delete node["check"] });
  return `${JSON.stringify(text, null, 2)}\n`;
}

async function builtInWorld(name: string): Promise<GeneratedFile> {
  const text = builtInModule(at(`fixtures/worlds/${name}.yaml`), { name: "WorldInput", from: "../world.ts" });
  return [at(`fixtures/worlds/built-in/${name}.ts`), await formatted(text)];
}

async function builtInDialectModule(name: string): Promise<GeneratedFile> {
  const text = builtInModule(at(`fixtures/dialect/dialects/${name}.yaml`), {
    name: "DialectInput",
    from: "../dialect.ts",
  });
  return [at(`fixtures/dialect/built-in/${name}.ts`), await formatted(text)];
}

/** The reference dialect with every default written out, but for the records. */
function referenceYaml(): string {
  const { records: _, ...dialect } = builtInDialect("reference");
  return `# Generated from dialect.ts and the schemas beside it by npm run generate.
# yaml-language-server: $schema=../dialect.schema.json
# The default of every key, written out; dialect.schema.json holds those of \`records\`. The mock speaks it unless told otherwise.
${yamlText(dialect)}`;
}

const drifts = findDrift(generated);
if (process.argv.includes("--check")) {
  const root = fileURLToPath(at("."));
  for (const drift of drifts) process.stderr.write(`${driftText(drift, root)}\n`);
  process.exitCode = drifts.length === 0 ? 0 : 1;
} else writeDrifted(drifts);
