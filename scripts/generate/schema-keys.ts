import { isDeepStrictEqual } from "node:util";
import { anyOf, code } from "./markdown.ts";
import { z } from "zod";
import type { KeyCheck } from "../../fixtures/dialect/key.ts";

/** The parts of a JSON Schema that the pages use. */
const nodeSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  default: z.json().optional(),
  const: z.json().optional(),
  enum: z.array(z.json()).optional(),
  examples: z.array(z.json()).optional(),
  required: z.array(z.string()).optional(),
  check: z.custom<KeyCheck>().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  get properties() {
    return z.record(z.string(), nodeSchema).optional();
  },
  get items() {
    return nodeSchema.optional();
  },
  get oneOf() {
    return z.array(nodeSchema).optional();
  },
  get anyOf() {
    return z.array(nodeSchema).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), nodeSchema]).optional();
  },
});

export type SchemaNode = z.infer<typeof nodeSchema>;

/** Parses a JSON Schema. */
function readNode(schema: unknown): SchemaNode {
  return nodeSchema.parse(schema);
}

/** The input of a zod schema, before defaults. */
export function nodeOf(schema: z.ZodType): SchemaNode {
  return readNode(z.toJSONSchema(schema, { io: "input" }));
}

/** The alternatives of a node; empty if there is only one. */
export function branchesOf({ oneOf, anyOf: alternatives }: SchemaNode): readonly SchemaNode[] {
  return oneOf ?? alternatives ?? [];
}

/** One key, with everything its readers need. */
export interface Key {
  /** Dotted, relative to the root of the walk; `*` stands for several similar members. */
  readonly path: string;
  readonly values: string;
  /** Its default; `undefined` if it has none. */
  readonly standard: unknown;
  readonly isRequired: boolean;
  readonly text: string;
  /** For a dialect key: the ids of the requirements that check it, or why there is none. */
  readonly checks: readonly string[];
  readonly unchecked?: string | undefined;
}

interface Place {
  readonly path: string;
  readonly node: SchemaNode;
  readonly standard: unknown;
  readonly isRequired: boolean;
  /** The alternatives that have it, unless all do. */
  readonly condition: string;
  /** Its own, or that of its nearest parent. */
  readonly check: SchemaNode["check"];
}

/** The keys below a node, in the order of the schema; a value without members is one key. */
export function keysBelow(node: SchemaNode): readonly Key[] {
  return placesBelow({ path: "", node, standard: node.default, check: node.check }).flatMap(keysAt);
}

function keysAt(place: Place): readonly Key[] {
  const { path, node, standard } = place;
  const below = placesBelow(place);
  const checks = [place.check ?? []].flat();
  const values = branchesOf(node).filter(({ properties }) => properties === undefined);
  const own: Key = {
    path,
    values: below.length > 0 ? `${anyOf(values.map(valuesOf))}, or what follows` : valuesOf(node),
    standard,
    isRequired: place.isRequired,
    text: [node.description, place.condition].filter(Boolean).join(" "),
    checks: checks.filter((check) => typeof check === "string"),
    unchecked: checks.find((check) => typeof check === "object")?.none,
  };
  if (below.length === 0) return [own];
  return [...(values.length > 0 ? [own] : []), ...below.flatMap(keysAt)];
}

/** The members of a node; with alternatives each member once, with those that have it. */
function placesBelow({
  path,
  node,
  standard,
  check,
}: Pick<Place, "path" | "node" | "standard" | "check">): readonly Place[] {
  const alternatives = [node, ...branchesOf(node)].filter(({ properties }) => properties !== undefined);
  const names = [...new Set(alternatives.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const places = names.map((name): Place => {
    const having = alternatives.filter(({ properties }) => properties?.[name] !== undefined);
    const forms = having.flatMap(({ properties }) => properties?.[name] ?? []);
    const merged = mergedForm(forms);
    return {
      path: path === "" ? name : `${path}.${name}`,
      node: merged,
      standard: merged.default === undefined ? memberOf(standard, name) : merged.default,
      isRequired: having.every(({ required = [] }) => required.includes(name)),
      condition: conditionOf(alternatives, having),
      check: merged.check ?? check,
    };
  });
  return alike({ path, text: node.description }, places);
}

/** Equal members are listed once, with the description of all of them. */
function alike(
  { path, text }: { readonly path: string; readonly text: string | undefined },
  places: readonly Place[],
): readonly Place[] {
  const [first, ...others] = places;
  if (first === undefined || others.length === 0) return places;
  if (branchesOf(first.node).length === 0 && first.node.description !== undefined) return places;
  if (!others.every(({ node }) => isDeepStrictEqual(node, first.node))) return places;
  const described = { description: text, ...first.node };
  return [{ ...first, node: described, path: path === "" ? "*" : `${path}.*` }];
}

/** The discriminator has one value per alternative: all of them together. */
function mergedForm(forms: readonly SchemaNode[]): SchemaNode {
  const [first = {}, ...others] = forms;
  if (others.every((form) => isDeepStrictEqual(form, first))) return first;
  const choices = forms.flatMap(({ const: only, enum: several = [] }) => (only === undefined ? several : [only]));
  const standard = forms.find((form) => form.default !== undefined)?.default;
  if (choices.length > 0) return { ...first, const: undefined, enum: choices, default: standard };
  // Of two members of one name, the first counts: that of the default style.
  const members = forms.map((form) => form.properties);
  const properties = Object.assign({}, ...members, ...members.toReversed());
  return { ...first, properties };
}

/** An alternative called `none` has no other members, which is obvious. */
function conditionOf(alternatives: readonly SchemaNode[], having: readonly SchemaNode[]): string {
  const named = (some: readonly SchemaNode[]): readonly string[] =>
    some.flatMap(({ properties = {} }) =>
      Object.values(properties)
        .flatMap(({ const: only, enum: several = [] }) => (only === undefined ? several : [only]))
        .slice(0, 1)
        .map(code),
    );
  const lacking = alternatives.filter((alternative) => !having.includes(alternative));
  return lacking.length === 0 || named(lacking).every((name) => name === code("none"))
    ? ""
    : `With ${anyOf(named(having))} only.`;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** The values of a schema in words: `` `clamp` or `reject` ``, `1 to 10000`, `a list of strings`. */
function valuesOf(node: SchemaNode): string {
  const { const: only, enum: choices, type } = node;
  if (only !== undefined) return code(only);
  if (choices !== undefined) return anyOf(choices.map(code));
  const branches = branchesOf(node);
  if (branches.length > 0) return anyOf([...new Set(branches.map(valuesOf))]);
  if (Array.isArray(type)) return anyOf(type.map((one) => valuesOf({ ...node, type: one })));
  switch (type) {
    case "null":
      return code(null);
    case "boolean":
      return `${code(true)} or ${code(false)}`;
    case "integer":
    case "number":
      return range(node);
    case "string":
      return "a string";
    case "array":
      return node.items?.type === "string" ? "a list of strings" : "a list";
    case "object":
      return "an object";
    default:
      return "any JSON";
  }
}

function range({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER, type }: SchemaNode): string {
  const isWhole = type === "integer";
  const noun = isWhole ? "a whole number" : "a number";
  const [hasStart, hasEnd] = [minimum > Number.MIN_SAFE_INTEGER, maximum < Number.MAX_SAFE_INTEGER];
  if (!hasStart && !hasEnd) return noun;
  if (!hasEnd) return `${noun} of ${minimum} or more`;
  if (!hasStart) return `${noun} to ${maximum}`;
  if (!isWhole) return `${noun} from ${minimum} to ${maximum}`;
  return maximum - minimum === 1 ? `${minimum} or ${maximum}` : `${minimum} to ${maximum}`;
}
