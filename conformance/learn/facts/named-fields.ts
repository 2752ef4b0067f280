import { timesNamed } from "../generalise/mentions.ts";
import { isUnset, type Answer } from "../finding.ts";
import type { Learning } from "../learning.ts";
import { refusalAs } from "./refusals.ts";
import { unknownPath } from "./unknown-path.ts";

/**
 * The fields that a refusal names. What refusals of quite another kind name as often is their form: `status` is a
 * member of many failures.
 */
export async function namedFields(
  learning: Learning,
  { exchange }: Answer,
  fields: readonly string[],
): Promise<readonly string[]> {
  const others = [await refusalAs(learning, "none"), await unknownPath(learning)];
  const bodies = others.flatMap((other) => (isUnset(other) ? [] : [other.exchange.response.body]));
  const { body } = exchange.response;
  return fields.filter((name) => timesNamed(body, name) > Math.max(0, ...bodies.map((form) => timesNamed(form, name))));
}
