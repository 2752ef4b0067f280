import { alphabets, type Identifier } from "../../../fixtures/dialect/identifier.ts";
import { illFormed } from "../facts/ill-formed-id.ts";
import { askSubscription, subscriptions, unknownSubscription } from "../facts/subscriptions.ts";
import { alphabetNames, formatOfIds } from "../generalise/identifier.ts";
import { isSameFailure } from "../generalise/same-failure.ts";
import { certain, isUnset, likely, type Answer, type Finding } from "../finding.ts";
import type { Inferences } from "../inference.ts";
import type { Learning } from "../learning.ts";

/** `subscriptionId`: the format of the ids, and what one gets that has another (§4). */
export const subscriptionId = {
  "subscriptionId.format": format,
  "subscriptionId.illFormed": illFormedKey,
} satisfies Partial<Inferences>;

async function illFormedKey(learning: Learning): Promise<Finding> {
  const fact = await illFormed(learning);
  return isUnset(fact) ? fact : certain(fact.value, [fact.answer]);
}

async function format(learning: Learning): Promise<Finding> {
  const known = await subscriptions(learning);
  if (isUnset(known)) return known;
  const own = known.records.map(({ id }) => id).filter((id) => typeof id === "string" || typeof id === "number");
  const seen = formatOfIds([...known.ids, ...own]);
  const note = `by ${known.ids.length} ids`;
  if (seen.kind !== "prefixed") {
    const isClear = seen.kind === "uuid" || known.ids.length > 3;
    return isClear ? certain({ ...seen }, known.answers, note) : likely({ ...seen }, known.answers, note);
  }
  const fact = await illFormed(learning);
  const widened = isUnset(fact) || fact.value === "notFound" ? undefined : await widest(learning, seen);
  if (widened !== undefined) return certain({ ...widened.format }, [...known.answers, ...widened.answers], note);
  return known.ids.length > 3
    ? certain({ ...seen }, known.answers, note)
    : likely({ ...seen }, known.answers, `${note}; more might show a wider alphabet`);
}

type Prefixed = Extract<Identifier, { kind: "prefixed" }>;

/** Where ill-formed ids are refused in their own way, whether a wider alphabet would do can be asked. */
async function widest(
  learning: Learning,
  seen: Prefixed,
): Promise<{ format: Prefixed; answers: readonly Answer[] } | undefined> {
  const unknown = await unknownSubscription(learning);
  if (isUnset(unknown)) return undefined;
  const answers: Answer[] = [];
  let widestKnown = seen.alphabet;
  for (const alphabet of alphabetNames.slice(alphabetNames.indexOf(seen.alphabet) + 1)) {
    const narrower: string = alphabets[widestKnown];
    const character = Array.from(alphabets[alphabet]).findLast((one) => !narrower.includes(one)) ?? "";
    const answer = await askSubscription(
      learning,
      seen.prefix + character.repeat(seen.length),
      `of the alphabet ${alphabet}`,
    );
    if (isUnset(answer)) return undefined;
    answers.push(answer);
    if (!isSameFailure(unknown, answer)) break;
    widestKnown = alphabet;
  }
  return { format: { ...seen, alphabet: widestKnown }, answers };
}
