import { entry } from "../../conformance/explain/explain.ts";
import type { Paint } from "../../conformance/report/text.ts";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { own } from "../../fixtures/own.ts";
import { scenarioKinds } from "../../mocks/scenarios/catalogue.ts";
import { whenSchema } from "../../mocks/scenarios/when.ts";
import { code } from "../generate/pages/markdown.ts";
import { keysBelow, type Key } from "../generate/schema/keys.ts";
import { nodeOf } from "../generate/schema/node.ts";

/** What the log of the mock names beside requirements, keys and scenarios. */
const otherRules: Readonly<Record<string, string>> = {
  scenario: "An active scenario answered instead of the service, or changed its response. The log names it.",
  prefer: "The request asked for this response itself, with its Prefer header.",
  cors: "A browser asked whether a page of another origin may call. The mock always allows it.",
};

/** Explains a scenario, a key of the dialect or a group of keys, or another rule of the mock's log. */
export function mockText(name: string, paint: Paint): string | undefined {
  return scenarioText(name.split(":", 1)[0] ?? "", paint) ?? keyText(name, paint) ?? ruleText(name, paint);
}

/** Every scenario, and every key of the dialect. */
export function mockNames(): readonly string[] {
  const keys = dialectKeys().flatMap((key) => namesOf(key));
  return [...scenarioKinds.map(({ name }) => name), ...keys, ...Object.keys(otherRules)];
}

function scenarioText(name: string, paint: Paint): string | undefined {
  const kind = scenarioKinds.find((candidate) => candidate.name === name);
  if (kind === undefined) return undefined;
  return textOf(`${name}  a scenario`, paint, [
    ...entry("Does", kind.summary),
    "",
    ...optionLines("Options", keysBelow(nodeOf(kind.options))),
    ...optionLines("Any takes", keysBelow(nodeOf(whenSchema))),
    "",
    ...entry("Examples", kind.examples.join("\n")),
    ...entry("Try", `orgkit mock --scenario ${kind.examples.at(-1) ?? name}`),
  ]);
}

function optionLines(label: string, options: readonly Key[]): readonly string[] {
  return entry(label, options.map((option) => `${option.path}: ${valuesOf(option)}. ${option.text}`.trim()).join("\n"));
}

/** A part of a key stands for all keys that begin with it. */
function keyText(name: string, paint: Paint): string | undefined {
  const keys = dialectKeys();
  const key = keys.find((candidate) => namesOf(candidate).includes(name));
  const below = keys.filter((candidate) => namesOf(candidate).some((full) => full.startsWith(`${name}.`)));
  if (key === undefined && below.length === 0) return undefined;
  const checks = [...new Set((key ? [key] : below).flatMap((one) => one.checks))];
  return textOf(`${name}  ${key === undefined ? "keys" : "a key"} of the dialect`, paint, [
    ...(key === undefined ? [] : [...entry("Settles", key.text), ...entry("Values", key.values)]),
    ...(key?.standard === undefined ? [] : entry("Default", code(key.standard))),
    ...(below.length === 0 ? [] : entry("Holds", below.map((one) => `${one.path}: ${valuesOf(one)}`).join("\n"))),
    ...openLines(name),
    ...(checks.length === 0 ? [] : entry("Checked by", checks.join(", "))),
    ...(key?.unchecked === undefined ? [] : entry("Unchecked", key.unchecked)),
  ]);
}

/** The sentence of the document that leaves the key open. */
function openLines(name: string): readonly string[] {
  const open = openPoints.find(({ key = "" }) => key === name || `${name}.`.startsWith(`${key}.`));
  return open === undefined ? [] : entry("Left open", `“${open.quote}” (§${open.section})`);
}

function ruleText(name: string, paint: Paint): string | undefined {
  const text = own(otherRules, name);
  return text === undefined ? undefined : textOf(`${name}  a rule of the mock`, paint, entry("Means", text));
}

function textOf(title: string, paint: Paint, lines: readonly string[]): string {
  return [paint("bold", title), "", ...lines, ""].join("\n");
}

function valuesOf({ values, standard }: Key): string {
  return standard === undefined ? values : `${values}, default ${code(standard)}`;
}

function dialectKeys(): readonly Key[] {
  const { $schema: _, name: __, description: ___, ...properties } = nodeOf(dialectSchema).properties ?? {};
  return keysBelow({ properties });
}

/** `paging.*.oversize` is a key of both lists; requirements name it without the list. */
function namesOf({ path }: Key): readonly string[] {
  return path.includes("*")
    ? [...["*", "users", "invoices"].map((list) => path.replace("*", list)), path.replace(".*", "")]
    : [path];
}
