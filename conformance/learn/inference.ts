import type { DialectKey } from "../../fixtures/dialect/keys.ts";
import type { Finding } from "./finding.ts";
import type { Learning } from "./learning.ts";

/** How one key of the dialect is found out. */
export type Inference = (learning: Learning) => Promise<Finding>;

/** How several are, by key: `paging.users.maxSize`. */
export type Inferences<Key extends DialectKey = DialectKey> = Readonly<Record<Key, Inference>>;

export function inferencesOf<Key extends DialectKey>(
  entries: readonly (readonly [key: Key, inference: Inference])[],
): Inferences<Key>;
export function inferencesOf(entries: readonly (readonly [key: string, inference: Inference])[]): unknown {
  return Object.fromEntries(entries);
}
