import { operationIds } from "../../fixtures/contract/operations.ts";
import { credentialsInWords } from "../target/credentials.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange, type ExchangeResponse } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed, inconclusive, lacking, passed, skipped, type Check, type Outcome } from "./check.ts";
import { createDisclosureTest } from "./disclosure.ts";
import { answerTo } from "../discovery/answer-to.ts";
import { refusedKinds } from "./refusal.ts";
import { worst } from "./worst.ts";

/** AUTH-08: a refusal discloses no record (§5). Judged on every refusal the other rules of §5 brought about. */
export const disclosureCheck: Check = {
  id: "AUTH-08",
  async judge(session, operation) {
    const sample = await session.call({ operation });
    if (sample instanceof Unavailable) return lacking(sample);
    if (!isSuccess(sample)) return inconclusive("the good token does not succeed here (see PATH-01)", sample);
    const known = await knownRecords(session);
    if (known.length === 0) return skipped("no record is known that a refusal could disclose");
    const disclosesRecord = createDisclosureTest(known);
    const outcomes: Outcome[] = [];
    for (const as of Object.values(refusedKinds).flat()) {
      const attempt = await session.call({ operation, as });
      if (attempt instanceof Unavailable || !hasResponse(attempt) || answerTo(attempt, sample) !== "refused") continue;
      const found = `with ${credentialsInWords[as]}: refused with ${attempt.response.status}`;
      outcomes.push(
        disclosesRecord(attempt)
          ? failed(`${found}, but the reply discloses a record`, attempt)
          : passed("no refusal discloses a record", attempt),
      );
    }
    return outcomes.length === 0 ? skipped("nothing was refused here (see AUTH-02 to AUTH-07)") : worst(outcomes);
  },
};

function hasResponse(exchange: Exchange): exchange is Exchange & { response: ExchangeResponse } {
  return exchange.response !== undefined;
}

/** The most records of a response that are looked for in refusals. */
const maxRecords = 10_000;

/** The records that the good tokens were shown. */
async function knownRecords(session: Session): Promise<readonly unknown[]> {
  const calls = operationIds.flatMap((operation) => [
    session.call({ operation }),
    ...(operation === "listInvoices" ? [session.call({ operation, as: "second" })] : []),
  ]);
  const samples = await Promise.all(calls);
  return samples.flatMap((sample) =>
    sample instanceof Unavailable || !isSuccess(sample)
      ? []
      : (readEnvelope(sample.response).data?.slice(0, maxRecords) ?? []),
  );
}
