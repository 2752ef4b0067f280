import {
  listOf,
  listOperationIds,
  type ListName,
  type ListOperationId,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { type Json, isObject, jsonText } from "../../fixtures/values/json.ts";
import type { Exchange } from "../log/model.ts";
import { canonical } from "../log/records.ts";
import { NotApplicable, NotExpressible, type Answer, type NotShown, type Reader } from "./reader.ts";
import type { CodedFailure } from "../../fixtures/dialect/failures.ts";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import { errorsSchema } from "../../fixtures/dialect/errors.ts";
import { shortened } from "../../fixtures/values/text.ts";
import { identifierSchema, type Identifier } from "../../fixtures/dialect/identifier-schema.ts";

/** What a target does at an open point. */
export interface Reading {
  readonly value: Json;
  /** What shows it, the deciding exchange last. */
  readonly exchanges: readonly Exchange[];
  /** Why another value would fit, too; absent if none would. */
  readonly doubt?: string | undefined;
  /** What the reader of a dialect should know besides. */
  readonly note?: string | undefined;
  /** What to say instead of the subject and the value. */
  readonly words?: string;
  /** What the target does that this value, or any value of a dialect, does not say: a sentence without a full stop. */
  readonly problem?: string | undefined;
  /** If it refutes other declared values, but the same or a larger number would fit as well: why it is not the value. */
  readonly unproven?: NotShown;
}

/**
 * When a key is read. What clients meet most often comes first, since requests may run out; bodies that create nothing
 * come before creations, of which there may be few; then one request for each field; then what reads the requests of
 * others, and the whole log.
 */
export const readingStages = ["first", "required", "bodies", "creations", "fields", "rejections", "log"] as const;

/** An open point: a dialect key, how it is read from a target, and its words. */
export interface OpenPoint {
  /** `paging.users.maxSize`; `observed.…` if a dialect has no key for it. */
  readonly key: string;
  /** The operations that show it. */
  readonly operations: readonly OperationId[];
  /** The declared requirement that judges it; absent if none does. */
  readonly requirement?: string | undefined;
  /** The observations that report it. */
  readonly observedBy?: readonly string[] | undefined;
  /** The kind of failure that a rejection at this point is. */
  readonly rejectedAs?: CodedFailure;
  /** `first` by default. */
  readonly stage?: (typeof readingStages)[number];
  /** What it is about, to come before the value: `listUsers pages hold`. */
  readonly subject: string;
  /** A value in words: `20 users`. By default, texts and names are in backticks. */
  readonly say?: (value: Json) => string;
  /** Whether a value is as declared; by default if it is the same. */
  readonly fits?: (declared: Json, value: Json) => boolean;
  /**
   * Reads it, whatever is declared.
   * @throws NotShown if the target does not show it
   */
  readonly read: (reader: Reader, operation: OperationId) => Promise<Reading>;
  /**
   * Reads whether the target does what is declared, if that takes other requests than to find out what it does. The
   * value is the declared one, or what is done instead.
   */
  readonly check?: (declared: Json, reader: Reader, operation: OperationId) => Promise<Reading>;
}

/** A row of each list, which asks it. */
interface ListRow extends Omit<OpenPoint, "key" | "operations" | "say" | "read" | "check"> {
  readonly say?: (value: Json, list: ListName) => string;
  readonly read: (reader: Reader, operation: ListOperationId) => Promise<Reading>;
  readonly check?: (declared: Json, reader: Reader, operation: ListOperationId) => Promise<Reading>;
}

/** The rows of each list, with its name instead of `{list}` in keys and `{operation}` in subjects. */
export function listPoints(rows: Readonly<Record<string, ListRow>>): readonly OpenPoint[] {
  return listOperationIds.flatMap((operation) => {
    const list = listOf(operation);
    return Object.entries(rows).map(([key, { subject, say, read, check, ...row }]): OpenPoint => ({
      ...row,
      key: key.replace("{list}", list),
      operations: [operation],
      subject: subject.replace("{operation}", operation),
      ...(say !== undefined && { say: (value: Json) => say(value, list) }),
      read: (reader) => read(reader, operation),
      ...(check !== undefined && { check: (declared: Json, reader: Reader) => check(declared, reader, operation) }),
    }));
  });
}

/**
 * Checks a declared value that each exchange can refute.
 * @param findExchanges what the value says something of
 * @param findProblem what is wrong with an exchange, as a sentence without a full stop
 */
export function checkEach(
  findExchanges: (reader: Reader, operation: OperationId) => Promise<readonly Answer[]>,
  findProblem: (declared: Json, exchange: Answer, reader: Reader) => string | undefined | Promise<string | undefined>,
): NonNullable<OpenPoint["check"]> {
  return async (declared, reader, operation) => {
    const exchanges = await findExchanges(reader, operation);
    for (const exchange of exchanges) {
      const problem = await findProblem(declared, exchange, reader);
      if (problem !== undefined) return { value: declared, exchanges: [exchange], problem };
    }
    return { value: declared, exchanges: exchanges.slice(0, 3) };
  };
}

/** The names in a declared list of fields. @throws NotApplicable if there are none */
export function namesIn(declared: Json): readonly string[] {
  if (!Array.isArray(declared) || declared.length === 0) throw new NotApplicable("the dialect declares no field");
  return declared.map(String);
}

/** A reading that no other value would fit. */
export function reading(value: Json, exchanges: readonly Exchange[], more: Partial<Reading> = {}): Reading {
  return { value, exchanges, ...more };
}

/** A reading of what no value of a dialect says. */
export function beyondDialects(problem: string, exchanges: readonly Exchange[]): Reading {
  return { value: null, exchanges, problem };
}

/** The reading, if a dialect can have its value. @throws NotShown if it cannot, or others would fit as well */
export async function requireValue(read: Promise<Reading>): Promise<Reading> {
  const found = await read;
  if (found.unproven !== undefined) throw found.unproven;
  if (found.problem === undefined) return found;
  throw new NotExpressible(found.problem);
}

/** Whether a target does the same at an open point as another value says. Lists of fields have no order. */
export function isSameValue(one: Json, other: Json): boolean {
  return canonical(withoutOrder(one)) === canonical(withoutOrder(other));
}

function withoutOrder(value: Json): Json {
  return Array.isArray(value) ? value.map(canonical).toSorted() : value;
}

/** A value in words: names and texts in backticks, numbers unchanged. */
export function plainly(value: Json): string {
  if (value === null) return "none";
  return typeof value === "number" || typeof value === "boolean" ? String(value) : `\`${jsonText(value)}\``;
}

/** Words for each value of an enumeration. */
export function wordFor(words: Readonly<Record<string, string>>): (value: Json) => string {
  return (value) => (typeof value === "string" ? (words[value] ?? value) : plainly(value));
}

/** For values that are either rejected or ignored. */
export const rejectedOr = wordFor({
  ignore: "ignored",
  default: "ignored",
  reject: "rejected",
  rejectInLists: "rejected by lists",
});

/** `email, name and role`. */
export function fieldsInWords(value: Json): string {
  if (!Array.isArray(value) || value.length === 0) return "no field";
  return new Intl.ListFormat("en-GB").format(value.map(String).toSorted());
}

const alphabetWords: Readonly<Record<Extract<Identifier, { kind: "prefixed" }>["alphabet"], string>> = {
  digits: "digits",
  hex: "hexadecimal digits",
  base36: "digits and lower-case letters",
  base62: "digits and letters",
};

export function describeId(value: Json): string {
  const parsed = identifierSchema.safeParse(value);
  if (!parsed.success) return plainly(value);
  const format = parsed.data;
  if (format.kind === "prefixed") {
    const rest = `${format.length} ${alphabetWords[format.alphabet]}`;
    return format.prefix === "" ? rest : `\`${format.prefix}\` and ${rest}`;
  }
  return { any: "strings of any format", integer: "whole numbers", digits: "whole numbers as strings", uuid: "UUIDs" }[
    format.kind
  ];
}

/** The media type and the body of failures, with its placeholders. */
export function describeErrors(value: Json): string {
  const parsed = errorsSchema.safeParse(value);
  if (!parsed.success) return plainly(value);
  const { contentType, body } = errorTemplate(parsed.data);
  const text = jsonText(body).trim();
  const kinds = Object.keys(parsed.data.kinds ?? {});
  const own = kinds.length === 0 ? "" : `, and its own at ${kinds.join(", ")}`;
  const type = contentType?.split(";")[0] ?? "no content type,";
  return `${type} ${text === "" ? "without a body" : `\`${shortened(text, 160)}\``}${own}`;
}

/** The fields of a record with their types: `id: string, seenAt: string (date-time) or null`. */
export function describeSchema(value: Json): string {
  if (!isObject(value)) return plainly(value);
  const { properties, required } = value;
  if (!isObject(properties) || Object.keys(properties).length === 0) return describeType(value);
  const always = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, schema]) => `${name}: ${describeType(schema)}${always.has(name) ? "" : " or absent"}`)
    .join(", ");
}

/** The type of a value from its schema: `string (date) or null`, `object (code, seats)`, `array of string`. */
function describeType(schema: Json): string {
  if (!isObject(schema)) return "any value";
  const { type, enum: choices, format, properties, items } = schema;
  const details: Readonly<Record<string, string>> = {
    ...(typeof format === "string" && { string: `string (${format})` }),
    ...(isObject(properties) && { object: `object (${Object.keys(properties).join(", ")})` }),
    ...(items !== undefined && { array: `array of ${describeType(items)}` }),
  };
  const ofChoices = Array.isArray(choices) ? choices.map((one) => (one === null ? "null" : typeof one)) : [];
  const types = type === undefined ? [...new Set(ofChoices)] : [type].flat().map(String);
  return types.length === 0 ? "any value" : types.map((one) => details[one] ?? one).join(" or ");
}

/** A value in the words of its open point: `listUsers pages hold 20 users`. */
export function inWords({ subject, say = plainly }: Pick<OpenPoint, "subject" | "say">, value: Json): string {
  return `${subject} ${say(value)}`;
}
