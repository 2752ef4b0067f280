import type { Comparison } from "../diff/compare.ts";
import type { DiffOptions, DiffSide } from "./diff-options.ts";

/**
 * Tells in what two targets, dialects or reports differ, as `orgkit diff` does; first A is asked, then B. The token of
 * one is never sent to the other. Two targets are sent the same requests besides, and their responses compared.
 * @returns what differs, what only one of them tells, and how much was compared: of nothing nothing can be said
 * @throws InputError if a side is none of what can be compared, before anything is asked
 * @throws CannotJudge if a target cannot be reached, accepts the token nowhere, or is not the interface
 * @throws the reason of the signal, once that aborts
 * @example
 * const { same, differences } = await diff({ baseUrl: "https://staging.example/x", token }, "./service.yaml");
 * for (const { words, key } of differences) console.log(`${words} (${key})`);
 */
export async function diff(a: DiffSide, b: DiffSide, options: DiffOptions = {}): Promise<Comparison> {
  return (await import("../diff/diff.ts")).diff(a, b, options);
}
