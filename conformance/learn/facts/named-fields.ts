import { timesNamed } from "../generalise/mentions.ts";
import { isUnset, type Answer } from "../finding.ts";
import type { Learning } from "../learning.ts";
import { readsAs } from "./reads-as.ts";
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
  const reads = await readsAs(learning, "none");
  const others = [...(isUnset(reads) ? [] : reads.map(({ answer }) => answer)), await unknownPath(learning)];
  const bodies = others.flatMap((other) => (isUnset(other) ? [] : [other.exchange.response.body]));
  const { body } = exchange.response;
  return fields.filter((name) => timesNamed(body, name) > Math.max(0, ...bodies.map((form) => timesNamed(form, name))));
}
