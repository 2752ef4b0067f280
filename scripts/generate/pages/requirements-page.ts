import { catalogue, contract, obligations, requirementSet } from "../../../fixtures/contract/catalogue.ts";
import { openPoints } from "../../../fixtures/contract/open-points.ts";
import { operations } from "../../../fixtures/contract/operations.ts";
import { levels, type Requirement } from "../../../fixtures/contract/requirement.ts";
import { observedRequirements } from "../../../fixtures/contract/requirements/observed.ts";
import { dialectSchema } from "../../../fixtures/dialect/dialect.ts";
import { levelsInWords } from "../../../conformance/explain/explain-text.ts";
import { explain } from "../../../conformance/explain/explain.ts";
import { keysBelow } from "../schema/keys.ts";
import { nodeOf } from "../schema/node.ts";
import { capitalised, code, fence, notice, prose, table } from "./markdown.ts";
import { requirementLink } from "./requirement-link.ts";

/** `fixtures/contract/requirements.md`: every requirement, as `orgkit explain` tells it. */
export function requirementsPage(): string {
  const areas = Map.groupBy(catalogue, ({ id }) => id.split("-")[0] ?? "");
  return `${notice("fixtures/contract/ and conformance/explain/")}

# The requirements

What \`orgkit conform\` judges a target by: requirement set ${requirementSet} of the [${contract.title}](interface.md) ${contract.version}. An id is for ever; \`orgkit explain ID\` tells the same in a terminal.

${table(["level", "", "requirements", "checks"], levels.map(levelRow))}
A *check* is a requirement on one operation. A target is non-conforming where a check fails; what could not be exercised is *not verified*, and said to be. What is *observed* is recorded and never scored.

${table(
  ["id", "level", "rule"],
  catalogue.map(({ id, level, rule }) => [requirementLink(id), level, prose(rule)]),
)}
${[...areas].map(([area, requirements]) => `## ${titles[area] ?? area}\n\n${requirements.map(section).join("\n")}`).join("\n")}
## What is not judged

How a target does what the document leaves open: a refusal may be 401, 403, 404 or a redirect to a login page, a first page may have the number 0, a creation may return nothing. No requirement of any level is about these:

${notJudged()}`;
}

const titles: Readonly<Record<string, string>> = {
  PATH: "Paths",
  ENV: "The envelope",
  AUTH: "Authentication",
  SCOPE: "Accounts",
  SUB: "Subscriptions",
  PAGE: "Paging",
  CREATE: "Creation",
  DECL: "What a dialect declares",
  OBS: "What is observed",
};

function levelRow(level: Requirement["level"]): readonly string[] {
  const count = catalogue.filter((requirement) => requirement.level === level).length;
  return [`*${level}*`, levelsInWords[level], String(count), String(obligations([level]).length)];
}

function section(requirement: Requirement): string {
  const { id, rule, level, sections, quote } = requirement;
  const where = sections.map((number) => `§${number}`).join(", ");
  return `### ${id}

**${capitalised(prose(rule))}.** *${level}*, ${where}, on ${operationsOf(requirement)}${keyOf(id)}.

${quote === undefined ? "" : `> “${prose(quote)}”\n\n`}${matter(id)}`;
}

function operationsOf({ operations: on }: Requirement): string {
  return on.length === Object.keys(operations).length ? "each operation" : on.map(code).join(", ");
}

/** A key of the dialect is described with its area. */
function keyOf(id: string): string {
  const key = explain(id)?.key;
  if (key === undefined) return "";
  const [area = ""] = key.split(".");
  return `, key [${code(key)}](../dialect/reference.md#${area.toLowerCase()})`;
}

function matter(id: string): string {
  const explained = explain(id);
  if (explained === undefined) return "";
  const { explanation, curl } = explained;
  if ("recorded" in explanation) {
    return `Recorded: ${prose(explanation.recorded)}. For instance: ${prose(explanation.example)}.\n\n${fence("sh", curl)}`;
  }
  const { why, good, bad, mend } = explanation;
  return `${prose(why)}

${fence("text", [...labelled("passes", good), ...labelled("fails", bad)].join("\n"))}
To mend it: ${prose(mend)}

${fence("sh", curl)}`;
}

/** A label, and beside it the lines of a text. */
function labelled(label: string, text: string): readonly string[] {
  return text.split("\n").map((line, index) => `${(index === 0 ? label : "").padEnd(8)}${line}`);
}

function notJudged(): string {
  const recorded = new Set(observedRequirements.map(({ openPoint }) => openPoint));
  const silent = openPoints.filter(({ id, key }) => key === undefined && !recorded.has(id));
  return [
    ...silent.map(({ title, quote, section: number }) => `- ${title}: “${prose(quote)}” (§${number})\n`),
    ...keysBelow(nodeOf(dialectSchema)).map(({ path, unchecked }) =>
      unchecked === undefined ? "" : `- the dialect key ${code(path)}: ${prose(unchecked)}\n`,
    ),
  ].join("");
}
