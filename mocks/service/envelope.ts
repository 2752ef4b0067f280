import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Envelope } from "../../fixtures/contract/types.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { sentRecord } from "../../fixtures/dialect/responses.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Reply } from "./call.ts";

/** The envelope (§2) around records: all there are, unless told otherwise. */
export function envelopeOf(data: readonly RecordData[], page = 1, total = data.length): Envelope<RecordData> {
  return { data, meta: { page, total } };
}

const successHeaders = { "content-type": "application/json; charset=utf-8" };

/** A success: the envelope, with the dialect's status code for the operation and its name for the id of a record. */
export function successReply(
  operation: OperationId,
  { statuses, responses }: Dialect,
  { data, meta }: Envelope<RecordData>,
  headers?: Readonly<Record<string, string>>,
): Reply {
  const idName = responses.ids[operations[operation].record];
  return {
    status: statuses.success[operation],
    headers: headers === undefined ? successHeaders : { ...successHeaders, ...headers },
    body: JSON.stringify({ data: idName === "id" ? data : data.map((record) => sentRecord(record, idName)), meta }),
    why: { operation, rule: `statuses.success.${operation}` },
  };
}
