import { isSuccess } from "../../target/exchange.ts";
import { isUnset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import type { Body } from "./create-body.ts";
import { fullCreation } from "./full-creation.ts";
import { namedFields } from "./named-fields.ts";

/** The fields that no two users may share. */
export interface UniqueFields {
  readonly fields: readonly string[];
  /** Those that were not tried, since that would have created too many users. */
  readonly untried: readonly string[];
  /** The refusal of a repetition; absent where it was accepted. */
  readonly conflict?: Answer;
  readonly evidence: readonly Answer[];
}

/** Repeats what the created user has: all of it first, then field by field. */
export const uniqueFields = shared(async (learning: Learning): Promise<UniqueFields | Unset> => {
  const known = await fullCreation(learning);
  if (isUnset(known)) return known;
  const { body } = known;
  const free = Object.keys(body).filter((name) => typeof body[name] === "string" && body[name].includes("{{unique}}"));
  const repeat = (names: readonly string[]): Promise<Answer | Unset> =>
    learning.ask({
      operation: "createUser",
      body: { ...body, ...repeated(names, known.full.sent) },
      moment: `the ${names.join(" and ")} of another`,
    });
  const all = await repeat(free);
  if (isUnset(all)) return all;
  if (isSuccess(all.exchange)) return { fields: [], untried: [], evidence: [all] };
  const named = await namedFields(learning, all, free);
  return singled(named.length > 0 ? named : free, all, repeat);
});

function repeated(names: readonly string[], sent: Readonly<Record<string, unknown>>): Body {
  return Object.fromEntries(names.map((name) => [name, String(sent[name])]));
}

/** Each alone, with all else fresh. */
async function singled(
  candidates: readonly string[],
  conflict: Answer,
  repeat: (names: readonly string[]) => Promise<Answer | Unset>,
): Promise<UniqueFields> {
  const fields: string[] = [];
  const untried: string[] = [];
  const evidence: Answer[] = [];
  for (const [index, name] of candidates.entries()) {
    const isOnlyOneLeft = fields.length === 0 && untried.length === 0 && index === candidates.length - 1;
    const answer = isOnlyOneLeft ? conflict : await repeat([name]);
    if (isUnset(answer)) untried.push(name);
    else evidence.push(answer);
    if (!isUnset(answer) && !isSuccess(answer.exchange)) fields.push(name);
  }
  return { fields, untried, conflict, evidence };
}
