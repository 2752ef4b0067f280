import { isRepeated } from "../../fixtures/dialect/placeholders.ts";
import { isObject, jsonText, own, type Json } from "../../fixtures/values/json.ts";
import { percentDecoded } from "../../fixtures/values/text.ts";
import { canonical } from "../target/records.ts";

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
  const objects = samples.map(({ value }) => (isObject(value) ? value : {}));
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
    const isReason = isRepeated(name) && !JSON.stringify(member).includes("{{reason}}");
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
