import type { Json } from "../../../fixtures/json.ts";
import { memberOf } from "../../anonymise/structure.ts";
import type { Guard } from "./guard.ts";

type Schema = { [keyword: string]: Json };

/**
 * A schema that was learned, without what names somebody: values that are no enumeration beyond doubt, and members
 * that are named by data.
 */
export function schemaWithoutPeople(schema: Json, place: string, guard: Guard): Json {
  if (!isSchema(schema)) return schema;
  return Object.assign({}, ...Object.entries(schema).map(([keyword, value]) => kept(keyword, value, place, guard)));
}

/** What becomes of one keyword. Those that `learn` does not write are left out. */
function kept(keyword: string, value: Json, place: string, guard: Guard): Schema {
  switch (keyword) {
    case "type":
    case "format":
      return { [keyword]: value };
    case "enum":
      return enumeration(Array.isArray(value) ? value : [], place, guard);
    case "required":
      return { required: namesOf(value).filter((name) => guard.keepsName(place, name)) };
    case "properties":
      return { properties: properties(isSchema(value) ? value : {}, place, guard) };
    case "items":
      return { items: schemaWithoutPeople(value, `${place}[]`, guard) };
    default:
      return {};
  }
}

function enumeration(values: readonly Json[], place: string, guard: Guard): Schema {
  const texts = values.filter((value) => typeof value === "string");
  if (texts.every((text) => guard.keepsText(place, text))) return { enum: [...values] };
  return { type: values.includes(null) ? ["string", "null"] : "string" };
}

function properties(given: Schema, place: string, guard: Guard): Schema {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => guard.keepsName(place, name))
      .map(([name, schema]) => [name, schemaWithoutPeople(schema, memberOf(place, name), guard)]),
  );
}

function namesOf(value: Json): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

function isSchema(value: Json): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
