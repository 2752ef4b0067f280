import type { Dialect, DialectInput } from "../../fixtures/dialect/dialect.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import type { Target } from "./target.ts";

const filledDialects = new WeakMap<DialectInput, Dialect>();

/** The dialect that a target declares, with defaults for undeclared keys; `undefined` if there is none. */
export function fillTargetDialect({ dialect }: Pick<Target, "dialect">): Dialect | undefined {
  if (dialect === undefined) return undefined;
  const filledDialect = filledDialects.get(dialect) ?? fillDialect(dialect);
  filledDialects.set(dialect, filledDialect);
  return filledDialect;
}
