import type { Comparison } from "../diff/compare.ts";
import type { DiffOptions, DiffSide } from "./diff-options.ts";

/**
 * Compares two targets, dialects or reports, as `orgkit diff` does: first it sends requests to A, then to B. The token
 * of one is never sent to the other. Two targets also get the same requests, and their responses are compared.
 * @returns the differences, what is known of one side only, and how much was compared: nothing in common means no result
 * @throws InputError if a side is invalid, before anything is sent
 * @throws CannotJudge if a target does not respond, rejects the token, or does not serve the interface
 * @throws the reason of the signal when it aborts
 * @example
 * const { same, differences } = await diff({ baseUrl: "https://staging.example/x", token }, "./service.yaml");
 * for (const { words, key } of differences) console.log(`${words} (${key})`);
 */
export async function diff(a: DiffSide, b: DiffSide, options: DiffOptions = {}): Promise<Comparison> {
  return (await import("../diff/diff.ts")).diff(a, b, options);
}
