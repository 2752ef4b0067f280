import { isSuccess } from "../../target/exchange.ts";
import { isUnset, type Answer } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { bounds } from "./bounds.ts";
import { illFormed } from "./ill-formed-id.ts";
import { isRefused, readList } from "./list.ts";
import { unreadable } from "./out-of-range.ts";
import { isSameFailure } from "../generalise/same-failure.ts";
import { noSuchField, sortOfLists } from "./sort-parameter.ts";
import { unknownSubscription } from "./subscriptions.ts";

/** The calls that were refused for the value of a parameter or an id. */
export const badParameters = shared(async (learning: Learning): Promise<readonly Answer[]> => {
  const refused: Answer[] = [];
  for (const list of ["users", "invoices"] as const) {
    const range = await unreadable(learning, list);
    if (!isUnset(range) && range.value === "reject") refused.push(range.answer);
    const size = await bounds(learning, list);
    if (!isUnset(size) && size.oversize === "reject") refused.push(...size.evidence.filter(isFailure));
    const sort = await sortOfLists(learning);
    if (sort === "none" || isUnset(sort)) continue;
    const reading = await readList(learning, list, { [sort.parameter]: noSuchField });
    if (isRefused(reading)) refused.push(reading.refused);
  }
  const id = await illFormed(learning);
  if (!isUnset(id) && id.value === "reject") refused.push(id.answer);
  return refused;
});

function isFailure({ exchange }: Answer): boolean {
  return !isSuccess(exchange);
}

/** What an id gets that is no valid percent-encoding; `undefined` where it is taken for an unknown one. */
export async function brokenEncoding(learning: Learning): Promise<Answer | undefined> {
  const answer = await learning.ask({ operation: "listUsers", path: "/api/v1/subscriptions/%zz" });
  if (isUnset(answer) || isSuccess(answer.exchange)) return undefined;
  const unknown = await unknownSubscription(learning);
  return !isUnset(unknown) && isSameFailure(unknown, answer) ? undefined : answer;
}
