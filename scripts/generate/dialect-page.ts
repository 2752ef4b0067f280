import { own } from "../../fixtures/values/json.ts";
import { isCollection, isMap, isPair, isScalar, visit } from "yaml";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { writtenDialect } from "../../fixtures/dialect/declared.ts";
import { yamlText } from "../../fixtures/values/yaml-text.ts";
import { atRoot, fillPage } from "./rewrite.ts";
import { keysBelow, toSchemaNode, type Key, type SchemaNode } from "../describe/schema-keys.ts";
import { capitalised, code, fence, linkTo, prose, table } from "../describe/markdown.ts";

/** A dialect with an example of each area. */
const examples = writtenDialect(loadDialect(atRoot("fixtures/dialect/examples.yaml")));

/** Keys that are no area. */
const single: ReadonlySet<string> = new Set(["$schema", "name", "description", "likely", "subscriptions"]);

/** `fixtures/dialect/reference.md`: every key of a dialect, area by area. */
export function dialectPage(): string {
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
      dialectNames().map((name) => [`[${code(name)}](dialects/${name}.yaml)`, prose(loadDialect(name).description)]),
    ),
    file: keyTable(keysBelow({ properties: Object.fromEntries(singles ?? []) })),
    keys: (areas ?? []).map(([name, node]) => section(name, node)).join("\n"),
  });
}

/** Descriptions begin with their sections: `§4, §8: how …`. */
function settles(description: string): string {
  const [, sections = "", text = ""] = /^(§[^:]*): ([^.;]*)/.exec(description) ?? [];
  return `${prose(text)} (${sections})`;
}

function section(name: string, node: SchemaNode): string {
  const { description = "" } = node;
  return `## ${name}

${capitalised(prose(description.replace(/^§[^:]*: /, "")))}

${leftOpen(name)}

${keyTable(keysBelow(node))}
${fence("yaml", shortYaml({ [name]: own(examples, name) }))}`;
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
export function shortYaml(value: unknown): string {
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
