import { own } from "../../fixtures/values/json.ts";
import { listNames } from "../../fixtures/contract/operations.ts";
import { catalogue } from "../../conformance/requirements/catalogue.ts";
import { explain, explanationText, withTexts, type Explanation } from "../../conformance/explain/explain.ts";
import { z } from "zod";
import { nearestName, inputError } from "../../fixtures/input/input-error.ts";
import { defineCommand } from "./define-command.ts";
import { paint, print } from "../terminal/terminal.ts";
import { findOpenPoint } from "../../fixtures/contract/open-points.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { scenarioKinds } from "../../mocks/scenarios/catalogue.ts";
import { whenSchema } from "../../mocks/scenarios/scenario.ts";
import { code } from "../describe/markdown.ts";
import { keysBelow, toSchemaNode, type Key } from "../describe/schema-keys.ts";

/** `orgkit explain`: a requirement, a dialect key or a scenario; without a name, lists all requirements. */
export default defineCommand(
  {
    name: "explain",
    summary: "explain a requirement, dialect key or scenario",
    description:
      "Explains a requirement (its source, what passes, what fails, how to fix it), a dialect key or a scenario. Without a name, lists the requirements.",
    arguments: { "[NAME]": "for instance ENV-04, paging.users.oversize or latency" },
    options: z.object({}),
  },
  async ({ given: [name] }) => {
    if (name === undefined) {
      for (const { id, level, rule } of catalogue) {
        print(`${paint("bold", id.padEnd(10))} ${paint("dim", level.padEnd(9))} ${rule}`);
      }
      return;
    }
    const explanation = explain(name) ?? explainMock(name.trim());
    if (explanation === undefined) {
      const near = nearestName(name, [...catalogue.map(({ id }) => id), ...mockNames()]);
      const hint = near === undefined ? "orgkit explain lists the requirements" : `did you mean ${near}?`;
      const problem = `unknown requirement, dialect key or scenario; ${hint}`;
      throw inputError("this name", name, problem);
    }
    print(explanationText(explanation, paint).trimEnd());
  },
);

/** Other rules in the mock's log and journal, beside requirements, keys and scenarios. */
export const otherRules: Readonly<Record<string, string>> = {
  scenario: "An active scenario, which is named beside it, responded instead of the service, or changed its response.",
  handler: "A request handler of MSW responded instead of the service.",
  capacity: "The mock holds 64 MB of records that were added to the account, its maximum.",
  prefer: "The request asked for this response with its Prefer header.",
};

/** Explains a scenario, a dialect key or a group of keys, or another rule of the mock's log. */
export function explainMock(name: string): Explanation | undefined {
  const kind = scenarioKinds.find((candidate) => candidate.name === name.split(":", 1)[0]);
  const rule = own(otherRules, name);
  if (kind !== undefined) return explainScenario(kind);
  return rule === undefined ? explainKey(name) : { title: `${name}  a rule of the mock`, rows: [["Means", rule]] };
}

/** All scenarios and dialect keys. */
export function mockNames(): readonly string[] {
  return [...scenarioKinds.map(({ name }) => name), ...dialectKeys().flatMap(listKeyNames), ...Object.keys(otherRules)];
}

function explainScenario({ name, summary, options, examples }: (typeof scenarioKinds)[number]): Explanation {
  const listOptions = (schema: z.core.$ZodType): string =>
    keysBelow(toSchemaNode(schema))
      .map((option) => `${option.path}: ${describeValues(option)}. ${option.text}`.trim())
      .join("\n");
  return {
    title: `${name}  a scenario`,
    rows: withTexts([
      ["Does", summary],
      ["Options", listOptions(options)],
      ["Common", listOptions(whenSchema)],
      ["Examples", examples.join("\n")],
      ["Try", `orgkit mock --scenario ${examples.at(-1) ?? name}`],
    ]),
  };
}

/** A prefix of a key matches all keys that begin with it. */
function explainKey(name: string): Explanation | undefined {
  const keys = dialectKeys();
  const key = keys.find((candidate) => listKeyNames(candidate).includes(name));
  const below = keys.filter((candidate) => listKeyNames(candidate).some((full) => full.startsWith(`${name}.`)));
  if (key === undefined && below.length === 0) return undefined;
  const open = findOpenPoint(name);
  return {
    title: `${name}  ${key === undefined ? "keys" : "a key"} of the dialect`,
    rows: withTexts([
      ["Decides", key?.text],
      ["Values", key?.values],
      ["Default", key?.defaultValue === undefined ? undefined : code(key.defaultValue)],
      ["Holds", below.map((one) => `${one.path}: ${describeValues(one)}`).join("\n")],
      ["Left open", open && `“${open.quote}” (§${open.section})`],
      ["Checked by", [...new Set((key ? [key] : below).flatMap(({ checks }) => checks))].join(", ")],
      ["Unchecked", key?.unchecked],
    ]),
  };
}

function describeValues({ values, defaultValue }: Key): string {
  return defaultValue === undefined ? values : `${values}, default ${code(defaultValue)}`;
}

let allKeys: readonly Key[] | undefined;

function dialectKeys(): readonly Key[] {
  if (allKeys !== undefined) return allKeys;
  const { $schema: _, name: __, description: ___, ...properties } = toSchemaNode(dialectSchema).properties ?? {};
  return (allKeys = keysBelow({ properties }));
}

/** `paging.*.oversize` is a key of each list; requirements leave the list out. */
function listKeyNames({ path }: Key): readonly string[] {
  return path.includes("*")
    ? [...["*", ...listNames].map((list) => path.replace("*", list)), path.replace(".*", "")]
    : [path];
}
