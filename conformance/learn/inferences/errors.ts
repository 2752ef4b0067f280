import { answersOf } from "../facts/answers.ts";
import { refusalAs } from "../facts/refusals.ts";
import { unknownPath } from "../facts/unknown-path.ts";
import { certain, isUnset, likely, unset, type Answer, type Finding } from "../finding.ts";
import { errorsOf } from "../generalise/error-template.ts";
import type { Inference } from "../inference.ts";
import type { Learning } from "../learning.ts";

/** `errors`: content type and body of a failure, generalised over all that were seen (§7). */
export const errors: Inference = { key: "errors", probe };

/** With fewer kinds of failures, what seems fixed may only not have changed. */
const enough = 3;

async function probe(learning: Learning): Promise<Finding> {
  // The failures that every target can show; the others of the run count, too.
  await refusalAs(learning, "none");
  await refusalAs(learning, "never-issued");
  await unknownPath(learning);
  const failures = answersOf(learning).filter(isFailure);
  const groups = Map.groupBy(failures, typeOf);
  const [largest] = [...groups.values()].toSorted((left, right) => distinct(right).length - distinct(left).length);
  if (largest === undefined) return unset("no call was refused");
  const samples = distinct(largest);
  const value = errorsOf(samples.map((answer) => ({ ...answer.exchange.response, contentType: typeOf(answer) })));
  const others = [...groups.keys()].filter((type) => type !== typeOf(largest[0] ?? samples[0]));
  const evidence = samples.slice(0, 4);
  if (others.length > 0) {
    return likely(
      value,
      evidence,
      `some failures come otherwise: ${others.map((type) => type || "no content type").join(", ")}`,
    );
  }
  return samples.length >= enough && !isUnset(value)
    ? certain(value, evidence)
    : likely(value, evidence, "few kinds of failures were seen");
}

function isFailure({ call, exchange }: Answer): boolean {
  const { status } = exchange.response;
  return status >= 300 && status < 500 && status !== 429 && call.method === undefined;
}

function typeOf(answer: Answer | undefined): string {
  return answer?.exchange.response.headers["content-type"] ?? "";
}

/** One of each body. */
function distinct(answers: readonly Answer[]): readonly Answer[] {
  return [...new Map(answers.map((answer) => [answer.exchange.response.body, answer])).values()];
}
