import { isSuccess } from "../target/exchange.ts";
import { Unavailable } from "../target/session.ts";
import { failed, inconclusive, lacking, passed, type Check, type Outcome } from "./check.ts";
import { judgeRefusal, refusedKinds } from "./refusal.ts";
import { worst } from "./worst.ts";

/** AUTH-01: the good token is accepted. Not a success is PATH-01's matter; a refusal is this one's. */
const accepted: Check = {
  id: "AUTH-01",
  async judge(session, operation) {
    const sample = await session.call({ operation });
    if (sample instanceof Unavailable) return lacking(sample);
    if (isSuccess(sample)) return passed(`the token was accepted (${sample.response.status})`, sample);
    const status = sample.response?.status ?? 0;
    if (status === 401 || status === 403 || status === 407 || (status >= 300 && status <= 399)) {
      return failed(`the token was refused with ${status}; §5 applies to all four operations`, sample);
    }
    return inconclusive("no answer tells whether the token was accepted (see PATH-01)", sample);
  },
};

/** A rule of §5 that calls with other credentials than the good ones are refused. */
function refusalCheck(id: string): Check {
  return {
    id,
    async judge(session, operation) {
      const sample = await session.call({ operation });
      if (sample instanceof Unavailable) return lacking(sample);
      if (!isSuccess(sample)) {
        return inconclusive(
          "the good token does not succeed here, so a refusal would tell nothing (see PATH-01)",
          sample,
        );
      }
      const outcomes: Outcome[] = [];
      for (const as of refusedKinds[id] ?? []) outcomes.push(await judgeRefusal(session, operation, as, sample));
      return worst(outcomes);
    },
  };
}

export const authChecks: readonly Check[] = [accepted, ...Object.keys(refusedKinds).map(refusalCheck)];
