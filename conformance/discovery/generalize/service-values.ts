import type { Json } from "../../../fixtures/json.ts";
import { own } from "../../../fixtures/own.ts";
import type { Members } from "../../target/envelope.ts";
import { canonical } from "../../target/records.ts";
import { formatOf } from "./format.ts";

/** A user who was created: what was sent, and what came of it. */
export interface Made {
  readonly sent: Members;
  readonly record: Members;
}

/** What the service sets in a user by itself. */
export interface ServiceValues {
  /** For fields that a body leaves out. */
  readonly defaults: Readonly<Record<string, Json>>;
  /** Whatever a body says. */
  readonly generated: Readonly<Record<string, Json>>;
  /** Fields of which it was not seen whether a body can set them; they are among the defaults. */
  readonly doubtful: readonly string[];
}

/**
 * What differs from what was sent, of two users: one created with little, one with everything.
 * @param full absent where there is but one
 * @param idName the member that holds the id of a user
 * @param others users who were there before
 */
export function serviceValues(
  minimal: Made,
  full: Made | undefined,
  idName = "id",
  others: readonly Members[] = [],
): ServiceValues {
  const defaults = new Map<string, Json>();
  const generated = new Map<string, Json>();
  const doubtful: string[] = [];
  for (const name of new Set([...Object.keys(minimal.record), ...Object.keys(full?.record ?? {})])) {
    const value = sharedValue(fixedValue(name, idName, minimal, full), name, others);
    if (value === undefined) continue;
    const isOverruled = [minimal, full].some((made) => made !== undefined && isSentInVain(name, made));
    const isKept = [minimal, full].some((made) => made !== undefined && Object.hasOwn(made.sent, name)) && !isOverruled;
    if (isOverruled || isOwnKind(value)) generated.set(name, value);
    else if (!Object.hasOwn(minimal.sent, name)) {
      defaults.set(name, value);
      if (!isKept) doubtful.push(name);
    }
  }
  return { defaults: Object.fromEntries(defaults), generated: Object.fromEntries(generated), doubtful };
}

function isSentInVain(name: string, { sent, record }: Made): boolean {
  return Object.hasOwn(sent, name) && Object.hasOwn(record, name) && canonical(sent[name]) !== canonical(record[name]);
}

/** Whether the value is made of what was sent elsewhere: in another field, or deeper, as in `{ user: { team: "blue" } }`. */
function isSentElsewhere(name: string, { sent, record }: Made): boolean {
  const value = canonical(record[name]);
  return Object.entries(sent).some(([other, member]) =>
    typeof member === "object" && member !== null
      ? value.length > 2 && canonical(member).includes(value)
      : other !== name && typeof member === "string" && member.length > 7 && value.includes(member),
  );
}

/** Ids and timestamps come from nowhere else. */
function isOwnKind(value: Json): boolean {
  return typeof value === "string" && /\{\{(id|now|count|uuid|same)\}\}/.test(value);
}

/** The value of a field that was not sent, as a dialect writes it; `undefined` where it changes without a rule. */
function fixedValue(name: string, idName: string, minimal: Made, full: Made | undefined): Json | undefined {
  const values = [minimal, full].flatMap((made) => {
    if (made === undefined || !Object.hasOwn(made.record, name)) return [];
    const isTaken = Object.hasOwn(made.sent, name) && !isSentInVain(name, made);
    return isTaken || isSentElsewhere(name, made) ? [] : [templated(made.record[name], made.record[idName])];
  });
  const [first] = values;
  if (values.every((value) => canonical(value) === canonical(first))) return first;
  if (values.every((value) => Number.isSafeInteger(value) && Number(value) < maxCounted)) return "{{count}}";
  return values.every((value) => formatOf(value) === "uuid") ? "{{uuid}}" : undefined;
}

/** Larger numbers are timestamps. */
const maxCounted = 100_000_000;

/** What all users have and reads like an id is not the service's, but the account's: `org: org-a495cc89`. */
function sharedValue(value: Json | undefined, name: string, others: readonly Members[]): Json | undefined {
  const isIdLike = typeof value === "string" && /^(?=.*\d)[\w.:-]{4,64}$/.test(value) && formatOf(value) !== "date";
  return isIdLike && others.length > 1 && others.every((other) => own(other, name) === value) ? "{{same}}" : value;
}

/** With `{{id}}` for the user's own id, and `{{now}}` for a timestamp. */
function templated(value: unknown, id: unknown): Json {
  if (value === id && id !== undefined) return "{{id}}";
  const isNow = formatOf(value) === "date-time";
  if (isNow) return "{{now}}";
  const json: Json = JSON.parse(JSON.stringify(value ?? null));
  return typeof json === "string" && typeof id === "string" && id.length >= 4 ? json.replaceAll(id, "{{id}}") : json;
}
