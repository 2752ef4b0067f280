import { isObject, type Json } from "../../../fixtures/json.ts";
import { errorTemplate, type ErrorTemplate } from "../../../fixtures/dialect/error-templates.ts";
import type { Errors } from "../../../fixtures/dialect/errors.ts";
import { matchesJson } from "../../discovery/matches-template.ts";
import { parseJson } from "../../target/parse-json.ts";
import { jsonTemplate } from "./json-template.ts";
import { textTemplate } from "./text-template.ts";

/** A failure as it was received. */
export interface FailureSample {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const formats = ["problem", "enveloped", "object", "text"] as const;

/** The `errors` of a dialect that words failures like these; all of one content type, one at least. */
export function errorsOf(samples: readonly FailureSample[]): Errors {
  const template = templateOf(samples);
  const format = formats.find((name) => isBuiltIn(errorTemplate({ format: name }), template, samples));
  return format === undefined ? { format: "template", ...template } : { format };
}

function templateOf(samples: readonly FailureSample[]): ErrorTemplate {
  const [{ contentType } = { contentType: "" }] = samples;
  const structures = samples.map(({ body }) => structureIn(body));
  if (structures.every((value) => value !== undefined)) {
    const values = samples.map(({ status }, index) => ({ status, value: structures[index] ?? null }));
    return { contentType: contentType || "application/json", body: jsonTemplate(values) ?? {} };
  }
  const texts = samples.map(({ status, body }) => ({ status, text: body }));
  return { contentType: contentType || "text/plain", body: textTemplate(texts) };
}

/** A JSON object or list; a text or a number is told from plain text by nothing. */
function structureIn(body: string): Json | undefined {
  const value: Json = JSON.parse(JSON.stringify(parseJson(body) ?? null));
  return isObject(value) || Array.isArray(value) ? value : undefined;
}

function isBuiltIn(builtIn: ErrorTemplate, found: ErrorTemplate, samples: readonly FailureSample[]): boolean {
  if (builtIn.contentType !== found.contentType) return false;
  if (typeof builtIn.body === "string" || typeof found.body === "string") return builtIn.body === found.body;
  return samples.every(({ status, body }) => matchesJson(builtIn.body, structureIn(body), status));
}
