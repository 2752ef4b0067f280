import { errorPlaceholders, isRepeated } from "../../../fixtures/dialect/error-templates.ts";
import { isObject, type Json } from "../../../fixtures/json.ts";
import { own } from "../../../fixtures/own.ts";
import { canonical } from "../../target/records.ts";
import { textTemplate } from "./text-template.ts";

/** One failure: its status code, and a value in its body. */
export interface StatusValue {
  readonly status: number;
  readonly value: Json;
}

/** Stands for a changing part without a placeholder. The mock leaves it out, and the judge accepts any value. */
const varying = "{{varies}}";

/** Whether a placeholder may have this name. */
function isFree(name: string): boolean {
  return /^\w+$/.test(name) && !Object.hasOwn(errorPlaceholders, name);
}

/**
 * Generalizes values of one form to a template.
 * @param fields names of the fields of bodies: in failures listed by field, the part for each field is repeated
 * @param isShared whether kinds of failures set its placeholders: then each text has its own
 */
export function generalize(
  samples: readonly StatusValue[],
  fields: ReadonlySet<string> = new Set(),
  isShared = false,
): Json {
  /** The values of `{{code}}` and `{{message}}` so far: another text gets its own name. */
  const slots = new Map<string, string>();

  function merged(of: readonly StatusValue[], name: string): Json {
    const values = of.map(({ value }) => value);
    const [first = null] = values;
    if (values.every((value) => typeof value === "string")) return ofTexts(of, values, name);
    if (of.every(({ status, value }) => value === status)) return "{{status}}";
    if (values.every(Array.isArray)) return ofLists(of, values, name);
    if (values.every((value) => isObject(value))) return ofMembers(of, values);
    if (values.every((value) => canonical(value) === canonical(first))) return first;
    const isWord = values.every((value) => typeof value !== "object" || value === null);
    return isWord && (name === "code" || isFree(name)) ? `{{${name}}}` : varying;
  }

  function ofTexts(of: readonly StatusValue[], texts: readonly string[], name: string): Json {
    if (texts.every((text) => fields.has(text))) return "{{field}}";
    if (texts.every((text, index) => text === String(of[index]?.status))) return "{{statusString}}";
    // A kind may have another text in its place.
    if (texts.filter((text) => text === "{{title}}").length * 2 > texts.length) return "{{title}}";
    const template = textTemplate(texts.map((text, index) => ({ status: of[index]?.status ?? 0, text })));
    if (template !== "{{code}}" && template !== "{{message}}") return template;
    const said = JSON.stringify(texts);
    const known = slots.get(template) ?? said;
    slots.set(template, known);
    return known === said || !isShared || !isFree(name) ? template : `{{${name}}}`;
  }

  function ofLists(of: readonly StatusValue[], lists: readonly (readonly Json[])[], name: string): Json {
    const [first = []] = lists;
    const isSameLength = lists.every((list) => list.length === first.length);
    if (fields.size > 0 && (!isSameLength || lists.some((list) => list.some(isAboutField)))) {
      const item = repeated(of.flatMap(({ status }, at) => (lists[at] ?? []).map((value) => ({ status, value }))));
      return item === undefined ? "{{errors}}" : [item];
    }
    if (!isSameLength) return "{{errors}}";
    return first.map((_, index) =>
      merged(
        of.map(({ status }, at) => ({ status, value: lists[at]?.[index] ?? null })),
        name,
      ),
    );
  }

  /** In the order of the failure with the most members. */
  function ofMembers(of: readonly StatusValue[], objects: readonly Record<string, Json>[]): Json {
    const longest = objects.toSorted((left, right) => Object.keys(right).length - Object.keys(left).length);
    const names = [...new Set(longest.flatMap((object) => Object.keys(object)))];
    const isText = objects.some((object) => Object.values(object).some((member) => typeof member === "string"));
    // A single member may be something else of this name: `{ name: "ValidationError" }`.
    if (objects.every((object) => isByField(object, fields)) && (!isText || names.length > 1)) {
      const each = repeated(
        of.flatMap(({ status }, at) => Object.values(objects[at] ?? {}).map((value) => ({ status, value }))),
      );
      return { "{{field}}": each ?? (isText ? "{{reason}}" : ["{{reason}}"]) };
    }
    const members = names.map((name): [string, Json] => {
      const there = of.flatMap(({ status }, at) => {
        const value = own(objects[at] ?? {}, name);
        return value === undefined ? [] : [{ status, value }];
      });
      if (there.length === of.length) return [name, merged(there, name)];
      return [name, there.every(({ value }) => typeof value === "object") ? "{{errors}}" : varying];
    });
    return Object.fromEntries(members);
  }

  /** The part for each field; `undefined` if it has no common form. */
  function repeated(of: readonly StatusValue[]): Json | undefined {
    const items = of.map(({ status, value }) => ({ status, value: withFields(value) }));
    const item = generalize(items);
    const text = JSON.stringify(item).replaceAll("{{message}}", "{{reason}}");
    const template: Json = JSON.parse(text);
    return isRepeated(template) && !text.includes(varying) ? template : undefined;
  }

  /** Whether an item names a field itself, not in a nested list of objects, which is then by field. */
  function isAboutField(item: Json): boolean {
    const isDeeper = (value: Json): boolean =>
      isObject(value) &&
      Object.values(value).some((member) =>
        Array.isArray(member) ? member.some((one) => isObject(one)) && namesField(member) : isDeeper(member),
      );
    return namesField(item) && !isDeeper(item);
  }

  function namesField(value: Json): boolean {
    return JSON.stringify(withFields(value)) !== JSON.stringify(value);
  }

  function withFields(value: Json): Json {
    return JSON.parse(
      JSON.stringify(value, (_, member: unknown) =>
        typeof member === "string" && fields.has(member) ? "{{field}}" : member,
      ),
    );
  }

  return fixedBody(samples, fields) ?? merged(samples, "");
}

/** Whether each member is about a field: all have a list, or all a text. */
export function isByField(object: Record<string, Json>, fields: ReadonlySet<string>): boolean {
  const members = Object.entries(object);
  return (
    members.length > 0 &&
    members.every(([name]) => fields.has(name)) &&
    (members.every(([, member]) => Array.isArray(member)) || members.every(([, member]) => typeof member === "string"))
  );
}

/** A constant text for any missing part of a body, although it names several fields. */
function fixedBody([first, ...others]: readonly StatusValue[], fields: ReadonlySet<string>): Json | undefined {
  const { value = null } = first ?? {};
  const isSame = others.length > 1 && others.every((other) => canonical(other.value) === canonical(value));
  const words = new Set(JSON.stringify(value).match(/[\w$-]+/g));
  return isSame && [...fields].filter((name) => words.has(name)).length > 1 ? value : undefined;
}
