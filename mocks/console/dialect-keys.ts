import schema from "../../fixtures/dialect/dialect.schema.json";
import { own } from "../../fixtures/own.ts";
import { isRecord } from "./record-text.ts";

/** One key of the dialect in force, and what it settles. */
export interface DialectKey {
  /** `paging.users.oversize` */
  readonly path: string;
  readonly value: unknown;
  readonly description: string;
}

/** Keys that belong together. */
export interface DialectGroup {
  readonly name: string;
  readonly description: string;
  readonly keys: readonly DialectKey[];
}

/** The dialect by its modules, each key with its description. Name and description of it are no keys. */
export function dialectGroups(values: Readonly<Record<string, unknown>>): readonly DialectGroup[] {
  return Object.entries(values)
    .filter(([name]) => name !== "name" && name !== "description" && name !== "$schema")
    .map(([name, value]) => {
      const node = memberOf(schema, name);
      return { name, description: describe(node), keys: keysOf(name, value, node) };
    });
}

/** Those whose key, description or value holds the text, in any case. */
export function searchDialect(groups: readonly DialectGroup[], text: string): readonly DialectGroup[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return groups;
  const fits = ({ path, value, description }: DialectKey): boolean =>
    `${path} ${description} ${JSON.stringify(value)}`.toLowerCase().includes(wanted);
  return groups.map((group) => ({ ...group, keys: group.keys.filter(fits) })).filter(({ keys }) => keys.length > 0);
}

/** The value at a dotted key; `undefined` where the dialect has none. */
export function valueAt(values: Readonly<Record<string, unknown>>, key: string): unknown {
  return key.split(".").reduce<unknown>((value, name) => (isRecord(value) ? own(value, name) : undefined), values);
}

/** What a dotted key settles; empty where that is not described. */
export function describeKey(key: string): string {
  return describe(key.split(".").reduce<unknown>(memberOf, schema));
}

/** A value that the schema leaves open (a JSON Schema, a template) is one key, not a group of its members. */
function keysOf(path: string, value: unknown, node: unknown): readonly DialectKey[] {
  if (!isRecord(value) || !hasMembers(node)) return [{ path, value, description: describe(node) }];
  return Object.entries(value).flatMap(([name, member]) => keysOf(`${path}.${name}`, member, memberOf(node, name)));
}

function branchesOf(node: unknown): readonly unknown[] {
  if (!isRecord(node)) return [];
  const { $ref: reference, oneOf, anyOf } = node;
  if (typeof reference === "string") return branchesOf(valueAt({ schema }, `schema.${inDotted(reference)}`));
  const branches: readonly unknown[] = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : [];
  return [node, ...branches.flatMap(branchesOf)];
}

/** `#/$defs/a` as a dotted key. */
function inDotted(reference: string): string {
  return reference.slice(2).replaceAll("/", ".");
}

function hasMembers(node: unknown): boolean {
  return branchesOf(node).some((branch) => isRecord(branch) && isRecord(branch["properties"]));
}

function memberOf(node: unknown, name: string): unknown {
  for (const branch of branchesOf(node)) {
    const properties = isRecord(branch) ? branch["properties"] : undefined;
    const member = isRecord(properties) ? own(properties, name) : undefined;
    if (member !== undefined) return member;
  }
  return undefined;
}

function describe(node: unknown): string {
  for (const branch of branchesOf(node)) {
    if (isRecord(branch) && typeof branch["description"] === "string") return branch["description"];
  }
  return "";
}
