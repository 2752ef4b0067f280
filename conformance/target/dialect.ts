import { declaredDialect, fillDialect } from "../../fixtures/dialect/declared.ts";
import type { Dialect, DialectInput } from "../../fixtures/dialect/dialect.ts";
import type { Target } from "./target.ts";

/** The dialect of a target, in two readings. */
export interface TargetDialect {
  /** With the defaults of the keys that are not declared: to act by, where some value is needed. */
  readonly filled: Dialect;
  /** To judge by: each key that is not declared throws NotDeclared. */
  readonly declared: Dialect;
}

const known = new WeakMap<DialectInput, TargetDialect>();

/** The dialect that a target declares; `undefined` if there is none. */
export function dialectOf({ dialect }: Pick<Target, "dialect">): TargetDialect | undefined {
  if (dialect === undefined) return undefined;
  const read = known.get(dialect) ?? readingsOf(dialect);
  known.set(dialect, read);
  return read;
}

function readingsOf(dialect: DialectInput): TargetDialect {
  const filled = fillDialect(dialect);
  return { filled, declared: declaredDialect(filled) };
}
