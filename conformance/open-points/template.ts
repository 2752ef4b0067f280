import {
  errorPlaceholders,
  optionalPlaceholders,
  repeatsPerField,
  onlyPlaceholder,
  placeholderPattern,
} from "../../fixtures/dialect/placeholders.ts";
import { isObject, jsonText, own, type Json, membersOf } from "../../fixtures/values/json.ts";
import { percentDecoded } from "../../fixtures/values/text.ts";
import { canonical } from "../log/records.ts";
import type { Errors } from "../../fixtures/dialect/errors.ts";
import { readJson } from "../target/envelope.ts";
import type { ExchangeResponse } from "../target/exchange.ts";
import { errorTemplate, type ErrorTemplate } from "../../fixtures/dialect/error-templates.ts";
import { failureKinds, type FailureKind } from "../../fixtures/dialect/failures.ts";
import { hideInBody, hideInPath, hideInQuery, type Masker } from "../../fixtures/secrets/named.ts";

/** The values of placeholders in a response: `undefined` without a value; what cannot be told is absent. */
export type Placeholders = Readonly<Record<string, Json | undefined>>;

/** A value in a response, `undefined` if the response does not have it, and what is known of the request. */
export interface Sample {
  readonly value: Json | undefined;
  readonly placeholders: Placeholders;
  /** The fields of the request that are wrong, as far as that is known. */
  readonly wrong?: ReadonlySet<string>;
  /** The names of the query parameters for the size and the position of a page. */
  readonly parameters?: { readonly size?: string | undefined; readonly place?: string | undefined };
}

/** What a template has where values differ and no placeholder fits; `undefined`: nothing. */
export type Otherwise = (values: readonly (Json | undefined)[], path: readonly string[]) => Json | undefined;

/**
 * The template of these values: what they share, with placeholders for what repeats the request, tells the place in a
 * list, or changes each time; `undefined` if nothing is left.
 */
export function inferTemplate(
  samples: readonly Sample[],
  otherwise: Otherwise,
  path: readonly string[] = [],
): Json | undefined {
  return merge(
    samples.map((sample) => ({
      ...sample,
      value: sample.value === undefined ? undefined : withEchoes(sample.value, sample, path),
    })),
    otherwise,
    path,
  );
}

/** A value with placeholders for what it repeats of its request. */
function withEchoes(value: Json, sample: Sample, path: readonly string[]): Json {
  const { placeholders, wrong = new Set() } = sample;
  if (Array.isArray(value)) return value.map((item) => withEchoes(item, sample, [...path, ""]));
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => [name, withEchoes(member, sample, [...path, name])] as const,
    );
    const isByField = members.length > 0 && members.every(([name]) => wrong.has(name));
    return isByField ? { "{{field}}": toReason(members[0]?.[1] ?? null) } : Object.fromEntries(members);
  }
  if (value === placeholders["status"]) return "{{status}}";
  if (value === placeholders["id"]) return "{{id}}";
  if (typeof value !== "string") return value;
  if (placeholders["status"] !== undefined && value === jsonText(placeholders["status"])) return "{{statusString}}";
  if (value === placeholders["title"]) return "{{title}}";
  return wrong.has(value)
    ? "{{field}}"
    : withPlaceInLink(withEchoesInText(value, sample, path.length === 0), sample, path.at(-1) ?? "");
}

/** In a member for each field, the text is the reason. */
function toReason(value: Json): Json {
  if (typeof value === "string") return "{{reason}}";
  return Array.isArray(value) ? ["{{reason}}"] : value;
}

function withEchoesInText(text: string, { placeholders, wrong = new Set() }: Sample, isBody: boolean): string {
  const { origin, path, id, method, status, title } = placeholders;
  const isPathNamed = typeof path === "string" && text.includes(path);
  const isMethodNamed = isPathNamed || (method !== "GET" && method !== "POST");
  const [field, ...otherFields] = [...wrong].filter((name) => hasWord(text, name));
  const echoes: readonly (readonly [placeholder: string, value: Json | undefined])[] = [
    ["origin", origin],
    ["path", path === "/" ? undefined : path],
    ["id", typeof id === "string" && id.length > 2 ? id : undefined],
    ["method", isMethodNamed ? method : undefined],
    ["title", isBody ? title : undefined],
    ["status", status],
    // A text that names several fields is a message of its own.
    ["field", otherFields.length === 0 ? field : undefined],
  ];
  return echoes.reduce(
    (textSoFar, [placeholder, value]) =>
      value === undefined || value === "" ? textSoFar : replaceWord(textSoFar, jsonText(value), `{{${placeholder}}}`),
    text,
  );
}

/** A link with the placeholder of the page it leads to, by its name, and of the size. */
function withPlaceInLink(text: string, { placeholders, parameters = {} }: Sample, name: string): string {
  const [address, query] = text.split("?");
  if (query === undefined || !/^(?:\{\{|https?:|\/)\S*$/.test(text)) return text;
  const parts = query.split("&").map((part) => {
    const [parameter = "", value = ""] = part.split("=");
    const decodedName = percentDecoded(parameter);
    const isValue = (placeholder: string): boolean => {
      const { [placeholder]: wantedValue } = placeholders;
      return wantedValue === undefined ? isCursor(placeholder, placeholders) : value === jsonText(wantedValue);
    };
    if (decodedName === parameters.size && isValue("size")) return `${parameter}={{size}}`;
    const place = suggestedBy(name).find(isValue);
    return decodedName === parameters.place && place !== undefined ? `${parameter}={{${place}}}` : part;
  });
  return `${address}?${parts.join("&")}`;
}

function hasWord(text: string, word: string): boolean {
  return replaceWord(text, word, "") !== text;
}

/** Replaces a word where it is not a part of a longer word or number, or of a placeholder. */
function replaceWord(text: string, word: string, replacement: string): string {
  if (word === "") return text;
  const [isBound, isBoundAtEnd] = [/^\w/, /\w$/].map((end) => end.test(word));
  let replaced = "";
  let done = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const end = at + word.length;
    const before = text.slice(Math.max(at - 2, 0), at);
    if (isBound === true && /[\w{-]$|\d\.$/.test(before)) continue;
    if (isBoundAtEnd === true && /^(?:[\w}-]|\.\d)/.test(text.slice(end, end + 2))) continue;
    replaced += text.slice(done, at) + replacement;
    done = end;
  }
  return replaced + text.slice(done);
}

function merge(samples: readonly Sample[], otherwise: Otherwise, path: readonly string[]): Json | undefined {
  const values = samples.map(({ value }) => value);
  if (values.every((value) => value === undefined)) return undefined;
  if (values.every((value) => isObject(value))) return mergeMembers(samples, otherwise, path);
  if (values.every(Array.isArray)) return mergeItems(samples, values, otherwise, path);
  const template =
    positionTemplate(samples, path.at(-1) ?? "") ??
    linkTemplate(samples) ??
    changingTemplate(values, path.at(-1) ?? "");
  if (template !== undefined) return template;
  const [first] = values;
  return values.every((value) => value !== undefined && canonical(value) === canonical(first))
    ? first
    : otherwise(values, path);
}

/** In the order of the object with the most members. */
function mergeMembers(samples: readonly Sample[], otherwise: Otherwise, path: readonly string[]): Json {
  const objects = samples.map(({ value }) => membersOf(value));
  const names = new Set(
    objects
      .toSorted((left, right) => Object.keys(right).length - Object.keys(left).length)
      .flatMap((one) => Object.keys(one)),
  );
  const members = [...names].flatMap((name): readonly (readonly [string, Json])[] => {
    const member = merge(
      samples.map((sample, index) => ({ ...sample, value: own(objects[index] ?? {}, name) })),
      otherwise,
      [...path, name],
    );
    if (member === undefined) return [];
    const isReason = repeatsPerField(name) && !JSON.stringify(member).includes("{{reason}}");
    return [[name, isReason ? toReason(member) : member]];
  });
  return Object.fromEntries(members);
}

/** Items about a field are repeated for each that is wrong; others are merged one by one. */
function mergeItems(
  samples: readonly Sample[],
  lists: readonly (readonly Json[])[],
  otherwise: Otherwise,
  path: readonly string[],
): Json | undefined {
  const items = samples.flatMap((sample, index) => (lists[index] ?? []).map((value) => ({ ...sample, value })));
  if (items.length > 0 && items.every(({ value }) => isAboutField(value))) {
    const text = JSON.stringify(merge(items, otherwise, path) ?? null);
    const item: Json = JSON.parse(text.replaceAll(/\{\{(?:message|code)\}\}/g, "{{reason}}"));
    return [item];
  }
  const [first = []] = lists;
  if (lists.some(({ length }) => length !== first.length))
    return otherwise(
      lists.map((list) => [...list]),
      path,
    );
  return first.map(
    (_, index) =>
      merge(
        samples.map((sample, nth) => ({ ...sample, value: lists[nth]?.[index] })),
        otherwise,
        path,
      ) ?? null,
  );
}

/** Whether an item itself names a field, not only a list in it, which is then repeated. */
function isAboutField(item: Json): boolean {
  return JSON.stringify(item, (_, value: unknown) => (Array.isArray(value) && value !== item ? [] : value)).includes(
    "{{field}}",
  );
}

/** Placeholders for the place in a list, and the names that suggest them, the most reliable first. */
const positions: readonly (readonly [placeholder: string, name: RegExp])[] = [
  ["hasNext", /next|more/i],
  ["hasPrev", /prev/i],
  ["pages", /pages|page_?count|last_?page|page_?total/i],
  ["size", /size|limit|per|take|rows|top|max/i],
  ["offset", /offset|skip|start|from/i],
  ["next", /next|cursor|after/i],
  ["prev", /prev|before/i],
  ["first", /first/i],
  ["last", /last/i],
  ["total", /total/i],
  ["count", /count|length|returned|items|results/i],
  ["total", /count|found|hits/i],
  ["page", /page|current|self|number/i],
];

function suggestedBy(name: string): readonly string[] {
  return positions.filter(([, pattern]) => pattern.test(name)).map(([placeholder]) => placeholder);
}

/** Whether a placeholder is a cursor to another page of a list, whose value cannot be told. */
function isCursor(placeholder: string, placeholders: Placeholders): boolean {
  return (
    /^(?:next|prev)$/.test(placeholder) &&
    Object.hasOwn(placeholders, "count") &&
    !Object.hasOwn(placeholders, placeholder)
  );
}

/** The placeholder whose value these are; equal values need a name that suggests it. */
function positionTemplate(samples: readonly Sample[], name: string): string | undefined {
  const values = samples.map(({ value }) => value ?? undefined);
  const suggested = suggestedBy(name);
  const others = new Set(values).size > 1 ? positions.map(([placeholder]) => placeholder) : [];
  const placeholder = [...suggested, ...others].find((one) => {
    const informed = samples.filter(({ placeholders }) => Object.hasOwn(placeholders, one));
    const isSame = informed.every(({ placeholders, value }) => placeholders[one] === (value ?? undefined));
    if (isSame && informed.some(({ value }) => value !== undefined && value !== null)) return true;
    const texts = values.filter((value) => value !== undefined);
    const isText = texts.length > 0 && texts.every((value) => typeof value === "string" && !/[/?]/.test(value));
    return suggested.includes(one) && isText && samples.every(({ placeholders }) => isCursor(one, placeholders));
  });
  return placeholder === undefined ? undefined : orNull(`{{${placeholder}}}`, samples);
}

/** A link that leads to the next or previous page, where there is one. */
function linkTemplate(samples: readonly Sample[]): string | undefined {
  const [link, ...others] = new Set(samples.flatMap(({ value }) => value ?? []));
  const [, place] = typeof link === "string" ? (/\{\{(next|prev)\}\}/.exec(link) ?? []) : [];
  if (typeof link !== "string" || place === undefined || others.length > 0) return undefined;
  const isRight = samples.every(
    ({ placeholders, value }) => typeof value === "string" || (placeholders[place] ?? undefined) === undefined,
  );
  return isRight ? orNull(link, samples) : undefined;
}

/** Asks for null where a value is null. */
function orNull(template: string, samples: readonly Sample[]): string {
  const isNull = samples.some(({ value }) => value === null);
  return isNull ? template.replaceAll(/\{\{(next|prev)\}\}/g, "{{$1 or null}}") : template;
}

/** A text of digits as a number, as positions are. */
export function toNumber(text: string): string | number {
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

const freshId =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}|[0-9a-f]{16,}|[0-9a-hjkmnp-tv-z]{26})$/i;

/** The placeholder of times of day with their date, and of ids that are new each time; a constant id is none. */
function changingTemplate(values: readonly (Json | undefined)[], name: string): string | undefined {
  const all = (test: (value: Json) => boolean): boolean => values.every((value) => value !== undefined && test(value));
  if (all((value) => typeof value === "string" && /\d:\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value))))
    return "{{now}}";
  const isVaried = new Set(values).size > 1;
  // A constant number is a time if that is today; others are from 2001 to 2096.
  const isTime = (value: Json, unit: number): boolean => {
    const milliseconds = Number.isInteger(value) ? Number(value) * unit : 0;
    return isVaried ? milliseconds > 1e12 && milliseconds < 4e12 : Math.abs(milliseconds - Date.now()) < 864e5;
  };
  if (all((value) => isTime(value, 1000))) return "{{nowSeconds}}";
  if (all((value) => isTime(value, 1))) return "{{nowMilliseconds}}";
  const isFresh = (text: string): boolean =>
    freshId.test(text)
      ? isVaried || values.length === 1
      : isVaried && /(?:id|trace)$/i.test(name) && /^\S{6,}$/.test(text);
  return all((value) => typeof value === "string" && isFresh(value)) ? "{{uuid}}" : undefined;
}

/** Stands for a placeholder in a body. */
export type Capture = readonly [name: string, value: unknown];

/** The status code of the response, or its placeholder in a template. */
type Status = number | "{{status}}";

/**
 * The values of a template's placeholders in a text; `undefined` if the text does not match. Spaces at the ends do not
 * count. Each part is searched once, from left to right, so that no target can make it slow.
 */
export function capturesInText(template: string, text: string, status: Status): readonly Capture[] | undefined {
  const fixed = template
    .trim()
    .replaceAll(placeholderPattern, (open, name) =>
      name === "status" || name === "statusString" ? String(status) : open,
    );
  // Texts, each followed by a name and what it has besides.
  const parts = fixed.split(placeholderPattern);
  const texts = parts.filter((_, index) => index % 3 === 0);
  const start = texts[0] === "" ? text : text.trimStart();
  const whole = texts.at(-1) === "" ? start : start.trimEnd();
  const captures: Capture[] = [];
  let end = 0;
  for (const [index, part] of texts.entries()) {
    const isLast = index === texts.length - 1;
    const at = index === 0 ? 0 : isLast ? whole.length - part.length : whole.indexOf(part, end);
    if (at < end || !whole.startsWith(part, at)) return undefined;
    if (index > 0) captures.push([parts[3 * index - 2] ?? "", whole.slice(end, at)]);
    end = at + part.length;
  }
  return end === whole.length ? captures : undefined;
}

/**
 * The values of a template's placeholders in a JSON value; `undefined` if it does not match. A single placeholder
 * matches any value, and one that only some failures have also matches a missing member or item. Repeated parts are not
 * captured.
 */
export function capturesIn(template: Json, value: unknown, status: Status): readonly Capture[] | undefined {
  if (typeof template === "string") {
    if (template === value) return [];
    const name = onlyPlaceholder(template);
    if (name === "status") return value === status ? [] : undefined;
    if (name !== undefined && name !== "statusString") return [[name, value]];
    return typeof value === "string" ? capturesInText(template, value, status) : undefined;
  }
  if (Array.isArray(template)) return capturesInList(template, value, status);
  if (!isObject(template)) return value === template ? [] : undefined;
  if (!isObject(value)) return undefined;
  const each = Object.entries(template).find(([name]) => repeatsPerField(name))?.[1];
  const isOther = (name: string): boolean => !Object.hasOwn(template, name);
  const others = Object.entries(value).filter(([name]) => isOther(name));
  if (!others.every(([, member]) => each !== undefined && capturesIn(each, member, status) !== undefined))
    return undefined;
  return joinCaptures(
    Object.entries(template).map(([name, member]) => {
      if (Object.hasOwn(value, name)) return capturesIn(member, value[name], status);
      return repeatsPerField(name) || isOptional(member) ? [] : undefined;
    }),
  );
}

function capturesInList(template: readonly Json[], value: unknown, status: Status): readonly Capture[] | undefined {
  if (!Array.isArray(value)) return undefined;
  if (template.some(repeatsPerField)) {
    const isMade = value.every((item) => template.some((one) => capturesIn(one, item, status) !== undefined));
    return isMade ? [] : undefined;
  }
  const requiredItems = template.filter((item) => !isOptional(item));
  if (value.length < requiredItems.length || value.length > template.length) return undefined;
  const items = value.length === template.length ? template : requiredItems;
  return joinCaptures(items.map((item, index) => capturesIn(item, value[index], status)));
}

function joinCaptures(parts: readonly (readonly Capture[] | undefined)[]): readonly Capture[] | undefined {
  const matching = parts.filter((part) => part !== undefined);
  return matching.length === parts.length ? matching.flat() : undefined;
}

function isOptional(template: Json): boolean {
  const name = typeof template === "string" ? onlyPlaceholder(template) : undefined;
  if (name === undefined) return false;
  return !Object.hasOwn(errorPlaceholders, name) || optionalPlaceholders.has(name);
}

/**
 * How a failure differs from the declared `errors`; `undefined` if it does not.
 * @param kind the kind of the failure; if it is unknown, any kind is accepted
 */
export function errorProblem(response: ExchangeResponse, declared: Errors, kind?: FailureKind): string | undefined {
  const shared = errorTemplate(declared, kind);
  const kinds = kind === undefined ? failureKinds : [kind];
  const templates = [shared, ...kinds.map((name) => errorTemplate(declared, name))];
  return templates.some((template) => problemWith(response, template) === undefined)
    ? undefined
    : problemWith(response, shared);
}

function problemWith(response: ExchangeResponse, { contentType, body: template }: ErrorTemplate): string | undefined {
  const { status, headers, body } = response;
  const [type, declaredType] = [headers["content-type"] ?? "", contentType ?? ""].map(mediaType);
  if (type !== declaredType) {
    const captures = type === "" ? "no content type" : `the content type "${type}"`;
    return `a failure has ${captures}; the dialect declares ${declaredType || "none"} (errors)`;
  }
  const captures =
    typeof template === "string"
      ? capturesInText(template, body, status)
      : capturesIn(template, readJson(response), status);
  return captures === undefined
    ? `the body of a failure does not have the declared format, ${JSON.stringify(template)} (errors)`
    : undefined;
}

function mediaType(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

/**
 * Headers that a client of this interface reads: caching, languages, changes of the API, and places in a list. Those of
 * rate limits, CORS, rejections and created users are of other keys.
 */
const readByClients =
  /^(?:cache-control|vary|content-language|link|deprecation|sunset|warning|(?:x-)?api-version|content-range|(?:x-)?(?:total|count|pages?|limit|offset|has-more|(?:total|per|next|prev|previous|first|last)-(?:count|pages?|records|items|offset|cursor)|(?:page|result|record|item)-(?:number|size|count)|pagination(?:-[a-z-]+)?))$/;

/** Headers whose values are new each time: their form is shareable, a value is not. */
const namesRequest = /^(?:x-)?(?:(?:request|correlation|trace)-?id|traceparent)$/;

/** Whether a dialect may have a header, by its name in lower case. */
export function isClientHeader(name: string): boolean {
  return readByClients.test(name) || namesRequest.test(name);
}

/** Whether a dialect, which is made to be committed, may show the template of a header. */
export function isShareableHeader(name: string, template: string): boolean {
  return namesRequest.test(name) ? template === "{{uuid}}" : isShareableText(template);
}

const masker: Masker = { hide: () => "(hidden)", rest: (text) => text };

const address = /[^\s@<>"']@[^\s@<>"']+\.[a-z]{2}/i;

/** Whether a text has neither an e-mail address nor a credential, by its form or by the name of its parameter. */
function isShareableText(text: string): boolean {
  const parts = text.split(/[?\s<>"',;]+/);
  const hasCredential = parts.some((part) => hideInQuery(part, masker) !== part || hideInPath(part, masker) !== part);
  return !hasCredential && !address.test(text);
}

/**
 * A template without what is private by its name or value.
 * @param instead replaces such members and items; by default, they are left out
 */
export function withoutPrivate(template: Json, instead?: Json): Json {
  if (typeof template !== "object") return template;
  const copy: Json = JSON.parse(JSON.stringify(template), (name, value: Json) => {
    if (Array.isArray(value)) return value.filter((item) => item !== undefined);
    if (isObject(value)) return value;
    const member = JSON.stringify({ [name]: value });
    const isPublic = hideInBody(member, masker) === member && (typeof value !== "string" || isShareableText(value));
    return isPublic ? value : instead;
  });
  return copy;
}
