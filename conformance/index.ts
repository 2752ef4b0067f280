/**
 * The judge as a library, `orgkit/conformance`: see README.md. For Node; it loads almost nothing until a function is
 * called.
 */
export { InputError, type Mistake } from "../fixtures/input/input-error.ts";
export type { Dialect, DialectInput } from "../fixtures/dialect/dialect.ts";
export type { World } from "../fixtures/worlds/world.ts";
export { conform } from "./api/conform.ts";
export type { ConformOptions, ConnectionOptions, RunOptions, TargetOptions } from "./api/conform-options.ts";
export { learn } from "./api/learn.ts";
export type {
  LearnedDialect,
  LearnedKey,
  LearnedWithWorld,
  LearnOptions,
  LearnProgress,
  MissingKey,
} from "./api/learn-options.ts";
export type { Report, Result } from "./report/report.ts";
export { CannotJudge, InternalError } from "./run/cannot-judge.ts";
