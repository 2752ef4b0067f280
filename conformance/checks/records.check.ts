import { readEnvelope } from "../target/envelope.ts";
import { onBothAccounts } from "./authorized.ts";
import { skipped } from "./check.ts";
import type { Requirement } from "./requirement.ts";
import { judgeScope } from "./scope.ts";

/** §5: which records an account may see. */
export const recordRequirements: readonly Requirement[] = [
  {
    id: "SCOPE-01",
    level: "stated",
    sections: ["5"],
    operations: ["listInvoices"],
    rule: "the invoices of two accounts have no record in common",
    quote: "The invoice list is scoped to the authenticated account.",
    why: "§5 says that the invoice list is scoped to the authenticated account: one account must not see the invoices of another.",
    good: 'first account: 200 {"data":[{"id":"inv_1"}],…}; second account: 200 {"data":[{"id":"inv_9"}],…}',
    bad: 'first account: 200 {"data":[{"id":"inv_1"}],…}; second account: 200 {"data":[{"id":"inv_1"}],…}',
    fix: "Select invoices by the account of the token, in the query itself. Look for a cache whose key does not include the account.",
    call: { authorization: "Bearer $ORGKIT_TOKEN_B" },
    // On every response of the run.
    order: "last",
    judge: (session, operation) =>
      onBothAccounts(session, operation, (first, second) => {
        if ([first, second].some(({ response }) => readEnvelope(response).data === undefined)) {
          return skipped("`data` is not an array (see ENV-02)", first, second);
        }
        return judgeScope(session, operation, [first, second]);
      }),
  },
];
