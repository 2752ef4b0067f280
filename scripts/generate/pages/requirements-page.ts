import { catalogue, obligations, requirementSet } from "../../../conformance/checks/catalogue.ts";
import { openPoints } from "../../../fixtures/contract/open-points.ts";
import { operationIds } from "../../../fixtures/contract/operations.ts";
import { levels, type Requirement } from "../../../conformance/checks/requirement.ts";
import { dialectSchema } from "../../../fixtures/dialect/dialect.ts";
import { describedKeys } from "../../../fixtures/dialect/keys.ts";
import { explain, levelsInWords } from "../../../conformance/explain/explain.ts";
import { keysBelow, nodeOf } from "../schema/keys.ts";
import { fillPage } from "../rewrite.ts";
import { capitalised, code, fence, linkTo, prose, table } from "./markdown.ts";

/** `fixtures/contract/requirements.md`: every requirement, as `orgkit explain` shows it. */
export function requirementsPage(): string {
  const areas = [...Map.groupBy(catalogue, ({ id }) => id.split("-")[0] ?? "")];
  const rows = levels.map((level) => {
    const count = catalogue.filter((requirement) => requirement.level === level).length;
    return [`*${level}*`, levelsInWords[level], String(count), String(obligations([level]).length)];
  });
  return fillPage("fixtures/contract/requirements.md", {
    levels: `Set ${requirementSet}:\n\n${table(["level", "", "requirements", "checks"], rows)}`,
    list: table(
      ["id", "level", "rule"],
      catalogue.map(({ id, level, rule }) => [linkTo(id), level, prose(rule)]),
    ),
    requirements: areas
      .map(([area, requirements]) => `## ${titles[area] ?? area}\n\n${requirements.map(section).join("\n")}`)
      .join("\n"),
    silent: notJudged(),
  });
}

const titles: Readonly<Record<string, string>> = {
  PATH: "Paths",
  ENV: "The envelope",
  AUTH: "Authentication",
  READ: "Reading",
  SCOPE: "Accounts",
  SUB: "Subscriptions",
  PAGE: "Paging",
  CREATE: "Creation",
  DECL: "What a dialect declares",
  OBS: "What is observed",
};

function section(requirement: Requirement): string {
  const { id, rule, level, sections, quote } = requirement;
  const where = sections.map((number) => `§${number}`).join(", ");
  return `### ${id}

**${capitalised(prose(rule))}.** *${level}*, ${where}, on ${operationsOf(requirement)}${keyOf(id)}.

${quote === undefined ? "" : `> “${prose(quote)}”\n\n`}${matter(requirement)}
${fence("sh", explain(id)?.curl ?? "")}`;
}

function operationsOf({ operations: on }: Requirement): string {
  return on.length === operationIds.length ? "each operation" : on.map(code).join(", ");
}

/** Dialect keys are described with their area. */
function keyOf(id: string): string {
  const key = explain(id)?.key;
  if (key === undefined) return "";
  const area = key === "subscriptions" ? "the-file-itself" : (key.split(".")[0] ?? "");
  return `, key [${code(key)}](../dialect/reference.md#${area.toLowerCase()})`;
}

function matter(requirement: Requirement): string {
  if (requirement.level === "observed") {
    return `Recorded: ${prose(requirement.recorded)}. For instance: ${prose(requirement.example)}.\n`;
  }
  const { why, good, bad, fix } = requirement;
  return `${prose(why)}

${fence("text", [...labelled("passes", good), ...labelled("fails", bad)].join("\n"))}
How to fix it: ${prose(fix)}
`;
}

/** A label with the lines of a text beside it. */
function labelled(label: string, text: string): readonly string[] {
  return text.split("\n").map((line, index) => `${(index === 0 ? label : "").padEnd(8)}${line}`);
}

function notJudged(): string {
  const recorded = new Set(catalogue.map((requirement) => requirement.level === "observed" && requirement.openPoint));
  const silent = openPoints.filter(({ id, key }) => key === undefined && !recorded.has(id));
  return [
    ...silent.map(({ title, quote, section: number }) => `- ${title}: “${prose(quote)}” (§${number})\n`),
    ...keysBelow(nodeOf(dialectSchema)).map(({ path, unchecked }) =>
      unchecked === undefined ? "" : `- the dialect key ${code(path)}: ${prose(unchecked)}\n`,
    ),
  ].join("");
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
