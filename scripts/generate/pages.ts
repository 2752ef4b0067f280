import { z } from "zod";
import { reportSchema } from "../../conformance/report/report.ts";
import { builtInDialect } from "../../fixtures/dialect/built-in.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { shellWord } from "../../fixtures/values/text.ts";
import { languages, madeUpPlaceholders } from "../../fixtures/worlds/made-up-records.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { scenarioKinds } from "../../mocks/scenarios/catalogue.ts";
import { controlRoutes } from "../../mocks/control/control.ts";
import type { ControlRoute } from "../../mocks/control/route.ts";
import { whenSchema } from "../../mocks/scenarios/scenario.ts";
import { commands } from "../commands/commands.ts";
import { describedConfigSchema } from "./config-schema.ts";
import { dialectPage, shortYaml } from "./dialect-page.ts";
import { capitalised, code, fence, linkTo, prose, table } from "../describe/markdown.ts";
import { rulesData, requirementsPage } from "./requirements-page.ts";
import { fillPage } from "./rewrite.ts";
import { drawWords } from "./words.ts";
import { listBranches, keysBelow, toSchemaNode } from "../describe/schema-keys.ts";

/** The generated pages and JSON schemas of the repository, by path. */
export async function pages(): Promise<Readonly<Record<string, string>>> {
  return {
    "fixtures/dialect/dialect.schema.json": jsonSchema(dialectSchema, "input"),
    "fixtures/worlds/world.schema.json": jsonSchema(worldSchema, "input"),
    "fixtures/worlds/words.json": await drawWords(),
    "fixtures/worlds/README.md": worldsPage(),
    "fixtures/settings/config.schema.json": jsonSchema(describedConfigSchema, "input"),
    "conformance/report/report.schema.json": jsonSchema(reportSchema, "output"),
    "mocks/scenarios/scenarios.md": scenariosPage(),
    "mocks/control/control-api.md": controlPage(),
    "scripts/commands/commands.md": await commandsPage(),
    "fixtures/dialect/reference.md": dialectPage(),
    "fixtures/dialect/dialects/reference.yaml": referenceYaml(),
    "fixtures/contract/requirements.md": requirementsPage(),
    "fixtures/contract/rules.json": rulesData(),
  };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): string {
  // `check` is for our own pages only.
  const text = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema: node }) => delete node["check"],
  });
  return `${JSON.stringify(text, null, 2)}\n`;
}

function worldsPage(): string {
  const rows = madeUpPlaceholders.map(({ form, description }) => [code(`{{${form}}}`), prose(description)]);
  return fillPage("fixtures/worlds/README.md", {
    placeholders: table(["placeholder", "value"], rows),
    languages: `${languages.map(code).join(", ")}.`,
  });
}

/** The reference dialect with all defaults, except for the records. */
function referenceYaml(): string {
  const { records: _, ...dialect } = builtInDialect("reference");
  return `# Generated from dialect.ts and the schemas beside it by npm run generate.
# yaml-language-server: $schema=../dialect.schema.json
# The default of every key; those of \`records\` are in dialect.schema.json. The mock uses this dialect by default.
${shortYaml(dialect)}`;
}

/** `mocks/scenarios/scenarios.md`: every scenario with its options and examples. */
function scenariosPage(): string {
  const optionTable = (options: z.ZodObject): string => {
    const rows = keysBelow(toSchemaNode(options)).map(({ path, values, defaultValue, text }) => [
      code(path),
      values,
      defaultValue === undefined ? "" : code(defaultValue),
      prose(text),
    ]);
    return rows.length === 0 ? "" : `${table(["option", "values", "default", ""], rows)}\n`;
  };
  const sections = scenarioKinds.map(({ name, summary, options, examples }) => {
    const lines = examples.map((example) => `orgkit mock --scenario ${shellWord(example)}`);
    return `## ${name}\n\n${prose(summary)}\n\n${optionTable(options)}${fence("sh", lines.join("\n"))}`;
  });
  return fillPage("mocks/scenarios/scenarios.md", { options: optionTable(whenSchema), scenarios: sections.join("\n") });
}

/** The parts of `mocks/control/control-api.md` that follow from the routes: what each does, and what it takes. */
function controlPage(): string {
  const rows = controlRoutes.map((route) => [code(routeName(route)), prose(route.summary)]);
  return fillPage("mocks/control/control-api.md", {
    routes: table(["route", ""], rows),
    inputs: controlRoutes.flatMap(inputTables).join("\n"),
  });
}

function routeName({ method, path }: ControlRoute): string {
  return `${method} ${path}`;
}

/** The query parameters and the body of a route. */
function inputTables(route: ControlRoute): readonly string[] {
  const query = Object.entries(route.query?.shape ?? {}).map(([name, { description = "" }]) => [
    code(name),
    capitalised(prose(description)),
  ]);
  const node = route.body === undefined ? undefined : toSchemaNode(route.body);
  const body = (node === undefined ? [] : [node, ...listBranches(node)])
    .flatMap((branch) => (branch.properties === undefined ? [] : keysBelow(branch)))
    .map(({ path, values, text }) => [code(path), values, prose(text)]);
  const name = code(routeName(route));
  return [
    ...(query.length === 0 ? [] : [table([`query of ${name}`, ""], query)]),
    ...(body.length === 0 ? [] : [table([`body of ${name}`, "values", ""], body)]),
  ];
}

/** `scripts/commands/commands.md`: the help of every command. */
async function commandsPage(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map(async (load) => (await load()).default("")));
  const rows = all.map((command) => [linkTo(code(`orgkit ${command.name()}`)), prose(command.summary())]);
  const sections = all.map((command) => {
    let help = "";
    command.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 110 }).outputHelp();
    const [usage = "", ...rest] = help.split("\n");
    return `## orgkit ${command.name()}\n\n${fence("text", [usage.replace("Usage: ", "Usage: orgkit "), ...rest].join("\n"))}`;
  });
  return fillPage("scripts/commands/commands.md", {
    list: table(["command", ""], rows),
    commands: sections.join("\n"),
  });
}
