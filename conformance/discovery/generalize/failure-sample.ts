import { isObject, type Json } from "../../../fixtures/json.ts";
import type { FailureKind } from "../../../fixtures/dialect/statuses.ts";
import { parseJson } from "../../target/parse-json.ts";
import { titleOf } from "./text-template.ts";

/** A failure as received, and its request. */
export interface FailureSample {
  readonly kind: FailureKind;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly method: string;
  readonly path: string;
  /** The id in the path. */
  readonly id?: string | undefined;
  /** The fields that are wrong in the request's body, or its wrong parameter, if that is known. */
  readonly wrong?: readonly string[] | undefined;
}

/** A failure with placeholders for what it repeats of the request; its body is JSON, or text if it is not JSON. */
export interface Sample {
  readonly kind: FailureKind;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: Json;
  readonly wrong?: readonly string[] | undefined;
}

const dateWords =
  "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*|[AP]M|[A-Z]{3,4}";

/** Values that change each time: times of day with their date, and ids of requests and traces. */
const made: Readonly<Record<string, RegExp>> = {
  now: new RegExp(String.raw`^(?=.*\d:\d\d:\d\d)(?=.*20\d\d)(?:[\d\s:.,/+-]|(?<=\d)[TZ]|\b(?:${dateWords})\b)+$`),
  uuid: /^(?:(?:[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4})-[0-9a-f]{2,12}|[0-9a-f]{16,}|[0-9a-hjkmnp-tv-z]{26})$/i,
};

/** From 2001 to 2096. */
function timeIn(value: number): string | undefined {
  if (!Number.isInteger(value)) return undefined;
  if (value > 1e9 && value < 4e9) return "{{nowSeconds}}";
  return value > 1e12 && value < 4e12 ? "{{nowMilliseconds}}" : undefined;
}

/** Replaces what a failure repeats of its request, and what changes each time. */
export function withPlaceholders(sample: FailureSample): Sample {
  const { kind, status, contentType, body, method, path, id = "", wrong } = sample;
  const echoed = (text: string): string => {
    const named = (path.length > 1 ? text.replaceAll(path, "{{path}}") : text).replaceAll(
      new RegExp(String.raw`(?<![\w-])${method}(?![\w-])`, "g"),
      (found) => (text.includes(path) || !["GET", "POST"].includes(method) ? "{{method}}" : found),
    );
    return id.length > 2 ? named.replaceAll(id, "{{id}}") : named;
  };
  const alone = (value: string | number): Json => {
    if (typeof value === "number") return timeIn(value) ?? value;
    if (value === titleOf(status)) return "{{title}}";
    const name = Object.keys(made).find((one) => made[one]?.test(value));
    return name === undefined ? echoed(value) : `{{${name}}}`;
  };
  const structure = structureIn(body);
  return {
    kind,
    status,
    contentType: contentType === "" ? null : contentType,
    body: structure === undefined ? echoed(body) : mapLeaves(structure, alone),
    wrong,
  };
}

/** A JSON object or list; a single string or number looks like plain text. */
function structureIn(body: string): Json | undefined {
  const value: Json = JSON.parse(JSON.stringify(parseJson(body) ?? null));
  return isObject(value) || Array.isArray(value) ? value : undefined;
}

function mapLeaves(value: Json, map: (leaf: string | number) => Json): Json {
  if (typeof value === "string" || typeof value === "number") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, map));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapLeaves(member, map)]));
}
