import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Reply } from "./call.ts";

/** The envelope of every success (§2). */
export interface Envelope<Item = RecordData> {
  readonly data: readonly Item[];
  readonly meta: {
    /** Page number of the result; 1 where there are no records. */
    readonly page: number;
    /** Total count of records. */
    readonly total: number;
  };
}

/** The envelope around one record, or around none. */
export function envelopeOf(records: readonly RecordData[]): Envelope {
  return { data: records, meta: { page: 1, total: records.length } };
}

/** A success: the envelope with the dialect's status code for the operation. */
export function successReply(
  operation: OperationId,
  status: number,
  envelope: Envelope,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(envelope),
    why: { operation, rule: `statuses.success.${operation}` },
  };
}
