import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Envelope } from "../../fixtures/contract/types.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Reply } from "./call.ts";
import { corsHeaders } from "./cors.ts";

/** The envelope (§2) around records: all there are, unless told otherwise. */
export function envelopeOf(data: readonly RecordData[], page = 1, total = data.length): Envelope<RecordData> {
  return { data, meta: { page, total } };
}

const successHeaders = { "content-type": "application/json; charset=utf-8", ...corsHeaders };

/** A success: the envelope with the dialect's status code for the operation. */
export function successReply(
  operation: OperationId,
  status: number,
  envelope: Envelope<RecordData>,
  headers?: Readonly<Record<string, string>>,
): Reply {
  return {
    status,
    headers: headers === undefined ? successHeaders : { ...successHeaders, ...headers },
    body: JSON.stringify(envelope),
    why: { operation, rule: `statuses.success.${operation}` },
  };
}
