import type { LearnedDialect, LearnedWithWorld } from "./learn/learn.ts";
import type { ConformOptions, LearnOptions } from "./options/options.generated.ts";
import type { Report } from "./report/report.ts";

/**
 * The judge as a library, `orgkit/conformance`: see README.md. For Node; it loads almost nothing until a function is
 * called, so that importing orgkit for the mock stays fast.
 */
export { InputError, type Mistake } from "../fixtures/input/input-error.ts";
export type { Dialect, DialectInput } from "../fixtures/dialect/dialect.ts";
export type { World } from "../fixtures/worlds/world.ts";
export type { LearnedKey, MissingKey } from "./learn/compose.ts";
export type { LearnedDialect, LearnedWithWorld } from "./learn/learn.ts";
export type { ConformOptions, LearnOptions } from "./options/options.generated.ts";
export type { LearnProgress } from "./options/options.ts";
export type { Report, Result } from "./report/report.ts";
export { CannotJudge, InternalError } from "./run/cannot-judge.ts";

/**
 * Judges a target against the interface document, with the same checks as `orgkit conform`.
 * Prints nothing, writes no files, and never exits the process. Concurrent calls are independent.
 * @returns the report in the format of `report.json` ([schema](report/report.schema.json)), whatever the verdict
 * @throws InputError if options are invalid; its `mistakes` list them with what was expected
 * @throws CannotJudge if the target does not respond, rejects the token, or does not serve the interface
 * @throws InternalError if orgkit itself failed
 * @throws the reason of the signal when it aborts
 * @example
 * const report = await conform({ baseUrl: "https://staging.example/x", token: process.env.STAGING_TOKEN ?? "" });
 * for (const { id, operation, message } of report.results.filter(({ status }) => status === "failed")) {
 *   console.log(`${id} ${operation}: ${message}`);
 * }
 */
export async function conform(options: ConformOptions): Promise<Report> {
  return (await import("./run/conform.ts")).conform(options);
}

/**
 * Infers the dialect of a target, as `orgkit learn` does: with at most 150 requests, which only read unless
 * `allowWrites` is set. Prints nothing and leaves no files. Concurrent calls are independent.
 * @returns the dialect, the evidence for each key, and what could not be learned; with `world`, also made-up
 * records
 * @throws InputError if options are invalid; its `mistakes` list them with what was expected
 * @throws CannotJudge if the target does not respond, rejects the token, or does not serve the interface
 * @throws the reason of the signal when it aborts
 * @example
 * const { dialect, world } = await learn({ baseUrl: "https://staging.example/x", token, world: true });
 * const server = await startServer(await createSimulation({ dialect, world }), { port: 0 });
 */
export function learn(options: LearnOptions & { readonly world: true }): Promise<LearnedWithWorld>;
export function learn(options: LearnOptions): Promise<LearnedDialect>;
export async function learn(options: LearnOptions): Promise<LearnedDialect> {
  return (await import("./learn/learn.ts")).learn(options);
}
