import { isObject } from "../../../fixtures/json.ts";
import { formatOf, isFieldName } from "./format.ts";

/** More fields than anybody compares; the rest is counted. */
const mostFields = 60;

/** How deep a record is described: its fields, and the members of those. */
const depth = 2;

/** The fields of records and their JSON types, in alphabetical order: `id: text, seenAt: text (date-time) or null`. */
export function describeFields(records: readonly unknown[]): string {
  const objects = records.filter(isObject);
  const names = fieldNames(objects);
  const shown = names.filter(isFieldName);
  const parts = shown.slice(0, mostFields).map((name) => `${name}: ${describeMember(objects, name)}`);
  if (shown.length > mostFields) parts.push(`and ${shown.length - mostFields} more`);
  if (shown.length < names.length) parts.push("and members named by data");
  return parts.length === 0 ? "no field" : parts.join(", ");
}

/** What the elements of a list are: `objects with id: text`, `texts`, or several of these. */
export function describeElements(elements: readonly unknown[]): string {
  const kinds = new Set(elements.map((element) => formatOf(element).replace(/ \(.*/, "")));
  return [...kinds]
    .toSorted()
    .map((kind) =>
      kind === "object" ? `objects with ${describeFields(elements)}` : kind === "null" ? kind : `${kind}s`,
    )
    .join(" or ");
}

function fieldNames(objects: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return [...new Set(objects.flatMap((object) => Object.keys(object)))].toSorted();
}

function describeMember(objects: readonly Readonly<Record<string, unknown>>[], name: string): string {
  const holders = objects.filter((object) => Object.hasOwn(object, name));
  const type = describeType(
    holders.map((object) => object[name]),
    depth,
  );
  return holders.length < objects.length ? `${type} or absent` : type;
}

/** The types of values, `null` last. */
function describeType(values: readonly unknown[], levels: number): string {
  const formats = new Set(values.map(formatOf));
  const isNullable = formats.delete("null");
  const types = [...mergeTexts(mergeNumbers(formats))].toSorted().map((format) => {
    if (format === "object") return describeObjects(values.filter(isObject), levels);
    if (format === "list") return describeLists(values.filter(Array.isArray), levels);
    return format;
  });
  return [...types, ...(isNullable ? ["null"] : [])].join(" or ");
}

function mergeNumbers(formats: ReadonlySet<string>): ReadonlySet<string> {
  if (!formats.has("number")) return formats;
  return new Set([...formats].filter((format) => format !== "integer"));
}

/** Texts of several formats have none. */
function mergeTexts(formats: ReadonlySet<string>): ReadonlySet<string> {
  const texts = [...formats].filter((format) => format.startsWith("text"));
  if (texts.length <= 1) return formats;
  return new Set([...[...formats].filter((format) => !format.startsWith("text")), "text"]);
}

/** Names the members only where several objects agree on them: else they may be data that serves as keys. */
function describeObjects(objects: readonly Readonly<Record<string, unknown>>[], levels: number): string {
  const names = fieldNames(objects);
  const isForm = objects.length > 1 && objects.every((object) => Object.keys(object).length === names.length);
  if (levels <= 1 || !isForm || names.length === 0 || names.length > 12 || !names.every(isFieldName)) return "object";
  return `object (${names.join(", ")})`;
}

function describeLists(lists: readonly (readonly unknown[])[], levels: number): string {
  const elements = lists.flat();
  return elements.length === 0 || levels <= 1 ? "list" : `list of ${describeType(elements, levels - 1)}`;
}
