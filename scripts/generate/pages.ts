import { z } from "zod";
import { type sectionNames, projectSchema } from "../../fixtures/settings/config-file.ts";
import { listSettings } from "../../fixtures/settings/settings.ts";
import { conformCommandOptions } from "../commands/conform-options.ts";
import { learnCommandOptions } from "../commands/learn.ts";
import { mockOptions } from "../commands/mock.ts";
import { openApiOptions } from "../commands/openapi.ts";
import { proxyOptions } from "../commands/proxy.ts";
import { mapMembers, own, prettyJson, mapNames, namesOf } from "../../fixtures/values/json.ts";
import { isCollection, isMap, isPair, isScalar, visit } from "yaml";
import { findOpenPoint, openPoints } from "../../fixtures/contract/open-points.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { builtInDialectNames, builtInDialect } from "../../fixtures/dialect/built-in.ts";
import { describedKeys } from "../../fixtures/dialect/keys.ts";
import { writtenDialect } from "../../fixtures/dialect/declared.ts";
import { yamlText } from "../../fixtures/values/yaml-text.ts";
import { atRoot, fillPage } from "./rewrite.ts";
import { keysBelow, toSchemaNode, type Key, type SchemaNode, listBranches } from "../describe/schema-keys.ts";
import { code, fence, linkTo, prose, table } from "../describe/markdown.ts";
import { catalogue, obligations, requirementSet } from "../../conformance/requirements/catalogue.ts";
import { levels, type Requirement } from "../../conformance/requirements/requirement.ts";
import { explain, levelMeanings } from "../../conformance/explain/explain.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { reportSchema } from "../../conformance/report/report.ts";
import { capitalize, shellWord } from "../../fixtures/values/text.ts";
import { languages, madeUpPlaceholders, type Language } from "../../fixtures/worlds/made-up-records.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { scenarioKinds } from "../../mocks/scenarios/catalogue.ts";
import { controlRoutes } from "../../mocks/control/routes.ts";
import type { ControlRoute } from "../../mocks/control/route.ts";
import { whenSchema } from "../../mocks/scenarios/scenario.ts";
import { commands } from "../commands/commands.ts";
import { otherRules } from "../commands/explain.ts";
import { Faker, type LocaleDefinition } from "@faker-js/faker";

/** The options of each command with a section. */
const configSections: Readonly<Record<(typeof sectionNames)[number], z.ZodObject>> = {
  mock: mockOptions,
  conform: conformCommandOptions,
  learn: learnCommandOptions,
  proxy: proxyOptions,
  openapi: openApiOptions,
};

/** The schema of `orgkit.config.*` for editors: each section and key, with the text of its flag. */
const describedConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  ...projectSchema.shape,
  ...mapMembers(configSections, describeSection),
});

function describeSection(options: z.ZodObject): z.ZodType {
  const keys = listSettings(options).map(({ member, key, description, parse, parseList }) => {
    const schema: z.ZodType = options.shape[member];
    // What a text stands for may be given itself: without details, which a report has many of.
    const given = parse === undefined ? schema : z.unknown();
    const type = parseList === undefined ? given : z.union([given, z.array(z.string())]);
    return [key, (type.isOptional() ? type : type.optional()).describe(description)] as const;
  });
  return z.strictObject(Object.fromEntries(keys)).optional();
}

/** A dialect with an example of each area. */
const exampleDialect = writtenDialect(await openDialect(atRoot("fixtures/dialect/examples.yaml")));

/** Keys that are no area. */
const single: ReadonlySet<string> = new Set(["$schema", "name", "description", "likely", "subscriptions"]);

/** `fixtures/dialect/reference.md`: every key of a dialect, area by area. */
export async function dialectPage(): Promise<string> {
  const [singles, areas] = [true, false].map((isSingle) =>
    Object.entries(toSchemaNode(dialectSchema).properties ?? {}).filter(([name]) => single.has(name) === isSingle),
  );
  return fillPage("fixtures/dialect/reference.md", {
    areas: table(
      ["area", "settles"],
      (areas ?? []).map(([name, { description = "" }]) => [linkTo(code(name)), settles(description)]),
    ),
    names: table(
      ["dialect", ""],
      await Promise.all(
        builtInDialectNames.map(async (name) => [
          `[${code(name)}](dialects/${name}.yaml)`,
          prose((await openDialect(name)).description),
        ]),
      ),
    ),
    file: keyTable(keysBelow({ properties: Object.fromEntries(singles ?? []) })),
    keys: (areas ?? []).map(([name, node]) => areaSection(name, node)).join("\n"),
  });
}

/** Descriptions begin with their sections: `§4, §8: how …`. */
function settles(description: string): string {
  const [, sections = "", text = ""] = /^(§[^:]*): ([^.;]*)/.exec(description) ?? [];
  return `${prose(text)} (${sections})`;
}

function areaSection(name: string, node: SchemaNode): string {
  const { description = "" } = node;
  return `## ${name}

${capitalize(prose(description.replace(/^§[^:]*: /, "")))}

${leftOpen(name)}

${keyTable(keysBelow(node))}
${fence("yaml", shortYaml({ [name]: own(exampleDialect, name) }))}`;
}

/** The sentences of the document that leave this area open. */
function leftOpen(name: string): string {
  const points = openPoints.filter(({ key = "" }) => key === name || key.startsWith(`${name}.`));
  const quotes = points.map(({ quote, section: number }) => `- “${prose(quote)}” (§${number})`);
  return `Left open by the document:\n\n${[...new Set(quotes)].join("\n")}`;
}

function keyTable(keys: readonly Key[]): string {
  const rows = keys.map((key) => {
    const checks = key.checks.map((id) => linkTo(id, "../contract/requirements.md")).join(", ");
    const check = key.unchecked === undefined ? checks : `none: ${prose(key.unchecked)}`;
    return [code(key.path), key.values, describeDefault(key), prose(key.text), check];
  });
  return table(["key", "values", "default", "", "check"], rows);
}

const longestShown = 90;

function describeDefault({ defaultValue, isRequired }: Key): string {
  if (isRequired && defaultValue === undefined) return "must be given";
  if (defaultValue === undefined || defaultValue === "") return "";
  const text = code(defaultValue);
  return text.length > longestShown ? "[illustrative](dialect.schema.json)" : text;
}

/** A value in YAML: short ones on one line. */
function shortYaml(value: unknown): string {
  return yamlText(value, (document) => {
    visit(document, {
      Collection: (_, node, path) => {
        const leaves = node.items.map((item) => (isPair(item) ? item.value : item));
        const isPlain = leaves.every((leaf) => isScalar(leaf) || (isCollection(leaf) && leaf.flow === true));
        if (path.length > 3 && isPlain && (!isMap(node) || node.items.length <= 4)) node.flow = true;
      },
    });
  });
}

/** `fixtures/contract/requirements.md`: every requirement, as `orgkit explain` shows it. */
function requirementsPage(): string {
  const rows = levels.map((level) => {
    const count = catalogue.filter((requirement) => requirement.level === level).length;
    return [`*${level}*`, levelMeanings[level], String(count), String(obligations([level]).length)];
  });
  return fillPage("fixtures/contract/requirements.md", {
    levels: `Set ${requirementSet}:\n\n${table(["level", "", "requirements", "checks"], rows)}`,
    list: table(
      ["id", "level", "rule"],
      catalogue.map(({ id, level, rule }) => [linkTo(id), level, prose(rule)]),
    ),
    requirements: catalogue.map(requirementSection).join("\n"),
    silent: notJudged(),
  });
}

/** Labels of texts that are code. */
const codeLabels = new Set(["Passes", "Fails", "Try"]);

function requirementSection({ id, rule, operations: on }: Requirement): string {
  const { rows = [] } = explain(id) ?? {};
  const texts = Map.groupBy(rows, ([label]) => codeLabels.has(label));
  const where = on.length === operationIds.length ? "each operation" : on.map(code).join(", ");
  const items = (texts.get(false) ?? []).map(
    ([label, text]) => `- ${label}:${itemText(label === "On" ? where : prose(text))}\n`,
  );
  const examples = (texts.get(true) ?? []).map(([label, text]) =>
    label === "Try" ? text : text.replaceAll(/^/gm, `# ${label.toLowerCase()}: `),
  );
  return `## ${id}\n\n**${capitalize(prose(rule))}.**\n\n${items.join("")}\n${fence("sh", examples.join("\n"))}`;
}

/** What comes after a label: lines of lists, each list after its title, become lists of the item. */
function itemText(text: string): string {
  if (!text.includes("\n- ")) return ` ${text}`;
  const lines = text.split("\n").map((line) => (line.startsWith("- ") ? `    ${line}` : `  - ${line}`));
  return `\n${lines.join("\n")}`;
}

/** The open points that orgkit neither judges nor records. */
function notJudged(): string {
  const silent = openPoints.filter(({ key, observed }) => key === undefined && observed === undefined);
  return silent.map(({ title, quote, section: number }) => `- ${title}: “${prose(quote)}” (§${number})\n`).join("");
}

/** `fixtures/contract/rules.json`: the console's explanations of the rules in the journal. */
function rulesData(): string {
  const ofRequirements = catalogue.map(({ id, level, rule, sections, quote }) => {
    const basis = id.startsWith("ENV-")
      ? "A scenario broke this on purpose"
      : level === "stated"
        ? "The document states it"
        : "It follows from the document";
    return [id, { text: `${basis}: ${rule}.`, section: sections.join(", "), quote }] as const;
  });
  const ofKeys = [...describedKeys()].map(([key, { description }]) => {
    const open = findOpenPoint(key);
    return [key, { text: description, section: open?.section, quote: open?.quote }] as const;
  });
  const others = mapMembers(otherRules, (text) => ({ text }));
  return prettyJson({ ...Object.fromEntries([...ofRequirements, ...ofKeys]), ...others });
}

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
    "fixtures/dialect/reference.md": await dialectPage(),
    "fixtures/dialect/dialects/reference.yaml": await referenceYaml(),
    "fixtures/contract/requirements.md": requirementsPage(),
    "fixtures/contract/rules.json": rulesData(),
  };
}

function jsonSchema(schema: z.core.$ZodType, io: "input" | "output"): string {
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
async function referenceYaml(): Promise<string> {
  const { records: _, ...dialect } = await builtInDialect("reference");
  return `# Generated from dialect.ts and the schemas beside it by npm run generate.
# yaml-language-server: $schema=../dialect.schema.json
# The default of every key; those of \`records\` are in dialect.schema.json. The mock uses this dialect by default.
${shortYaml(dialect)}`;
}

/** `mocks/scenarios/scenarios.md`: every scenario with its options and examples. */
function scenariosPage(): string {
  const optionTable = (options: z.core.$ZodObject): string => {
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
  const rows = controlRoutes.map((route) => [code(route.name), prose(route.summary)]);
  return fillPage("mocks/control/control-api.md", {
    routes: table(["route", ""], rows),
    inputs: controlRoutes.flatMap(inputTables).join("\n"),
  });
}

/** The query parameters and the body of a route. */
function inputTables(route: ControlRoute): readonly string[] {
  const query = Object.entries(route.query?.shape ?? {}).map(([name, { description = "" }]) => [
    code(name),
    capitalize(prose(description)),
  ]);
  const node = route.body === undefined ? undefined : toSchemaNode(route.body);
  const body = (node === undefined ? [] : [node, ...listBranches(node)])
    .flatMap((branch) => (branch.properties === undefined ? [] : keysBelow(branch)))
    .map(({ path, values, text }) => [code(path), values, prose(text)]);
  const name = code(route.name);
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

/** The data of faker for languages whose name it is not. */
const locales: { readonly [Name in Language]?: string } = { cs: "cs_CZ", pt: "pt_PT", zh: "zh_CN" };

/** What is drawn for each language: how many, and how. */
const lists = {
  given: [40, (faker) => faker.person.firstName()],
  family: [40, (faker) => faker.person.lastName()],
  company: [15, (faker) => faker.company.name()],
  city: [20, (faker) => faker.location.city()],
  street: [20, (faker) => faker.location.streetAddress()],
} as const satisfies Record<string, readonly [count: number, draw: (faker: Faker) => string]>;

/** The words that made-up records have, by language: a few of those of faker, so that a mock starts without it. */
async function drawWords(): Promise<string> {
  const drawn = languages.map(async (language) => {
    const data: { readonly faker: { readonly rawDefinitions: LocaleDefinition } } = await import(
      `@faker-js/faker/locale/${locales[language] ?? language}`
    );
    const { en, base } = await import("@faker-js/faker");
    const faker = new Faker({ locale: [data.faker.rawDefinitions, en, base], seed: 1 });
    const drawList = (list: keyof typeof lists): readonly string[] => {
      const [count, draw] = lists[list];
      return faker.helpers.uniqueArray(() => draw(faker), count);
    };
    return [language, mapNames(namesOf(lists), drawList)] as const;
  });
  return prettyJson(Object.fromEntries(await Promise.all(drawn)));
}
