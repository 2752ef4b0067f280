import { z } from "zod";
import { proxyReportSchema } from "../../conformance/proxy/proxy-report.ts";
import { reportSchema } from "../../conformance/report/report.ts";
import { runReportSchema } from "../../conformance/report/run-report.ts";
import { builtInDialect } from "../../fixtures/dialect/built-in.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { describedConfigSchema } from "../settings/config-schema.ts";
import { commandsPage } from "./pages/commands-page.ts";
import { controlPage } from "./pages/control-page.ts";
import { dialectPage, yamlText } from "./pages/dialect-page.ts";
import { requirementsData, requirementsPage } from "./pages/requirements-page.ts";
import { scenariosPage } from "./pages/scenarios-page.ts";

/** The pages and JSON schemas of the repository that are written from what they describe, by path. */
export async function pages(): Promise<Readonly<Record<string, string>>> {
  return {
    "fixtures/dialect/dialect.schema.json": jsonSchema(dialectSchema, "input"),
    "fixtures/worlds/world.schema.json": jsonSchema(worldSchema, "input"),
    "scripts/settings/config.schema.json": jsonSchema(describedConfigSchema, "input"),
    "conformance/report/report.schema.json": jsonSchema(reportSchema, "output"),
    "conformance/report/run-report.schema.json": jsonSchema(runReportSchema, "output"),
    "conformance/proxy/proxy.schema.json": jsonSchema(proxyReportSchema, "output"),
    "mocks/scenarios/scenarios.md": await scenariosPage(),
    "mocks/control/control-api.md": await controlPage(),
    "scripts/commands/commands.md": await commandsPage(),
    "fixtures/dialect/reference.md": dialectPage(),
    "fixtures/dialect/dialects/reference.yaml": referenceYaml(),
    "fixtures/contract/requirements.md": requirementsPage(),
    "fixtures/contract/requirements.json": requirementsData(),
  };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): string {
  // What checks a key of a dialect is for our own pages.
  const text = z.toJSONSchema(schema, { io, override: ({ jsonSchema: node }) => delete node["check"] });
  return `${JSON.stringify(text, null, 2)}\n`;
}

/** The reference dialect with every default written out, but for the records. */
function referenceYaml(): string {
  const { records: _, ...dialect } = builtInDialect("reference");
  return `# Generated from dialect.ts and the schemas beside it by npm run generate.
# yaml-language-server: $schema=../dialect.schema.json
# The default of every key, written out; dialect.schema.json holds those of \`records\`. The mock speaks it unless told otherwise.
${yamlText(dialect)}`;
}
