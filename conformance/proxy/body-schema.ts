import type { z } from "zod";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";

type Json = z.core.util.JSONType;
export type JsonSchema = { readonly [key: string]: Json };

/**
 * The JSON Schema of the body of `createUser` that a dialect declares: the required fields, not null; fields of the
 * declared types; no others where these are refused. What the service sets itself is not judged. Like the schema of a
 * user it stands alone, with `$ref`s from its own root.
 */
export function bodySchema({ createUser, records }: Dialect): JsonSchema {
  const { required: _, properties: declared, ...others } = records.user;
  const properties = new Map(Object.entries(isSchema(declared) ? declared : {}));
  for (const field of createUser.required) {
    properties.set(field, { allOf: [properties.get(field) ?? {}], not: { type: "null" } });
  }
  for (const field of Object.keys(createUser.generated)) properties.set(field, {});
  return {
    ...others,
    type: "object",
    required: createUser.required,
    properties: Object.fromEntries(properties),
    ...(createUser.unknownFields === "reject" ? { additionalProperties: false } : {}),
  };
}

/** The same schema in another document, at `base`: each `$ref` leads there. */
export function relocated(schema: Json, base: string): Json {
  if (Array.isArray(schema)) return schema.map((item) => relocated(item, base));
  if (!isSchema(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, member]) => {
      if (key === "$ref" && typeof member === "string") return [key, member.replace(/^#/, base)];
      return [key, isData(key, member) ? member : relocated(member, base)];
    }),
  );
}

/** Values, not schemas; a property may have such a name, and is a schema. */
function isData(key: string, member: Json): boolean {
  return ["const", "enum", "default", "examples"].includes(key) && !isSchema(member);
}

function isSchema(value: Json | undefined): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
