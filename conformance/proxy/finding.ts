import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Exchange, ExchangeResponse } from "../target/exchange.ts";

/** Who broke the contract: the client with its request, or the target with its response. */
export const sides = ["request", "reply"] as const;
export type Side = (typeof sides)[number];

/** One violation of the contract, or of the declared dialect, in one exchange. Its texts are not redacted yet. */
export interface Finding {
  readonly side: Side;
  /** `undefined` if the request matches none. */
  readonly operation: OperationId | undefined;
  /** The id of the requirement, or a JSON pointer into the OpenAPI document. */
  readonly rule: string;
  /** Distinguishes violations of one rule: `body/email format`. Equal for the same violation. */
  readonly place: string;
  /** What was found, in plain words. */
  readonly found: string;
}

/** A proxied exchange, with headers by lower-case name. Nothing in it is redacted: it is judged and dropped. */
export interface Passed extends Exchange {
  readonly response: ExchangeResponse;
  /** Why the bodies cannot be judged: too large, or in an unsupported encoding. */
  readonly unread?: string;
}
