import { z } from "zod";
import type { DiffOptions, DiffSide } from "../api/diff-options.ts";
import { callback, parseOptions, signalOption } from "../api/option-schemas.ts";
import { compareSides, type Comparison } from "./compare.ts";
import { prepareSide } from "./prepare-side.ts";

const optionsSchema = z.strictObject({
  signal: signalOption,
  onProgress: callback<NonNullable<DiffOptions["onProgress"]>>(),
} satisfies Record<keyof DiffOptions, z.ZodType>);

/** What `diff` of the API does. */
export async function diff(a: DiffSide, b: DiffSide, given: DiffOptions): Promise<Comparison> {
  const options = parseOptions(optionsSchema, given, "diff");
  options.signal?.throwIfAborted();
  const readFirst = await prepareSide("A", a, options);
  const readSecond = await prepareSide("B", b, options);
  return compareSides(await readFirst(), await readSecond());
}
