import { hasId, operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Exchange } from "../judge/model.ts";
import { readEnvelope } from "../target/envelope.ts";
import { memoize } from "../target/memoize.ts";
import { canonical } from "../target/records.ts";
import { beyondDialects, reading, type OpenPoint } from "./open-point.ts";
import { NotShown, type Answer, type Reader } from "./reader.ts";
import { sampleOf } from "./samples.ts";
import { wordFor } from "./words.ts";

/** What the second token gets for an id of the first account. */
interface ForeignRead {
  readonly isRead: boolean;
  /** In words, as a sentence without a full stop. */
  readonly text: string;
  readonly exchanges: readonly Exchange[];
}

/** Whether the second token gets a record of the first account. Whole records are compared. */
export const readOtherAccount = memoize(async (reader: Reader, operation: OperationId): Promise<ForeignRead> => {
  const sample = await sampleOf(reader, operation);
  const lists = { operation: "listInvoices" } as const;
  const own = recordsIn(await reader.ask(lists));
  const others = recordsIn(await reader.ask({ ...lists, as: "second" }));
  const areApart = own.length > 0 && others.length > 0 && !others.some((record) => own.includes(record));
  if (!areApart) throw new NotShown("nothing shows that the tokens belong to different accounts (see SCOPE-01)");
  const [record] = recordsIn(sample.exchange);
  const id = decodeURIComponent(sample.exchange.request.url.split("/").at(-1) ?? "");
  const name = `subscription "${id}"`;
  if (record === undefined) throw new NotShown(`the response has no ${name}`, { lack: "nothing" });
  const attempt = await reader.ask({ ...sample.call, as: "second" });
  // An error may contain the record as well.
  const isRead = recordsIn(attempt).includes(record);
  const text = isRead
    ? `the second account's token reads ${name} of the first`
    : `the second account's token gets ${attempt.response.status} for ${name} of the first`;
  return { isRead, text, exchanges: [sample.exchange, attempt] };
});

/** The records in a response, as text. */
function recordsIn({ response }: Answer): readonly string[] {
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
      const { isRead, text, exchanges } = await readOtherAccount(reader, operation);
      if (!isRead) return reading("ofAccount", exchanges);
      return beyondDialects(reader, "subscriptions", text, exchanges);
    },
  },
];
