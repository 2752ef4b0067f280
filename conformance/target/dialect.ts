import { declaredDialect } from "../../fixtures/dialect/declared.ts";
import type { Dialect, DialectInput } from "../../fixtures/dialect/dialect.ts";
import type { Target } from "./target.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";

/** A target's dialect, for acting and for judging. */
export interface TargetDialect {
  /** With defaults for undeclared keys: for requests that need some value. */
  readonly filled: Dialect;
  /** For judging: reading an undeclared key throws NotDeclared. */
  readonly declared: Dialect;
}

const known = new WeakMap<DialectInput, TargetDialect>();

/** The dialect that a target declares; `undefined` if there is none. */
export function dialectOf({ dialect }: Pick<Target, "dialect">): TargetDialect | undefined {
  if (dialect === undefined) return undefined;
  const read = known.get(dialect) ?? readDialect(dialect);
  known.set(dialect, read);
  return read;
}

function readDialect(dialect: DialectInput): TargetDialect {
  const filled = fillDialect(dialect);
  return { filled, declared: declaredDialect(filled) };
}
