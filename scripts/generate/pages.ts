import { z } from "zod";
import { proxyReportSchema } from "../../conformance/proxy/proxy-report.ts";
import { reportSchema } from "../../conformance/report/report.ts";
import { builtInDialect } from "../../fixtures/dialect/built-in.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { describedConfigSchema } from "../settings/config-schema.ts";
import { commandsPage } from "./pages/commands-page.ts";
import { controlPage } from "./pages/control-page.ts";
import { dialectPage, yamlText } from "./pages/dialect-page.ts";
import { rulesData, requirementsPage } from "./pages/requirements-page.ts";
import { scenariosPage } from "./pages/scenarios-page.ts";

/** The generated pages and JSON schemas of the repository, by path. */
export async function pages(): Promise<Readonly<Record<string, string>>> {
  return {
    "fixtures/dialect/dialect.schema.json": jsonSchema(dialectSchema, "input"),
    "fixtures/worlds/world.schema.json": jsonSchema(worldSchema, "input"),
    "scripts/settings/config.schema.json": jsonSchema(describedConfigSchema, "input"),
    "conformance/report/report.schema.json": jsonSchema(reportSchema, "output"),
    "conformance/proxy/proxy.schema.json": jsonSchema(proxyReportSchema, "output"),
    "mocks/scenarios/scenarios.md": await scenariosPage(),
    "mocks/control/control-api.md": await controlPage(),
    "scripts/commands/commands.md": await commandsPage(),
    "fixtures/dialect/reference.md": dialectPage(),
    "fixtures/dialect/dialects/reference.yaml": referenceYaml(),
    "fixtures/contract/requirements.md": requirementsPage(),
    "fixtures/contract/rules.json": rulesData(),
  };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): string {
  // `check` is for our own pages only.
  const text = z.toJSONSchema(schema, { io, override: ({ jsonSchema: node }) => delete node["check"] });
  return `${JSON.stringify(text, null, 2)}\n`;
}

/** The reference dialect with all defaults, except for the records. */
function referenceYaml(): string {
  const { records: _, ...dialect } = builtInDialect("reference");
  return `# Generated from dialect.ts and the schemas beside it by npm run generate.
# yaml-language-server: $schema=../dialect.schema.json
# The default of every key; those of \`records\` are in dialect.schema.json. The mock uses this dialect by default.
${yamlText(dialect)}`;
}
