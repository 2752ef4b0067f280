import { hasId, operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { AccountName } from "../log/model.ts";
import { otherAccount } from "../rules/selection.ts";
import type { Call } from "../target/call.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type ExchangeResponse } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { canonical, findReferences } from "../target/records.ts";
import { beyondDialects, reading, type OpenPoint } from "./open-point.ts";
import { NotApplicable, NotShown, readAllShown, type Answer, type Reader } from "./reader.ts";
import { readSample } from "./samples.ts";
import { wordFor } from "./words.ts";

/** What a token gets for an id of the other account. */
interface ForeignRead {
  readonly owner: AccountName;
  readonly asker: AccountName;
  readonly id: string;
  readonly isRead: boolean;
  /** That the owner gets the record, and what the other account gets. */
  readonly exchanges: readonly [Answer, Answer];
}

/** Whether a token gets the record of an id of the other account. Whole records are compared. */
export const readOtherAccount = memoize(async (reader: Reader, operation: OperationId): Promise<ForeignRead> => {
  const { call } = await readSample(reader, operation);
  const mine = await reader.ask({ operation: "listInvoices" });
  const theirs = await reader.ask({ operation: "listInvoices", as: "second" });
  const own = recordsIn(mine);
  const others = recordsIn(theirs);
  const areApart = own.length > 0 && others.length > 0 && !others.some((record) => own.includes(record));
  if (!areApart) throw new NotShown("nothing shows that the tokens belong to different accounts (see SCOPE-01)");
  const [ids, foreignIds] = [mine, theirs].map(({ response }) =>
    findReferences(readEnvelope(response).data ?? [], operations[operation].record),
  );
  const foreignId = foreignIds?.find((id) => ids?.includes(id) === false);
  const tries: readonly (readonly [Call, AccountName])[] = [
    [call, "first"],
    ...(foreignId === undefined ? [] : [[{ operation, id: foreignId }, "second"] as const]),
  ];
  const attempts = await readAllShown(tries, ([one, owner]) => readForeign(reader, one, owner));
  return attempts.find(({ isRead }) => isRead) ?? attempts[0];
});

/** @param owner the account that gets the record */
async function readForeign(reader: Reader, call: Call, owner: AccountName): Promise<ForeignRead> {
  const asker = otherAccount(owner);
  const as = (account: AccountName): Call => (account === "first" ? call : { ...call, as: account });
  const own = await reader.ask(as(owner));
  const attempt = await reader.ask(as(asker));
  const [record] = recordsIn(own);
  const id = decodeURIComponent(own.request.url.split("/").at(-1) ?? "");
  if (record === undefined) throw new NotApplicable(`the ${owner} account's token does not get subscription "${id}"`);
  // An error may contain the record as well.
  return { owner, asker, id, isRead: canonicalRecords(attempt.response).includes(record), exchanges: [own, attempt] };
}

function recordsIn(exchange: Answer): readonly string[] {
  return isSuccess(exchange) ? canonicalRecords(exchange.response) : [];
}

/** The records in a response, as text. */
function canonicalRecords(response: ExchangeResponse): readonly string[] {
  return (readEnvelope(response).data ?? []).map(canonical);
}

/** Whether a token reads the subscriptions of another account (§5). */
export const otherAccountPoints: readonly OpenPoint[] = [
  {
    key: "subscriptions",
    operations: operationIds.filter(hasId),
    requirement: "DECL-36",
    subject: "another account's subscription is",
    say: wordFor({ ofAccount: "an unknown one" }),
    read: async (reader, operation) => {
      const { isRead, owner, asker, exchanges } = await readOtherAccount(reader, operation);
      if (!isRead) return reading("ofAccount", exchanges);
      return beyondDialects(`the ${asker} account's token reads a subscription of the ${owner}`, exchanges);
    },
  },
];
