import { catalogue, obligations, requirementSet } from "../../conformance/requirements/catalogue.ts";
import { levels, type Requirement } from "../../conformance/requirements/requirement.ts";
import { explain, levelMeanings } from "../../conformance/explain/explain.ts";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { describedKeys } from "../../fixtures/dialect/keys.ts";
import { capitalised, code, fence, linkTo, prose, table } from "../describe/markdown.ts";
import { fillPage } from "./rewrite.ts";

/** `fixtures/contract/requirements.md`: every requirement, as `orgkit explain` shows it. */
export function requirementsPage(): string {
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
    requirements: catalogue.map(section).join("\n"),
    silent: notJudged(),
  });
}

/** Labels of texts that are code. */
const codeLabels = new Set(["Passes", "Fails", "Try"]);

function section({ id, rule, operations: on }: Requirement): string {
  const { rows = [] } = explain(id) ?? {};
  const texts = Map.groupBy(rows, ([label]) => codeLabels.has(label));
  const where = on.length === operationIds.length ? "each operation" : on.map(code).join(", ");
  const items = (texts.get(false) ?? []).map(
    ([label, text]) => `- ${label}:${itemText(label === "On" ? where : prose(text))}\n`,
  );
  const examples = (texts.get(true) ?? []).map(([label, text]) =>
    label === "Try" ? text : text.replaceAll(/^/gm, `# ${label.toLowerCase()}: `),
  );
  return `## ${id}\n\n**${capitalised(prose(rule))}.**\n\n${items.join("")}\n${fence("sh", examples.join("\n"))}`;
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

/** `fixtures/contract/rules.json`: the console's explanations of requirements and dialect keys. */
export function rulesData(): string {
  const ofRequirements = catalogue.map(({ id, level, rule, sections, quote }) => {
    const basis = id.startsWith("ENV-")
      ? "A scenario broke this on purpose"
      : level === "stated"
        ? "The document states it"
        : "It follows from the document";
    return [id, { text: `${basis}: ${rule}.`, section: sections.join(", "), quote }] as const;
  });
  const ofKeys = [...describedKeys()].map(([key, { description }]) => {
    // The open point that the key, or the nearest group around it, decides.
    const [open] = openPoints
      .filter((point) => `${key}.`.startsWith(`${point.key}.`))
      .toSorted((one, other) => (other.key ?? "").length - (one.key ?? "").length);
    return [key, { text: description, section: open?.section, quote: open?.quote }] as const;
  });
  return `${JSON.stringify(Object.fromEntries([...ofRequirements, ...ofKeys]), null, 2)}\n`;
}
