import type { LearnedDialect, LearnedWithWorld, LearnOptions, LearnRecordedOptions } from "./learn-options.ts";

/**
 * Infers the dialect that a target speaks, as `orgkit learn` does: in at most 150 requests, which only read unless
 * `allowWrites`. With `har` and no token it learns from recorded traffic alone and sends nothing. Prints nothing, leaves
 * nothing behind. Calls do not disturb each other.
 * @returns the dialect, how each key of it is known, what could not be learned; with `world`, records of which the people
 * are made up
 * @throws InputError if an option is wrong, or a HAR file cannot be used; its `mistakes` say which, and what was expected
 * @throws CannotJudge if the target cannot be reached, accepts the token nowhere, or is not the interface
 * @throws the reason of the signal, once that aborts
 * @example
 * const { dialect, world } = await learn({ baseUrl: "https://staging.example/x", token, world: true });
 * const server = await startServer(await createSimulation({ dialect, world }), { port: 0 });
 */
export function learn(
  options: (LearnOptions | LearnRecordedOptions) & { readonly world: true },
): Promise<LearnedWithWorld>;
export function learn(options: LearnOptions | LearnRecordedOptions): Promise<LearnedDialect>;
export async function learn(options: LearnOptions | LearnRecordedOptions): Promise<LearnedDialect> {
  return (await import("../learn/learn.ts")).learn(options);
}
