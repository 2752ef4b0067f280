import { openPoints } from "../../../fixtures/contract/open-points.ts";
import { dialectSchema } from "../../../fixtures/dialect/dialect.ts";
import { dialectNames, loadDialect } from "../../../fixtures/dialect/load.ts";
import { keysBelow, type Key } from "../schema/keys.ts";
import { nodeOf, type SchemaNode } from "../schema/node.ts";
import { capitalised, code, fence, notice, prose, table } from "./markdown.ts";
import { requirementLink } from "./requirement-link.ts";
import { yamlText } from "./yaml-text.ts";

/** What a dialect file says of itself, and not of the service. */
const aboutItself: ReadonlySet<string> = new Set(["$schema", "name", "description"]);

const ours = { name: "ours", description: "As production answers.", statuses: { failure: { refusedToken: 403 } } };

const requirements = "../contract/requirements.md";

/** `fixtures/dialect/reference.md`: every key of a dialect, area by area. */
export function dialectPage(): string {
  const { properties = {} } = nodeOf(dialectSchema);
  const areas = Object.entries(properties).filter(([name]) => !aboutItself.has(name));
  const own = Object.entries(properties).filter(([name]) => aboutItself.has(name));
  return `${notice("dialect.ts and the schemas beside it")}

# The dialect, key by key

A dialect is the answers of one implementation where [the document](../contract/interface.md) says "not shown". The mock speaks it (\`orgkit mock --dialect FILE\`), the suite checks it (\`orgkit conform --dialect FILE\`), \`orgkit learn\` writes it down for a live service, \`orgkit diff\` compares two.

A file needs only what differs from the defaults below; the mock speaks the defaults of the other keys. Only the keys that stand in a file are *declared*: \`conform\` and \`proxy\` judge nothing else, and \`diff\` compares nothing else. A dialect that is given by its name declares every key. A key that is not listed here is refused, with its place in the file. [A JSON Schema](dialect.schema.json) completes and checks it in an editor.

${fence("yaml", yamlText(ours))}
${table(
  ["area", "settles"],
  areas.map(([name, { description = "" }]) => [`[${code(name)}](#${name.toLowerCase()})`, settles(description)]),
)}
Built in, by name:

${table(["dialect", ""], dialectNames().map(builtIn))}
In the tables, *default* is what the mock speaks where a key is not written, and *check* the requirement that judges the key where it is. ${code("*")} stands for each list: ${code("users")} and ${code("invoices")}. The log and the console of the mock name the key that decided a reply.

## The file itself

${keyTable(
  own.flatMap(([name, node]) => keysBelow({ properties: { [name]: node } })),
  undefined,
)}
${areas.map(([name, node]) => section(name, node)).join("\n")}`;
}

function builtIn(name: string): readonly string[] {
  return [`[${code(name)}](dialects/${name}.yaml)`, prose(loadDialect(name).description)];
}

/** A description begins with its sections: `§4, §8: how …`. */
function settles(description: string): string {
  const [, sections = "", text = ""] = /^(§[^:]*): ([^.;]*)/.exec(description) ?? [];
  return `${prose(text)} (${sections})`;
}

function section(name: string, node: SchemaNode): string {
  const keys = keysBelow(node);
  const { description = "", examples = [] } = node;
  return `## ${name}

${capitalised(prose(description.replace(/^§[^:]*: /, "")))}

${leftOpen(name)}

${keyTable(keys, name)}
${notChecked(keys)}${examples.map((example) => fence("yaml", yamlText({ [name]: example }))).join("\n")}`;
}

/** The sentences of the document whose silence an area fills. */
function leftOpen(name: string): string {
  const points = openPoints.filter(({ key = "" }) => key === name || key.startsWith(`${name}.`));
  const quotes = points.map(({ quote, section: number }) => `- “${prose(quote)}” (§${number})`);
  return `Left open by the document:\n\n${[...new Set(quotes)].join("\n")}`;
}

/** @param area `undefined` for keys that no requirement could check */
function keyTable(keys: readonly Key[], area: string | undefined): string {
  const rows = keys.map((key) => {
    const cells = [code(key.path), key.values, standardOf(key), prose(key.text)];
    if (area === undefined) return cells;
    return [...cells, key.checks.map((id) => requirementLink(id, requirements)).join(", ")];
  });
  const head = ["key", "values", "default", ""];
  return table(area === undefined ? head : [...head, "check"], rows);
}

const longestShown = 90;

function standardOf({ standard, isRequired }: Key): string {
  if (isRequired && standard === undefined) return "must be given";
  if (standard === undefined || standard === "") return "";
  const text = code(standard);
  return text.length > longestShown ? "[illustrative](dialect.schema.json)" : text;
}

function notChecked(keys: readonly Key[]): string {
  const reasons = keys.flatMap(({ path, unchecked }) =>
    unchecked === undefined ? [] : [`- ${code(path)}: ${prose(unchecked)}\n`],
  );
  return reasons.length === 0 ? "" : `Not checked:\n\n${reasons.join("")}\n`;
}
