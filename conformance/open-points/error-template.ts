import { errorKind, errorTemplate, isRepeated, type ErrorTemplate } from "../../fixtures/dialect/error-templates.ts";
import type { ErrorKind, Errors } from "../../fixtures/dialect/errors.ts";
import { failureKindSchema, type FailureKind } from "../../fixtures/dialect/statuses.ts";
import { isObject, toJson, type Json, type JsonObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { canonical } from "../target/records.ts";
import { parseJson } from "../target/parse-json.ts";
import { capturesIn, capturesInText, type Capture } from "./template-match.ts";

// Importing node:http as a module also loads a web client, which takes longer than most commands.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** A failure as received, and its request. */
export interface FailureSample {
  readonly kind: FailureKind;
  readonly status: number;
  /** `null` if there is none. */
  readonly contentType: string | null;
  readonly body: string;
  readonly method: string;
  readonly path: string;
  /** The id in the path. */
  readonly id?: string | undefined;
  /** The fields or the parameter that are wrong in the request, as far as that is known. */
  readonly wrong?: readonly string[] | undefined;
}

/** A failure whose body has placeholders for what it repeats of its request. */
interface Sample extends Omit<FailureSample, "body"> {
  /** JSON, or a text that is not JSON. */
  readonly body: Json;
}

/** The errors of a dialect, and the failures that it does not describe. */
export interface LearnedErrors {
  readonly value: Errors;
  readonly others: readonly { readonly kind: FailureKind; readonly status: number }[];
}

const formats = ["problem", "enveloped", "object", "text"] as const;

/** Stands for a part that changes without a rule: the mock leaves it out. */
const varying = "{{varies}}";

/**
 * Failures as the `errors` of a dialect: in a known format, or else as they were seen, with placeholders.
 * @param fields the names of the fields of bodies, which failures may name
 */
export function errorsOf(given: readonly FailureSample[], fields: ReadonlySet<string>): LearnedErrors {
  const samples = given.map(withPlaceholders);
  const ofKinds = failureKindSchema.options.flatMap((kind) => {
    const forms = Map.groupBy(
      samples.filter((sample) => sample.kind === kind),
      (sample) => formOf(sample, fields),
    );
    const [most, ...rest] = [...forms.values()].toSorted((left, right) => right.length - left.length);
    return most === undefined ? [] : [{ kind, most, others: rest.flat() }];
  });
  const shared = sharedErrors(ofKinds.map(({ most }) => most));
  const kinds: { [kind in FailureKind]?: ErrorKind } = {};
  for (const { kind, most } of ofKinds) {
    const found = differencesOf(most, errorTemplate(shared), fields);
    const near = errorKind({ ...shared, kinds }, kind) ?? {};
    if (canonical(found) !== canonical(near)) kinds[kind] = found;
  }
  const value = Object.keys(kinds).length === 0 ? shared : { ...shared, kinds };
  return { value, others: ofKinds.flatMap(({ others }) => others.map(({ kind, status }) => ({ kind, status }))) };
}

/** The known format of most kinds, or else what those of the commonest form have in common. */
function sharedErrors(kinds: readonly (readonly Sample[])[]): Errors {
  const byForm = [...Map.groupBy(kinds, ([first]) => (first === undefined ? "" : formOf(first, new Set()))).values()];
  // With equal counts, a form with a body: an empty one says nothing about kinds that were not seen.
  const hasBody = (of: readonly (readonly Sample[])[]): number => Number(of[0]?.[0]?.body !== "");
  const [most = []] = byForm.toSorted((left, right) => right.length - left.length || hasBody(right) - hasBody(left));
  for (const format of formats) {
    const template = errorTemplate({ format });
    const fitting = kinds.filter((samples) => valuesIn(samples, template) !== undefined);
    // The known formats, except for text, name the wrong fields.
    const invalid = kinds.flat().filter(({ kind }) => kind === "invalidBody");
    const isNaming =
      format === "text" ||
      invalid.every((sample) => capturesOf(sample, template)?.some(([name]) => name === "errors") !== false);
    if (fitting.length > 0 && fitting.length >= most.length && isNaming) return { format };
  }
  const [first] = most.flat();
  const bodies = most.flat().map(({ body }) => body);
  return { format: "template", contentType: first?.contentType ?? null, body: mergeBodies(bodies, "") };
}

/** How the failures of a kind differ from the shared template. */
function differencesOf(samples: readonly Sample[], shared: ErrorTemplate, fields: ReadonlySet<string>): ErrorKind {
  const values = valuesIn(samples, shared);
  if (values !== undefined) return Object.keys(values).length === 0 ? {} : { values };
  const [first] = samples;
  const body = mergeBodies(
    samples.map((sample) => withFields(sample.body, wrongIn(sample, fields))),
    "",
  );
  const contentType = first?.contentType ?? null;
  return {
    ...(contentType === shared.contentType ? {} : { contentType }),
    ...(canonical(body) === canonical(shared.body) ? {} : { body }),
  };
}

/** The names to look for in a failure: what is wrong, if that is known, or any field. */
function wrongIn({ kind, wrong }: Sample, fields: ReadonlySet<string>): ReadonlySet<string> {
  const isOfBody = kind === "invalidBody" || kind === "conflict" || kind === "unreadableBody";
  return new Set(wrong !== undefined && wrong.length > 0 ? wrong : isOfBody ? fields : []);
}

/** Parts for which the mock has a text of its own, if a service varies them. */
const ownWords: ReadonlySet<string> = new Set(["code", "message", "title"]);

/**
 * The values of a template's placeholders in the failures of a kind; `undefined` if they do not have its form, or not
 * the same values.
 */
function valuesIn(samples: readonly Sample[], template: ErrorTemplate): JsonObject | undefined {
  const found = new Map<string, Json>();
  const varyingNames = new Set<string>();
  for (const sample of samples) {
    const captures = capturesOf(sample, template);
    if (captures === undefined) return undefined;
    // One placeholder cannot have two values.
    const texts = new Map(captures.map(([name, value]) => [name, JSON.stringify(value)]));
    if (captures.some(([name, value]) => texts.get(name) !== JSON.stringify(value))) return undefined;
    for (const [name, value] of captures) {
      const json = toJson(value);
      if (name === "errors" && areFieldErrors(json)) continue;
      if (typeof json === "object" && json !== null) return undefined;
      if (json === `{{${name}}}`) continue;
      const known = found.get(name) ?? json;
      if (known !== json && !ownWords.has(name)) return undefined;
      if (known !== json) varyingNames.add(name);
      found.set(name, json);
    }
  }
  return Object.fromEntries([...found].filter(([name]) => !varyingNames.has(name)));
}

function capturesOf({ status, contentType, body }: Sample, template: ErrorTemplate): readonly Capture[] | undefined {
  if (contentType !== template.contentType) return undefined;
  if (typeof template.body !== "string") return capturesIn(template.body, body, status);
  if (typeof body !== "string" || template.body.endsWith("\n") !== body.endsWith("\n")) return undefined;
  return capturesInText(template.body, body.replace(/\n$/, ""), status);
}

/** As in the known formats. */
function areFieldErrors(value: Json): boolean {
  return (
    Array.isArray(value) &&
    value.every((item) => isObject(item) && typeof item["field"] === "string" && Object.keys(item).length === 2)
  );
}

/** One template for several bodies: what they share, and placeholders for the rest. */
function mergeBodies(bodies: readonly Json[], name: string): Json {
  const [first = null] = bodies;
  if (bodies.every((body) => canonical(body) === canonical(first)) && !isObject(first) && !Array.isArray(first))
    return first;
  if (bodies.every(Array.isArray)) return mergeLists(bodies, name);
  if (bodies.every((body) => isObject(body))) return mergeMembers(bodies);
  return bodies.every((body) => typeof body === "string") ? mergeTexts(bodies) : varying;
}

/** Texts with a placeholder for the part in which they differ; where they have the same tags, for the parts between. */
function mergeTexts(texts: readonly string[]): string {
  const [first = ""] = texts;
  if (texts.every((text) => text === first)) return first;
  // A kind may have another text in its place.
  if (texts.filter((text) => text === "{{title}}").length * 2 > texts.length) return "{{title}}";
  const parts = texts.map((text) => text.split(/(<[^>]*>)/));
  const [pieces = []] = parts;
  const isSameMarkup = parts.every(
    (other) =>
      other.length === pieces.length && other.every((part, index) => index % 2 === 0 || part === pieces[index]),
  );
  if (pieces.length > 1 && isSameMarkup)
    return pieces.map((_, index) => mergeTexts(parts.map((part) => part[index] ?? ""))).join("");
  // What is shared ends and begins at a sign: other words belong to the message.
  const start = /^.*(?:[:>()[\]"'|=#;\n]|\}\})\s*/s.exec(sharedStart(texts))?.[0] ?? "";
  const rests = texts.map((text) => text.slice(start.length));
  const reversed = sharedStart(rests.map(reverse));
  const end = /\s*[<>()[\]"|;\n].*$/s.exec(reverse(reversed))?.[0] ?? "";
  const middles = rests.map((text) => text.slice(0, text.length - end.length));
  // A word that reads like an identifier is a code, any other text a message.
  const isCode = middles.every((text) => /^[A-Za-z][\w.:/-]{0,80}$/.test(text));
  // A message would name the field again.
  const text = start.includes("{{field}}") ? "{{reason}}" : "{{message}}";
  return start + (isCode ? "{{code}}" : text) + end;
}

function reverse(text: string): string {
  return Array.from(text).toReversed().join("");
}

function sharedStart([first = "", ...others]: readonly string[]): string {
  let length = 0;
  while (length < first.length && others.every((text) => text[length] === first[length])) length += 1;
  return first.slice(0, length);
}

function mergeLists(lists: readonly (readonly Json[])[], name: string): Json {
  const items = lists.flat();
  // An item about a field is repeated for each that is wrong.
  if (items.length > 0 && items.every(isAboutField)) {
    const item = mergeBodies(items, name);
    const text = JSON.stringify(item).replaceAll("{{message}}", "{{reason}}").replaceAll("{{code}}", "{{reason}}");
    const template: Json = JSON.parse(text);
    return [template];
  }
  const [first = []] = lists;
  if (lists.some(({ length }) => length !== first.length)) return "{{errors}}";
  return first.map((_, index) =>
    mergeBodies(
      lists.map((list) => list[index] ?? null),
      name,
    ),
  );
}

/** Whether an item itself names a field, not only a list in it, which is then repeated. */
function isAboutField(item: Json): boolean {
  const text = JSON.stringify(item, (_, value: unknown) => (Array.isArray(value) && value !== item ? [] : value));
  return text.includes("{{field}}");
}

/** In the order of the body with the most members. */
function mergeMembers(objects: readonly JsonObject[]): Json {
  const longest = objects.toSorted((left, right) => Object.keys(right).length - Object.keys(left).length);
  const names = [...new Set(longest.flatMap((object) => Object.keys(object)))];
  const members = names.map((name): [string, Json] => {
    if (!objects.every((object) => Object.hasOwn(object, name))) return [name, varying];
    const merged = mergeBodies(
      objects.map((object) => own(object, name) ?? null),
      name,
    );
    const isReason = isRepeated(name) && !JSON.stringify(merged).includes("{{reason}}");
    return [name, isReason ? withReason(merged) : merged];
  });
  return Object.fromEntries(members);
}

/** In a member for each field, the text is the reason. */
function withReason(value: Json): Json {
  if (typeof value === "string") return "{{reason}}";
  return Array.isArray(value) ? ["{{reason}}"] : value;
}

/** A body with a placeholder for each name of a wrong field, alone or in a sentence. */
function withFields(value: Json, wrong: ReadonlySet<string>): Json {
  if (wrong.size === 0) return value;
  if (typeof value === "string") {
    if (wrong.has(value)) return "{{field}}";
    const [only, ...others] = [...wrong].filter((name) => value.includes(name));
    if (only === undefined || others.length > 0) return value;
    return value.replaceAll(new RegExp(String.raw`(?<![\w{-])${escaped(only)}(?![\w}-])`, "g"), "{{field}}");
  }
  if (Array.isArray(value)) return value.map((item) => withFields(item, wrong));
  if (!isObject(value)) return value;
  const isByField = Object.keys(value).length > 0 && Object.keys(value).every((name) => wrong.has(name));
  if (isByField) return { "{{field}}": withReason(Object.values(value)[0] ?? null) };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withFields(member, wrong)]));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** The names and types of all members, which make up the form of a failure. */
function formOf({ contentType, body }: Sample, fields: ReadonlySet<string>): string {
  const form = (value: Json): Json => {
    if (Array.isArray(value))
      return value.length === 0 ? [] : [...new Set(value.map((item) => JSON.stringify(form(item))))];
    if (!isObject(value)) return value === null ? "null" : typeof value;
    const names = Object.keys(value);
    if (names.length > 0 && names.every((name) => fields.has(name))) return "fields";
    return names.toSorted().map((name) => [name, form(own(value, name) ?? null)]);
  };
  return JSON.stringify([contentType, form(body)]);
}

const dateWords =
  "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*|[AP]M|[A-Z]{3,4}";

/** Values that change each time: times of day with their date, and ids of requests and traces. */
const changing: readonly (readonly [placeholder: string, pattern: RegExp])[] = [
  ["now", new RegExp(String.raw`^(?=.*\d:\d\d:\d\d)(?=.*20\d\d)(?:[\d\s:.,/+-]|(?<=\d)[TZ]|\b(?:${dateWords})\b)+$`)],
  [
    "uuid",
    /^(?:(?:[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4})-[0-9a-f]{2,12}|[0-9a-f]{16,}|[0-9a-hjkmnp-tv-z]{26})$/i,
  ],
];

/** The placeholder of a value that changes each time; `undefined` if it is none. Times are from 2001 to 2096. */
function changingPlaceholder(value: string | number): string | undefined {
  if (typeof value === "string") return changing.find(([, pattern]) => pattern.test(value))?.[0];
  if (!Number.isInteger(value)) return undefined;
  if (value > 1e9 && value < 4e9) return "nowSeconds";
  return value > 1e12 && value < 4e12 ? "nowMilliseconds" : undefined;
}

/** RFC 9110 changed these names. */
const newNames: Readonly<Record<number, string>> = { 413: "Content Too Large", 422: "Unprocessable Content" };

/** Replaces what a failure repeats of its request, and what changes each time. */
function withPlaceholders(sample: FailureSample): Sample {
  const { status, method, path, id = "" } = sample;
  const title = newNames[status] ?? STATUS_CODES[status];
  const echoed = (text: string): string => {
    const named = (path.length > 1 ? text.replaceAll(path, "{{path}}") : text).replaceAll(
      new RegExp(String.raw`(?<![\w-])${method}(?![\w-])`, "g"),
      (found) => (text.includes(path) || !["GET", "POST"].includes(method) ? "{{method}}" : found),
    );
    return id.length > 2 ? named.replaceAll(id, "{{id}}") : named;
  };
  const leaf = (value: string | number): Json => {
    if (value === status) return "{{status}}";
    if (value === String(status)) return "{{statusString}}";
    if (value === title) return "{{title}}";
    const placeholder = changingPlaceholder(value);
    if (placeholder !== undefined) return `{{${placeholder}}}`;
    return typeof value === "string" ? echoed(value) : value;
  };
  const text = withoutScripts(sample.body);
  const parsed = toJson(parseJson(text));
  const isStructure = isObject(parsed) || Array.isArray(parsed);
  return { ...sample, body: isStructure ? mapLeaves(parsed, leaf) : withStatus(echoed(text), status, title) };
}

/** A text with placeholders for the status code and its name. */
function withStatus(text: string, status: number, title = ""): string {
  const named = title === "" ? text : text.replaceAll(title, "{{title}}");
  return named.replaceAll(new RegExp(String.raw`(?<![\w.{])${status}(?![\w}]|\.\d)`, "g"), "{{status}}");
}

function mapLeaves(value: Json, map: (leaf: string | number) => Json): Json {
  if (typeof value === "string" || typeof value === "number") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, map));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapLeaves(member, map)]));
}

/** A page without its scripts and event handlers: a mock must not run what a service sent. */
function withoutScripts(text: string): string {
  if (!/<[a-z]/i.test(text)) return text;
  return text
    .replaceAll(/<script\b(?:(?!<\/script)[^])*(?:<\/script\s*>|$)/gi, "{{varies}}")
    .replaceAll(/\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)/gi, "{{varies}}")
    .replaceAll(/\bjavascript:[^"'\s>]*/gi, "{{varies}}");
}
