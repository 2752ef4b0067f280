import type { Json } from "../../fixtures/json.ts";
import type { Report } from "../report/report.ts";

/**
 * How a side knows a value. `declared`: it is written down, and all there is. `seen`: a target showed it, and may have
 * more than it showed. `likely`: it fits all that a target showed, and so might another value.
 */
export type Knowledge = "declared" | "seen" | "likely";

/** What a side tells of one key. */
export interface Told {
  readonly value: Json;
  readonly knowledge: Knowledge;
  /** The calls or the lines of a file that tell it. */
  readonly evidence: readonly string[];
}

/** One of the two that are compared. */
export interface Side {
  /** As the user gave it. */
  readonly name: string;
  readonly kind: "target" | "dialect" | "report";
  /** By key: those of a dialect, and the single parameters and limits below them. */
  readonly told: ReadonlyMap<string, Told>;
  readonly report?: Report;
}

/** A value of a dialect as the keys that are compared: parameters and the parts of a rate limit are one key each. */
export function comparedKeys(key: string, value: Json): readonly (readonly [key: string, value: Json])[] {
  if (key === "limits.rate") {
    const parts = membersOf(value).map(([name, part]) => [`${key}.${name}`, part] as const);
    return [[key, value === null ? "none" : "limited"], ...parts];
  }
  if (/^paging\.\w+\.parameters$/.test(key)) {
    return membersOf(value).map(([name, parameter]) => [`${key}.${name}`, parameter]);
  }
  return [[key, value]];
}

function membersOf(value: Json): readonly (readonly [string, Json])[] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
