import { openPoints } from "../../fixtures/contract/open-points.ts";
import requirements from "../../fixtures/contract/requirements.json";
import schema from "../../fixtures/dialect/dialect.schema.json";
import { isObject, valueAt } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import type { RecordData } from "../control/replies.ts";

/** One key of the active dialect, and what it decides. */
export interface DialectKey {
  /** `paging.users.oversize` */
  readonly path: string;
  readonly value: unknown;
  readonly description: string;
}

/** Keys of one group. */
type DialectGroup = Omit<DialectKey, "value"> & { readonly keys: readonly DialectKey[] };

/** The dialect by its top-level keys, each key with its description. Its name and description are left out. */
export function dialectGroups(values: Readonly<Record<string, unknown>>): readonly DialectGroup[] {
  return Object.entries(values)
    .filter(([name]) => name !== "name" && name !== "description" && name !== "$schema")
    .map(([path, value]) => {
      const node = memberOf(schema, path);
      return { path, description: describe(node), keys: keysOf(path, value, node) };
    });
}

/** The keys whose name, description or value contains the text, in any case. */
export function searchDialect(groups: readonly DialectGroup[], text: string): readonly DialectGroup[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return groups;
  const fits = ({ path, value, description }: DialectKey): boolean =>
    `${path} ${description} ${JSON.stringify(value)}`.toLowerCase().includes(wanted);
  return groups.map((group) => ({ ...group, keys: group.keys.filter(fits) })).filter(({ keys }) => keys.length > 0);
}

/** What a dotted key decides; empty without a description. */
function describeKey(key: string): string {
  return describe(key.split(".").reduce<unknown>(memberOf, schema));
}

/** A value that the schema leaves open (a JSON Schema, a template) is one key, not a group of its members. */
function keysOf(path: string, value: unknown, node: unknown): readonly DialectKey[] {
  if (!isObject(value) || membersOf(node).length === 0) return [{ path, value, description: describe(node) }];
  return Object.entries(value).flatMap(([name, member]) => keysOf(`${path}.${name}`, member, memberOf(node, name)));
}

/** The alternatives of a schema node, with references (`#/$defs/a`) resolved. */
function branchesOf(node: unknown): readonly RecordData[] {
  if (!isObject(node)) return [];
  const { $ref: reference, oneOf, anyOf } = node;
  if (typeof reference === "string") return branchesOf(valueAt(schema, reference.slice(2).replaceAll("/", ".")));
  return [node, ...[oneOf ?? anyOf ?? []].flat().flatMap(branchesOf)];
}

/** The members of an object, by name. */
function membersOf(node: unknown): readonly RecordData[] {
  return branchesOf(node)
    .map(({ properties }) => properties)
    .filter(isObject);
}

function memberOf(node: unknown, name: string): unknown {
  return membersOf(node).find((members) => Object.hasOwn(members, name))?.[name];
}

function describe(node: unknown): string {
  const { description = "" } = branchesOf(node).find((branch) => "description" in branch) ?? {};
  return String(description);
}

/** The reason for a response, in words. */
export interface Explanation {
  /** One sentence. */
  readonly text: string;
  /** The passage of the document that it is based on, or that leaves it open. */
  readonly quote?: { readonly section: string; readonly text: string };
  /** The dialect key that decided, with its value. */
  readonly dialect?: { readonly key: string; readonly value: unknown };
}

const others: Readonly<Record<string, string>> = {
  scenario: "An active scenario responded instead of the service, or changed its response.",
  prefer: "The request asked for this response with its Prefer header.",
};

/**
 * @param rule a requirement's id, a dialect key, or `scenario`, `prefer`
 * @param values the active dialect
 */
export function explainRule(rule: string, values: Readonly<Record<string, unknown>>): Explanation {
  const requirement = requirements.find(({ id }) => id === rule);
  if (requirement !== undefined) {
    const { level, rule: text, quote, sections } = requirement;
    const says = rule.startsWith("ENV-")
      ? "A scenario broke this on purpose"
      : level === "stated"
        ? "The document states it"
        : "It follows from the document";
    return {
      text: `${says}: ${text}.`,
      ...(quote === undefined ? {} : { quote: { section: sections.join(", "), text: quote } }),
    };
  }
  const value = valueAt(values, rule);
  if (value === undefined) return { text: own(others, rule) ?? "" };
  const open = openPointOf(rule);
  return {
    text: describeKey(rule),
    dialect: { key: rule, value },
    ...(open === undefined ? {} : { quote: { section: open.section, text: open.quote } }),
  };
}

/** The open point that this key, or the nearest group around it, decides. */
function openPointOf(rule: string): (typeof openPoints)[number] | undefined {
  return openPoints
    .filter(({ key }) => `${rule}.`.startsWith(`${key}.`))
    .toSorted(({ key: one = "" }, { key: other = "" }) => other.length - one.length)[0];
}
