import { operationIds } from "../../fixtures/contract/operations.ts";
import { credentialsInWords } from "../target/credentials.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange, type ExchangeResponse } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onAccepted } from "./authorized.ts";
import { failed, passed, skipped, type Outcome } from "./check.ts";
import { createDisclosureTest } from "./disclosure.ts";
import { answerTo } from "../discovery/answer-to.ts";
import { refusedKinds } from "./refusal.ts";
import type { Requirement } from "./requirement.ts";
import { worst } from "./worst.ts";

/** Judged on every refusal the other rules of §5 brought about. */
export const refusalDisclosesNothing: Requirement = {
  id: "AUTH-08",
  level: "implied",
  sections: ["5"],
  operations: operationIds,
  rule: "a refusal discloses no record",
  quote: "| Applies to | All four operations |",
  why: "A refusal that carries the records has refused in name only: the status says no, the body gives what was asked for.",
  good: '401 {"error":"unauthorized"}',
  bad: '401 {"data":[{"id":"usr_1","email":"omar@example.com"}],"meta":{"page":1,"total":1}}',
  fix: "End the request at the guard: nothing is read before the caller is known. Look for a handler that sets the status and goes on.",
  call: { authorization: null },
  judge: (session, operation) =>
    onAccepted(session, operation, async (sample) => {
      const known = await knownRecords(session);
      if (known.length === 0) return skipped("no record is known that a refusal could disclose");
      const disclosesRecord = createDisclosureTest(known);
      const outcomes: Outcome[] = [];
      for (const as of Object.values(refusedKinds).flat()) {
        const attempt = await session.call({ operation, as });
        if (attempt instanceof Unavailable || !hasResponse(attempt) || answerTo(attempt, sample) !== "refused")
          continue;
        const found = `with ${credentialsInWords[as]}: refused with ${attempt.response.status}`;
        outcomes.push(
          disclosesRecord(attempt)
            ? failed(`${found}, but the reply discloses a record`, attempt)
            : passed("no refusal discloses a record", attempt),
        );
      }
      return outcomes.length === 0 ? skipped("nothing was refused here (see AUTH-02 to AUTH-07)") : worst(outcomes);
    }),
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
