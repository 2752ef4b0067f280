import type { Dialect, DialectInput } from "../../fixtures/dialect/dialect.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import type { Target } from "./target.ts";
import { memoize } from "../../fixtures/values/memoize.ts";

const fill = memoize((given: DialectInput): Dialect => fillDialect(given));

/** The dialect that a target declares, with defaults for undeclared keys; `undefined` if there is none. */
export function fillTargetDialect({ dialect }: Pick<Target, "dialect">): Dialect | undefined {
  return dialect && fill(dialect);
}
