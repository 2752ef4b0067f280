import type { LearnedDialect, LearnedWithWorld, LearnOptions } from "./learn-options.ts";

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
  return (await import("../learn/learn.ts")).learn(options);
}
