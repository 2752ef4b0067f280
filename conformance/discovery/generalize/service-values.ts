import { isObject, type Json, type JsonObject } from "../../../fixtures/json.ts";
import { own } from "../../../fixtures/own.ts";
import type { Members } from "../../target/envelope.ts";
import { canonical } from "../../target/records.ts";
import { at, leavesOf, withAt } from "../leaves.ts";
import { formatOf } from "./format.ts";
import { isAbbreviation, isDerived, sourceOf, withSent } from "./sent-texts.ts";

/** A created user: what was sent, and the result. */
export interface CreationResult {
  readonly sent: Members;
  readonly record: Members;
}

/** The values that the service sets in a user by itself. */
export interface ServiceValues {
  /** For fields that a body leaves out. */
  readonly defaults: Readonly<Record<string, Json>>;
  /** Whatever a body contains. */
  readonly generated: Readonly<Record<string, Json>>;
  /** Fields that a body may or may not set, which is unknown; they are among the defaults. */
  readonly doubtful: readonly string[];
}

/** The values of other users in the same place. */
const same = "{{same}}";

/** A value of users, and its fallback if a body lacks the source of it. */
interface Rule {
  readonly value: Json | undefined;
  readonly otherwise?: Json | undefined;
}

/**
 * The differences from what was sent, for two users: one created with a minimal body, one with a full one.
 * @param full absent if there is only one
 * @param idName the member with the id of a user
 * @param others users from before
 */
export function serviceValues(
  minimal: CreationResult,
  full: CreationResult | undefined,
  idName = "id",
  others: readonly Members[] = [],
): ServiceValues {
  const defaults = new Map<string, Json>();
  const generated = new Map<string, Json>();
  const doubtful: string[] = [];
  const both = full === undefined ? [minimal] : [minimal, full];
  for (const name of new Set(both.flatMap(({ record }) => Object.keys(record)))) {
    const isOverruled = both.some((made) => isSentInVain(name, made));
    const isKept = both.some((made) => Object.hasOwn(made.sent, name)) && !isOverruled;
    const rules = both.flatMap((made) => {
      const isTaken = Object.hasOwn(made.sent, name) && !isSentInVain(name, made);
      const isThere = Object.hasOwn(made.record, name);
      return isTaken || !isThere ? [] : [{ made, value: templateOf(made.record[name], [name], made, idName) }];
    });
    const { value: made, otherwise } = ruleOf(rules, [name], others);
    const value = sharedValue(made, [name], others);
    if (otherwise !== undefined) defaults.set(name, otherwise);
    if (value === undefined) continue;
    if (isOverruled || isOwnKind(value) || (hasPlaceholder(value) && !isKept)) generated.set(name, value);
    else if (!Object.hasOwn(minimal.sent, name)) {
      defaults.set(name, value);
      if (!isKept) doubtful.push(name);
    }
  }
  return { defaults: Object.fromEntries(defaults), generated: Object.fromEntries(generated), doubtful };
}

function isSentInVain(name: string, { sent, record }: CreationResult): boolean {
  return Object.hasOwn(sent, name) && Object.hasOwn(record, name) && canonical(sent[name]) !== canonical(record[name]);
}

/**
 * Values as in all created users: if one of them has another constant, the others' value counts; a value that never
 * comes from the body is a constant.
 */
export function commonServiceValues(
  values: Readonly<Record<string, Json>>,
  created: readonly CreationResult[],
): JsonObject {
  return leavesOf(values).reduce<JsonObject>((known, { path, value }) => {
    const from = bodyPlace(value);
    const isOther = ({ sent, record }: CreationResult): boolean => {
      const [said, shown] = [at(sent, from ?? path), at(record, path)];
      const expected = from === undefined && said === undefined ? value : from && said;
      return expected !== undefined && shown !== undefined && canonical(shown) !== canonical(expected);
    };
    if (!created.some(isOther) || (from === undefined && hasPlaceholder(value))) return known;
    const [first, ...others] = new Set(created.map(({ record }) => JSON.stringify(at(record, path) ?? null)));
    if (from === undefined) return withAt(known, path, same);
    return first === undefined || others.length > 0 ? known : withAt(known, path, JSON.parse(first));
  }, values);
}

/** The path in a body of a single placeholder. */
export function bodyPlace(value: Json): readonly string[] | undefined {
  return typeof value === "string" ? /^\{\{body\.([^}]*)\}\}$/.exec(value)?.[1]?.split(".") : undefined;
}

/** Ids and timestamps have no other source. */
function isOwnKind(value: Json): boolean {
  return typeof value === "string" && /\{\{(?!body\b)[^}]+\}\}/.test(value);
}

function hasPlaceholder(value: Json): boolean {
  return JSON.stringify(value).includes("{{");
}

interface Sample {
  readonly made: CreationResult;
  /** The value in the dialect's notation. */
  readonly value: Json;
}

/** The value in one or two users. */
function ruleOf([one, other]: readonly Sample[], path: readonly string[], others: readonly Members[]): Rule {
  if (one === undefined || [one, other].some((sample) => sample !== undefined && isShortened(sample, path)))
    return { value: undefined };
  if (other === undefined || canonical(one.value) === canonical(other.value)) return { value: one.value };
  const name = path.at(-1) ?? "";
  const isNamed = other.value === `{{body.${name}}}` && !Object.hasOwn(one.made.sent, name);
  const isSame = canonical(at(one.made.record, path)) === canonical(at(other.made.record, path));
  if (isSame && !isMadeOf(one.value) && !isNamed) return { value: one.value };
  if (isObject(one.value) && isObject(other.value)) return ruleOfObjects(one, other, path, others);
  const isLacking = isMadeOf(other.value) && !isMadeOf(one.value);
  if (isLacking)
    return { value: other.value, ...(at(one.made.record, path) !== undefined && { otherwise: one.value }) };
  if (isMadeOf(one.value) || isMadeOf(other.value)) return { value: undefined };
  const values = [one.value, other.value];
  if (values.every((value) => Number.isSafeInteger(value) && (name === "id" || Number(value) < maxCounted)))
    return { value: "{{count}}" };
  if (values.every((value) => formatOf(value) === "uuid")) return { value: "{{uuid}}" };
  const isSeen = (value: Json): boolean => others.some((user) => canonical(at(user, path)) === canonical(value));
  if (values.every(isSeen)) return { value: same };
  const [text, alsoText] = values;
  if (typeof text !== "string" || typeof alsoText !== "string" || isDerived(text, one.made.sent))
    return { value: undefined };
  return { value: `${sharedStart(text, alsoText)}{{random}}` };
}

function isShortened({ made }: Sample, path: readonly string[]): boolean {
  return isAbbreviation(at(made.record, path), at(made.sent, path));
}

function ruleOfObjects(one: Sample, other: Sample, path: readonly string[], users: readonly Members[]): Rule {
  const [members, others] = [one.value, other.value].map((value) => (isObject(value) ? value : {}));
  const rules = [...new Set(Object.keys({ ...members, ...others }))].map((name) => {
    const samples = [one, other].flatMap(({ made }, index): readonly Sample[] => {
      const value = own([members, others][index] ?? {}, name);
      return value === undefined ? [] : [{ made, value }];
    });
    return [name, ruleOf(samples, [...path, name], users)] as const;
  });
  const partOf = (part: keyof Rule): JsonObject =>
    Object.fromEntries(
      rules.flatMap(([name, rule]) => {
        const value = rule[part];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  const otherwise = partOf("otherwise");
  return { value: partOf("value"), ...(Object.keys(otherwise).length > 0 && { otherwise }) };
}

/** The common start of two texts, up to a separator: `key_` of `key_1f` and `key_1c`. */
function sharedStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return /^.*[^\p{L}\p{N}]/u.exec(one.slice(0, length))?.[0] ?? "";
}

/** Whether a value is derived from the body. */
function isMadeOf(value: Json): boolean {
  return JSON.stringify(value).includes("{{body.");
}

/** Larger numbers are timestamps. */
const maxCounted = 100_000_000;

/** An id-like value that all users have belongs to the account, not the service: `org: org-a495cc89`. */
function sharedValue(value: Json | undefined, path: readonly string[], others: readonly Members[]): Json | undefined {
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, sharedValue(member, [...path, name], others) ?? null]),
    );
  }
  const isIdLike = typeof value === "string" && /^(?=.*\d)[\w.:-]{4,64}$/.test(value) && formatOf(value) !== "date";
  return isIdLike && others.length > 1 && others.every((other) => at(other, path) === value) ? same : value;
}

/** With placeholders for the user's own id, for timestamps, and for values elsewhere in the body. */
function templateOf(value: unknown, path: readonly string[], made: CreationResult, idName: string): Json {
  const id = made.record[idName];
  if (value === id && id !== undefined) return "{{id}}";
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => [
      name,
      templateOf(member, [...path, name], made, idName),
    ]);
    return Object.fromEntries(members);
  }
  const [timestamp] = Object.entries(timestamps).find(([, isOne]) => isOne(value)) ?? [];
  const source = sourceOf(value, path, made.sent);
  if (source !== undefined) return `{{body.${source.join(".")}}}`;
  if (timestamp !== undefined) return `{{${timestamp}}}`;
  const json: Json = JSON.parse(JSON.stringify(value ?? null));
  if (typeof json !== "string") return json;
  const withId = typeof id === "string" && id.length >= 4 ? json.replaceAll(id, "{{id}}") : json;
  return withSent(withId, made.sent);
}

/** A timestamp in a usual format: a text, or milliseconds or seconds since 1970. */
const timestamps: Readonly<Record<string, (value: unknown) => boolean>> = {
  now: (value) => formatOf(value) === "date-time",
  nowMilliseconds: (value) => Number.isSafeInteger(value) && Number(value) > 1e12 && Number(value) < 4e12,
  nowSeconds: (value) => Number.isSafeInteger(value) && Number(value) > 1e9 && Number(value) < 4e9,
};
