import { isObject, type Json, type JsonObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { isSuccess } from "../target/exchange.ts";
import { bodyWith, type Body } from "./create-body.ts";
import { creation, creationOf, fullCreation, uniqueFields } from "./creation.ts";
import type { Creation } from "./creation-facts.ts";
import { unknownField } from "../target/body.ts";
import { formatOf, typeOf } from "./generalize/format.ts";
import { certain, ifKnown, likely, Unset, type Answer, type Found } from "./observation.ts";
import { namedFields } from "./refusals.ts";
import { memoize } from "../target/memoize.ts";
import { ask, type Source } from "./source.ts";

/** More values of a body are not tried. */
const maxLeaves = 8;

/** A value of a body that creates a user, and what is shown of it. */
interface Leaf {
  readonly path: readonly string[];
  readonly good: Json;
  isRequired: boolean;
  /** Of another type, it is refused. */
  isTyped: boolean;
  isNeverNull: boolean;
  /** Keywords for a text that is refused. */
  text: JsonObject;
}

/** Values of a body that were tried, and the users that they created all the same. */
interface Tried {
  readonly leaves: readonly Leaf[];
  readonly evidence: readonly Answer[];
  readonly created: readonly Creation[];
  readonly isUnsure: boolean;
}

/** A value that is not refused creates a user, so those that need not be there are tried together. */
const triedValues = memoize(async (source: Source): Promise<Tried> => {
  const { required } = await creation(source);
  const full = await ifKnown(fullCreation(source));
  // It may need the users that are left.
  await ifKnown(uniqueFields(source));
  const { [unknownField]: _, ...body } = full?.body ?? bodyWith(required);
  const evidence: Answer[] = [];
  const created: Creation[] = [];
  let isUnsure = false;
  const isRefused = async (changes: readonly (readonly [Leaf, Json | undefined])[]): Promise<boolean | undefined> => {
    const changed = changes.reduce<JsonObject>((whole, [{ path }, value]) => withAt(whole, path, value), body);
    const answer = await ifKnown(ask(source, { operation: "createUser", body: { ...changed } }));
    if (answer === undefined) isUnsure = true;
    else evidence.push(answer);
    if (answer !== undefined && isSuccess(answer.exchange)) created.push(await creationOf(source, answer));
    return answer === undefined ? undefined : !isSuccess(answer.exchange);
  };

  const names = new Set(required.map(({ name }) => name));
  const { sent = {}, record } = full?.full ?? {};
  // What the service sets whatever a body says shows nothing of bodies.
  const leaves = leavesOf(body)
    .filter(({ path }) => record === undefined || names.has(path[0] ?? "") || at(record, path) === at(sent, path))
    .slice(0, maxLeaves);
  for (const leaf of leaves) {
    const isWithin = leaf.path.length > 1 && names.has(leaf.path[0] ?? "");
    leaf.isRequired = isWithin ? (await isRefused([[leaf, undefined]])) === true : names.has(leaf.path.join());
  }
  for (const leaf of leaves.filter(({ isRequired }) => isRequired)) {
    // What is refused most comes first: what is not takes a user.
    if (typeof leaf.good === "string" && (await isRefused([[leaf, ""]])) === true) leaf.text = { minLength: 1 };
    leaf.isTyped = (await isRefused([[leaf, odd(leaf)]])) === true;
  }

  /** Those whose value is refused, among leaves that may all be refused together. */
  const refusedAmong = async (given: readonly Leaf[], value: (leaf: Leaf) => Json): Promise<readonly Leaf[]> => {
    const found = new Set<Leaf>();
    for (let left = given; left.length > 0; left = left.filter((leaf) => !found.has(leaf))) {
      if ((await isRefused(left.map((leaf) => [leaf, value(leaf)]))) !== true) break;
      const named = left.length === 1 ? left : await namedAmong(source, left, evidence.at(-1));
      for (const leaf of named) found.add(leaf);
      if (named.length > 0) continue;
      for (const leaf of left) if ((await isRefused([[leaf, value(leaf)]])) === true) found.add(leaf);
      break;
    }
    return [...found];
  };
  const optional = leaves.filter(({ isRequired }) => !isRequired);
  const formed = leaves.filter(({ isRequired, good }) => isRequired && formatOf(good) === "email");
  const other = (leaf: Leaf): Json => (leaf.isRequired ? "orgkit{{unique}}" : odd(leaf));
  // Mostly neither is looked at: then one user shows both.
  const both = [...optional, ...formed].map((leaf) => [leaf, other(leaf)] as const);
  if (optional.length === 0 || formed.length === 0 || (await isRefused(both)) !== false) {
    for (const leaf of await refusedAmong(formed, other)) leaf.text = { pattern: "@" };
    for (const leaf of await refusedAmong(optional, other)) leaf.isTyped = true;
    const typed = optional.filter(({ isTyped }) => isTyped);
    for (const leaf of await refusedAmong(typed, () => null)) leaf.isNeverNull = true;
  }
  return { leaves, evidence, created, isUnsure };
});

/** What a body must be, as a JSON Schema: what refusals show, and nothing else. */
export async function bodyRules(source: Source): Promise<Found> {
  const { leaves, evidence, isUnsure } = await triedValues(source);
  const value = schemaOf(leaves);
  return isUnsure
    ? likely(value, evidence, "some values were not tried: they may create users")
    : certain(value, evidence);
}

/** What becomes of a value of another type that is accepted. */
export async function otherTypes(source: Source): Promise<Found> {
  const { leaves, created } = await triedValues(source);
  for (const { answer, sent, record } of created) {
    const odds = leaves.filter((leaf) => leaf.good !== oddNumber && at(sent, leaf.path) === oddNumber);
    for (const { path } of record === undefined ? [] : odds) {
      const value = at(record, path);
      return certain(value === oddNumber ? "keep" : value === String(oddNumber) ? "text" : "drop", [answer]);
    }
  }
  throw new Unset("no value of another type was accepted, or no response shows what became of it");
}

const oddNumber = 12_345;

function at(members: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (isObject(value) ? own(value, name) : undefined), members);
}

/** Those that a refusal names. */
async function namedAmong(
  source: Source,
  leaves: readonly Leaf[],
  refusal: Answer | undefined,
): Promise<readonly Leaf[]> {
  const nameOf = ({ path }: Leaf): string => path.at(-1) ?? "";
  const named = refusal === undefined ? [] : await namedFields(source, refusal, leaves.map(nameOf));
  return leaves.filter((leaf) => named.includes(nameOf(leaf)));
}

/** A value of another type. */
function odd({ good }: Leaf): Json {
  return typeof good === "string" ? oddNumber : "orgkit";
}

function leavesOf(body: Body, within: readonly string[] = []): readonly Leaf[] {
  return Object.entries(body).flatMap(([name, good]) => {
    const path = [...within, name];
    const isPart = isObject(good) && Object.keys(good).length > 0;
    return isPart
      ? leavesOf(good, path)
      : [{ path, good, isRequired: false, isTyped: false, isNeverNull: false, text: {} }];
  });
}

/** A body with another value at a place, or without any. */
function withAt(body: JsonObject, [name = "", ...rest]: readonly string[], value: Json | undefined): JsonObject {
  const { [name]: member = {}, ...others } = body;
  const changed = rest.length === 0 ? value : withAt(isObject(member) ? member : {}, rest, value);
  return changed === undefined ? others : { ...others, [name]: changed };
}

/** What is refused. That a member of the body itself must be there is for `createUser.required`. */
function schemaOf(leaves: readonly Leaf[], depth = 0): JsonObject {
  const members = Map.groupBy(leaves, ({ path }) => path[depth] ?? "");
  const properties = [...members].flatMap(([name, within]): readonly [string, Json][] => {
    const [leaf] = within;
    const isLeaf = leaf !== undefined && leaf.path.length === depth + 1;
    const schema = isLeaf ? leafSchema(leaf, depth > 0) : schemaOf(within, depth + 1);
    return Object.keys(schema).length === 0 ? [] : [[name, schema]];
  });
  const required = [...members]
    .filter(([, within]) => within.some(({ isRequired }) => isRequired))
    .map(([name]) => name);
  return {
    ...(depth > 0 && required.length > 0 ? { type: "object", required } : {}),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
  };
}

function leafSchema({ good, isRequired, isTyped, isNeverNull, text }: Leaf, isWithin: boolean): JsonObject {
  const kind = typeOf(good) === "integer" ? "number" : typeOf(good);
  const type = isRequired || isNeverNull ? kind : [kind, "null"];
  const anyButNull = isRequired && isWithin ? { type: ["string", "number", "boolean", "object", "array"] } : {};
  return { ...(isTyped ? { type } : anyButNull), ...text };
}
