import schema from "../../fixtures/dialect/dialect.schema.json";
import { own } from "../../fixtures/own.ts";
import type { RecordData } from "../control/replies.ts";
import { isRecord } from "./record-text.ts";

/** One key of the dialect in force, and what it settles. */
export interface DialectKey {
  /** `paging.users.oversize` */
  readonly path: string;
  readonly value: unknown;
  readonly description: string;
}

/** Keys that belong together. */
type DialectGroup = Omit<DialectKey, "value"> & { readonly keys: readonly DialectKey[] };

/** The dialect by its modules, each key with its description. Name and description of it are no keys. */
export function dialectGroups(values: Readonly<Record<string, unknown>>): readonly DialectGroup[] {
  return Object.entries(values)
    .filter(([name]) => name !== "name" && name !== "description" && name !== "$schema")
    .map(([path, value]) => {
      const node = memberOf(schema, path);
      return { path, description: describe(node), keys: keysOf(path, value, node) };
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
  if (!isRecord(value) || membersOf(node).length === 0) return [{ path, value, description: describe(node) }];
  return Object.entries(value).flatMap(([name, member]) => keysOf(`${path}.${name}`, member, memberOf(node, name)));
}

/** A node of the schema, and what it may be in its place; where it is a reference (`#/$defs/a`), what that leads to. */
function branchesOf(node: unknown): readonly RecordData[] {
  if (!isRecord(node)) return [];
  const { $ref: reference, oneOf, anyOf } = node;
  if (typeof reference === "string") return branchesOf(valueAt(schema, reference.slice(2).replaceAll("/", ".")));
  return [node, ...[oneOf ?? anyOf ?? []].flat().flatMap(branchesOf)];
}

/** The members of an object, by the names they may have. */
function membersOf(node: unknown): readonly RecordData[] {
  return branchesOf(node)
    .map(({ properties }) => properties)
    .filter(isRecord);
}

function memberOf(node: unknown, name: string): unknown {
  return membersOf(node).find((members) => Object.hasOwn(members, name))?.[name];
}

function describe(node: unknown): string {
  const { description = "" } = branchesOf(node).find((branch) => "description" in branch) ?? {};
  return String(description);
}
