import { isObject, type Json } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { isFieldName } from "./text-format.ts";

/** The values of placeholders in a response: `undefined` without a value; unknown ones are absent. */
export type Places = Readonly<Record<string, number | boolean | string | undefined>>;

/** A response: the values of its placeholders, and one value in it; `undefined` if it has none. */
export interface PlacedValue {
  readonly places: Places;
  readonly value: Json | undefined;
  /** The names of the query parameters for the size and position of a page. */
  readonly parameters: { readonly size?: string | undefined; readonly place?: string | undefined };
}

/** Member names that suggest a placeholder, the most reliable first. */
const hints: readonly (readonly [placeholder: string, name: RegExp])[] = [
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

/**
 * Generalizes these values to a template, with placeholders for the position in a list; `undefined` if that is not
 * possible.
 */
export function placeTemplate(samples: readonly PlacedValue[], name: string): Json | undefined {
  const present = samples.filter(({ value }) => value !== undefined && value !== null);
  const [first] = present;
  if (first?.value === undefined) return samples.some(({ value }) => value === null) ? null : undefined;
  if (present.every(({ value }) => isObject(value))) return ofMembers(present);
  const texts = placeholdersFor(samples, name).find(
    (template) =>
      samples.every((sample) => isMadeOf(template, sample)) &&
      (present.some(({ places }) => isKnown(template, places)) || isCursor(template, present, name)),
  );
  const isConstant = present.every(({ value }) => JSON.stringify(value) === JSON.stringify(first.value));
  if (texts !== undefined) return samples.some(({ value }) => value === null) ? orNull(texts) : texts;
  // Included records do not belong in a template.
  if (Array.isArray(first.value))
    return isConstant && !first.value.some((item) => typeof item === "object") ? first.value : [];
  // Parts that vary without a rule are as in the first response.
  return samples[0]?.value === null ? null : first.value;
}

function ofMembers(samples: readonly PlacedValue[]): Json {
  const names = new Set(samples.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])));
  return Object.fromEntries(
    [...names].filter(isFieldName).flatMap((name) => {
      const values = samples.map(({ value, ...rest }) => ({
        ...rest,
        value: isObject(value) ? own(value, name) : undefined,
      }));
      const template = placeTemplate(values, name);
      return template === undefined ? [] : [[name, template]];
    }),
  );
}

/** Possible templates for the values: those that the name suggests, and, if values differ, all others. */
function placeholdersFor(samples: readonly PlacedValue[], name: string): readonly string[] {
  const hinted = hints.filter(([, pattern]) => pattern.test(name)).map(([placeholder]) => placeholder);
  const values = new Set(samples.map(({ value }) => JSON.stringify(value)));
  const names = [...hinted, ...(values.size > 1 ? hints.map(([placeholder]) => placeholder) : [])];
  const addresses = samples.flatMap((sample) => addressTemplates(sample, names));
  // An unknown cursor would fit the whole of a link, too.
  return [...new Set(addresses), ...names.map((placeholder) => `{{${placeholder}}}`)];
}

/** Templates for the URL of a page: `{{path}}?page={{next}}`. */
function addressTemplates({ value, places, parameters }: PlacedValue, names: readonly string[]): readonly string[] {
  if (typeof value !== "string" || !/[/?]/.test(value)) return [];
  const { origin = "", path = "" } = places;
  const [address = "", query] = value.split("?");
  const isOwn = origin !== "" && address.startsWith(String(origin));
  const below = isOwn ? address.slice(String(origin).length) : address;
  const shown = (isOwn ? "{{origin}}" : "") + (below === path ? "{{path}}" : below);
  const given = (query === undefined ? [] : query.split("&")).map((part) => {
    const [name = ""] = part.split("=");
    return { name, part, parameter: decoded(name) };
  });
  const { place, size } = parameters;
  const isPlaced = given.some(({ parameter }) => parameter === place);
  const placed = isPlaced || place === undefined ? given : [...given, { name: place, part: "", parameter: place }];
  const withParts = (parts: typeof given, placeholder = ""): string => {
    const shownParts = parts.map(({ name, part, parameter }) => {
      if (parameter === place) return `${name}={{${placeholder}}}`;
      return parameter === size ? `${name}={{size}}` : part;
    });
    return [shown, shownParts.join("&")].filter((part) => part !== "").join("?");
  };
  return [...(isPlaced ? [] : [withParts(given)]), ...names.map((placeholder) => withParts(placed, placeholder))];
}

/** Whether two URLs are equal except for parameters that one may omit: the size, and the position of the first page. */
function areAlike(one: string, other: string, { places, parameters }: PlacedValue): boolean {
  const [[address, query = ""] = [], [otherAddress, otherQuery = ""] = []] = [one, other].map((text) =>
    text.split("?"),
  );
  const given = new URLSearchParams(query);
  const others = new URLSearchParams(otherQuery);
  return (
    address === otherAddress &&
    [...new Set([...given.keys(), ...others.keys()])].every((name) => {
      const [value, otherValue] = [given.get(name), others.get(name)];
      if (value !== null && otherValue !== null) return value === otherValue;
      return (
        name === parameters.size || (name === parameters.place && (value ?? otherValue) === String(places["first"]))
      );
    })
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether the values of a template's placeholders are known. */
function isKnown(template: string, places: Places): boolean {
  return [...template.matchAll(placeholderIn)].every(([, placeholder = ""]) => Object.hasOwn(places, placeholder));
}

/** Texts without a known meaning that lead to another page, by their name. */
function isCursor(template: string, samples: readonly PlacedValue[], name: string): boolean {
  const pattern = template.includes("{{next}}")
    ? /next|cursor|after/i
    : template.includes("{{prev}}")
      ? /prev|before/i
      : undefined;
  return pattern?.test(name) === true && samples.every(({ value }) => typeof value === "string");
}

const placeholderIn = /\{\{(\w+)\}\}/g;

/** Whether a value matches the template; unknown placeholders match anything. */
function isMadeOf(template: string, sample: PlacedValue): boolean {
  const { value, places } = sample;
  const names = [...template.matchAll(placeholderIn)].map(([, name = ""]) => name);
  if (names.some((name) => !Object.hasOwn(places, name))) return true;
  const isLacking = names.some((name) => places[name] === undefined);
  if (value === undefined || value === null) return isLacking;
  if (isLacking) return false;
  const [only] = names;
  if (`{{${only}}}` === template && only !== undefined) return places[only] === value;
  const made = template.replaceAll(placeholderIn, (_, name: string) => String(places[name]));
  return made === value || (typeof value === "string" && made.includes("?") && areAlike(made, value, sample));
}

function orNull(template: string): string {
  return template.replaceAll(/\{\{(next|prev)\}\}/g, "{{$1 or null}}");
}
