import type { Unset } from "./finding.ts";

/** What could not be told, a line for each reason: the keys, why, and what to give to tell them. */
export function missingLines(missing: ReadonlyMap<string, Unset>): readonly string[] {
  const groups = Map.groupBy(missing, ([, { unset, give }]) => unset + (give === undefined ? "" : `; give ${give}`));
  return [...groups].map(([reason, keys]) => `${keys.map(([key]) => key).join(", ")}: ${reason}`);
}
