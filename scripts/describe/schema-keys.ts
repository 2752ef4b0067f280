import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { KeyCheck } from "../../fixtures/dialect/key.ts";
import { isObject, own } from "../../fixtures/values/json.ts";
import { code, joinWithOr } from "./markdown.ts";

/** The parts of a JSON Schema that the pages use. */
export interface SchemaNode {
  readonly type?: string;
  readonly description?: string | undefined;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly check?: KeyCheck;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
}

/** The input of a zod schema, before defaults. What only a program can give, such as a matcher, is any value. */
export function toSchemaNode(schema: z.core.$ZodType): SchemaNode {
  return z.custom<SchemaNode>().parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

/** The alternatives of a node; empty if there is only one. */
export function listBranches({ oneOf, anyOf: alternatives }: SchemaNode): readonly SchemaNode[] {
  return oneOf ?? alternatives ?? [];
}

/** One key, with everything its readers need. */
export interface Key {
  /** Dotted, relative to the root of the walk; `*` stands for several similar members. */
  readonly path: string;
  readonly values: string;
  /** Its default; `undefined` if it has none. */
  readonly defaultValue: unknown;
  readonly isRequired: boolean;
  readonly text: string;
  /** For a dialect key: the ids of the requirements that check it, or why there is none. */
  readonly checks: readonly string[];
  readonly unchecked?: string | undefined;
}

interface SchemaMember {
  readonly path: string;
  readonly node: SchemaNode;
  readonly defaultValue: unknown;
  readonly isRequired: boolean;
  /** Its own, or that of its nearest parent. */
  readonly check: KeyCheck | undefined;
}

/** The keys below a node, in the order of the schema; a value without members is one key. */
export function keysBelow(node: SchemaNode): readonly Key[] {
  const root = { path: "", node, defaultValue: node.default, isRequired: true, check: node.check };
  return membersBelow(root).flatMap(keysAt);
}

function keysAt(member: SchemaMember): readonly Key[] {
  const { path, node, defaultValue, isRequired } = member;
  const below = membersBelow(member);
  const checks = [member.check ?? []].flat();
  const values = listBranches(node).filter(({ properties }) => properties === undefined);
  const key: Key = {
    path,
    values: below.length > 0 ? `${joinWithOr(values.map(describeValues))}, or what follows` : describeValues(node),
    defaultValue,
    isRequired,
    text: node.description ?? "",
    checks: checks.filter((check) => typeof check === "string"),
    unchecked: checks.find((check) => typeof check === "object")?.none,
  };
  return [...(below.length === 0 || values.length > 0 ? [key] : []), ...below.flatMap(keysAt)];
}

/** The members of a node; with alternatives each member once. */
function membersBelow({ path, node, defaultValue, check }: SchemaMember): readonly SchemaMember[] {
  const alternatives = [node, ...listBranches(node)].flatMap(({ properties, required = [] }) =>
    properties === undefined ? [] : [{ properties, required }],
  );
  const names = [...new Set(alternatives.flatMap(({ properties }) => Object.keys(properties)))];
  const members = names.map((name): SchemaMember => {
    const having = alternatives.filter(({ properties }) => Object.hasOwn(properties, name));
    const merged = mergeForms(having.flatMap(({ properties }) => properties[name] ?? []));
    return {
      path: path === "" ? name : `${path}.${name}`,
      node: merged,
      defaultValue: merged.default ?? (isObject(defaultValue) ? own(defaultValue, name) : undefined),
      isRequired: having.every(({ required }) => required.includes(name)),
      check: merged.check ?? check,
    };
  });
  // Equal members are listed once, with the description of all of them.
  const [first, ...others] = members;
  if (first === undefined || others.length === 0) return members;
  const isDescribed = listBranches(first.node).length === 0 && first.node.description !== undefined;
  if (isDescribed || !others.every((other) => isDeepStrictEqual(other.node, first.node))) return members;
  const described = { description: node.description, ...first.node };
  return [{ ...first, node: described, path: path === "" ? "*" : `${path}.*` }];
}

/** The discriminator has one value per alternative: all of them together. */
function mergeForms(forms: readonly SchemaNode[]): SchemaNode {
  const [first = {}, ...others] = forms;
  if (others.every((form) => isDeepStrictEqual(form, first))) return first;
  const choices = forms.flatMap((form) => form.enum ?? (form.const === undefined ? [] : [form.const]));
  const defaultValue = forms.find((form) => form.default !== undefined)?.default;
  if (choices.length > 0) return { ...first, const: undefined, enum: choices, default: defaultValue };
  // Of two members of one name, the first counts: that of the default style.
  const members = forms.map((form) => form.properties);
  return { ...first, properties: Object.assign({}, ...members, ...members.toReversed()) };
}

const types: Readonly<Record<string, string>> = {
  null: code(null),
  boolean: `${code(true)} or ${code(false)}`,
  string: "a string",
  object: "an object",
};

/** The values of a schema in words: `` `clamp` or `reject` ``, `1 to 10000`, `a list of strings`. */
function describeValues(node: SchemaNode): string {
  const { const: only, enum: choices, type = "", items } = node;
  if (only !== undefined) return code(only);
  if (choices !== undefined) return joinWithOr(choices.map(code));
  const branches = listBranches(node);
  if (branches.length > 0) return joinWithOr([...new Set(branches.map(describeValues))]);
  if (type === "array") return items?.type === "string" ? "a list of strings" : "a list";
  return /^(?:integer|number)$/.test(type) ? range(node) : (own(types, type) ?? "any JSON");
}

function range({ minimum, maximum, type }: SchemaNode): string {
  const isBound = (limit = Infinity): boolean => Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  if (isBound(minimum) && isBound(maximum)) return `${minimum} to ${maximum}`;
  const noun = type === "integer" ? "a whole number" : "a number";
  return `${noun}${isBound(minimum) ? ` of ${minimum} or more` : ""}`;
}
