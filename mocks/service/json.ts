import type { z } from "zod";

export type Json = z.core.util.JSONType;

export type JsonObject = Readonly<Record<string, Json>>;

/** A JSON value as it reads in a text: a text as it is, anything else as JSON writes it. */
export function jsonText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
