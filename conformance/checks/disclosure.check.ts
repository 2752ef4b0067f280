import { operationIds } from "../../fixtures/contract/operations.ts";
import { operationOf } from "../discovery/source.ts";
import { inOneOrder } from "../places/places.ts";
import { isGood, type Call } from "../target/call.ts";
import { credentialsInWords } from "../target/credentials.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange, type ExchangeResponse } from "../target/exchange.ts";
import type { Session } from "../target/session.ts";
import { onAccepted } from "./authorized.ts";
import { failed, passed, skipped, type Outcome } from "./check.ts";
import { createDisclosureTest, type DisclosureTest } from "./disclosure.ts";
import { answerTo } from "../discovery/answer-to.ts";
import { appliesToAll, kindsTried } from "./rejection.ts";
import type { Requirement } from "./requirement.ts";
import { worst } from "./worst.ts";

/** Judged on every rejection of a run: those in other checks of §5, and those at other places. */
export const rejectionDisclosesNothing: Requirement = {
  id: "AUTH-08",
  level: "implied",
  sections: ["5"],
  operations: operationIds,
  rule: "a rejection contains no records",
  quote: appliesToAll,
  why: "A rejection with records in its body still gives the client what it asked for.",
  good: '401 {"error":"unauthorized"}',
  bad: '401 {"data":[{"id":"usr_1","email":"omar@example.com"}],"meta":{"page":1,"total":1}}',
  fix: "End the request in the guard, before any data is read. Look for a handler that sets the status and then continues.",
  call: { authorization: null },
  order: "last",
  judge: (session, operation) =>
    onAccepted(session, operation, async (sample) => {
      await Promise.all(operationIds.map((other) => session.call({ operation: other })));
      for (const as of kindsTried(session, operation)) await session.call({ operation, as });
      const disclosesRecord = disclosureTest(session);
      if (disclosesRecord === undefined) return skipped("no record is known that a rejection could disclose");
      const outcomes = inOneOrder(session.entries).flatMap(({ call, exchange }): readonly Outcome[] => {
        if ((operationOf(call) ?? call.operation) !== operation || isGood(call) || !hasResponse(exchange)) return [];
        // A success under another spelling belongs to AUTH-11.
        const isOther = (call.path ?? call.method) !== undefined && isSuccess(exchange);
        if (isOther || answerTo(exchange, sample) !== "rejected") return [];
        const found = `${sentAs(call)}: rejected with ${exchange.response.status}`;
        return [
          disclosesRecord(exchange)
            ? failed(`${found}, but the response contains a record`, exchange)
            : passed("no rejection contains a record", exchange),
        ];
      });
      const kinds = outcomes.filter(({ status }) => status === "failed");
      return outcomes.length === 0
        ? skipped("nothing was rejected here (see AUTH-02 to AUTH-07)")
        : worst(kinds.length === 0 ? outcomes : kinds.slice(0, maxShown));
    }),
};

/** The maximum number of disclosing rejections to show. */
const maxShown = 20;

/** What was sent, in words: `with no \`Authorization\` header on /api/v1/users/`. */
function sentAs({ as = "first", path, query, id }: Call): string {
  const place = path ?? id ?? (query === undefined ? "" : `?${new URLSearchParams(query).toString()}`);
  return `with ${credentialsInWords[as]}${place === "" ? "" : ` on ${place}`}`;
}

export function hasResponse(exchange: Exchange): exchange is Exchange & { response: ExchangeResponse } {
  return exchange.response !== undefined;
}

/** The maximum number of records per response to search for in rejections. */
const maxRecords = 10_000;

/** The test for the records in some responses: those of most checks have no new body. */
interface Known {
  readonly bodies: number;
  readonly test: DisclosureTest;
}

const knownIn = new WeakMap<Session, Known>();

/** Whether a rejection discloses a record in a response to a valid token; `undefined` if no record is known. */
export function disclosureTest(session: Session): DisclosureTest | undefined {
  const lists = new Map(
    session.entries.flatMap(({ call, exchange }) => {
      const data = isGood(call) && isSuccess(exchange) ? (readEnvelope(exchange.response).data ?? []) : [];
      return data.length === 0 ? [] : [[exchange.response?.body, data]];
    }),
  );
  if (lists.size === 0) return undefined;
  const known = knownIn.get(session);
  if (known?.bodies === lists.size) return known.test;
  const test = createDisclosureTest([...lists.values()].flatMap((records) => records.slice(0, maxRecords)));
  knownIn.set(session, { bodies: lists.size, test });
  return test;
}
