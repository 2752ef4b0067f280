import { createHash } from "node:crypto";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { toExchange, type Seen } from "./seen.ts";

/** The most tokens that are remembered, as digests. */
const mostTokens = 1000;

/**
 * Remembers which tokens the target was seen to accept. A refusal may be a 2xx whose body is no envelope (§7 leaves it
 * open); so where an operation serves one token an envelope, and another token was served nowhere yet, a success
 * without one is perhaps a refusal, and no breach.
 */
export interface Acceptance {
  isPerhapsRefused(seen: Seen, operation: OperationId): boolean;
}

export function createAcceptance(): Acceptance {
  const accepted = new Set<string>();
  const served = new Set<OperationId>();
  return {
    isPerhapsRefused(seen, operation) {
      if (!isSuccess(toExchange(seen, ""))) return false;
      const token = digestOf(seen);
      const { data, meta } = readEnvelope(seen.response);
      if (data === undefined || meta === undefined) return served.has(operation) && !accepted.has(token);
      served.add(operation);
      accepted.add(token);
      const [oldest] = accepted;
      if (accepted.size > mostTokens && oldest !== undefined) accepted.delete(oldest);
      return false;
    },
  };
}

function digestOf({ requestHeaders }: Seen): string {
  return createHash("sha256")
    .update(requestHeaders["authorization"] ?? "")
    .digest("base64");
}
