import type { Answer } from "../finding.ts";
import type { Learning } from "../learning.ts";

/** Every call of the run that was answered, whatever it was for. */
export function answersOf({ entries }: Learning): readonly Answer[] {
  return entries.flatMap(({ call, exchange }) => {
    const { response } = exchange;
    return response === undefined ? [] : [{ call, exchange: { ...exchange, response } }];
  });
}
