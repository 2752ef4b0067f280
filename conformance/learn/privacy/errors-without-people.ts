import type { Json } from "../../../fixtures/json.ts";
import type { Guard } from "./guard.ts";

/** The `errors` of a dialect that was learned, without texts that hold a word of somebody: `{{message}}` instead. */
export function errorsWithoutPeople(errors: Json, guard: Guard): Json {
  if (typeof errors !== "object" || errors === null || Array.isArray(errors) || errors["format"] !== "template") {
    return errors;
  }
  const { contentType = "", body = null } = errors;
  const isTypeFree = typeof contentType === "string" && guard.isFree(contentType);
  const plainType = typeof body === "string" ? "text/plain" : "application/json";
  return { ...errors, contentType: isTypeFree ? contentType : plainType, body: valueWithoutPeople(body, guard) };
}

function valueWithoutPeople(value: Json, guard: Guard): Json {
  if (typeof value === "string") return textWithoutPeople(value, guard);
  if (typeof value === "number") return guard.isFree(String(value)) ? value : 0;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => valueWithoutPeople(item, guard));
  const members = Object.entries(value).filter(([name]) => guard.isFree(name) || isMemberName(name));
  return Object.fromEntries(members.map(([name, member]) => [name, valueWithoutPeople(member, guard)]));
}

/** The names of an error's members are the service's own. */
function isMemberName(name: string): boolean {
  return /^[a-z][A-Za-z_]{0,24}$/.test(name);
}

/** Tags and placeholders stay where they are; between them goes what is not free. */
function textWithoutPeople(text: string, guard: Guard): string {
  if (guard.isFree(text.replaceAll(/\{\{\w+\}\}/g, " "))) return text;
  const parts = text.split(/(<[^>]*>|\{\{\w+\}\})/);
  const free = parts.filter((part) => /^\{\{\w+\}\}$/.test(part) || guard.isFree(part));
  const isMarkup = /<[^>]*>/.test(text);
  const hasMessage = free.includes("{{message}}");
  return isMarkup && hasMessage ? free.join("") : "{{message}}";
}
