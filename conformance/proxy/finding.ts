import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Exchange, ExchangeResponse } from "../target/exchange.ts";

/** Who broke the contract: the client by its request, or the target by its response. */
export const sides = ["request", "reply"] as const;
export type Side = (typeof sides)[number];

/** One breach of the contract, or of the declared dialect, in one exchange. Its words are not yet redacted. */
export interface Finding {
  readonly side: Side;
  /** `undefined` if the request means none. */
  readonly operation: OperationId | undefined;
  /** The id of the requirement, or else a JSON pointer into the OpenAPI document that was judged by. */
  readonly rule: string;
  /** Tells apart what one rule finds at several places: `body/email format`. Equal for what is the same breach. */
  readonly place: string;
  /** What was found, in plain words. */
  readonly found: string;
}

/** An exchange as it passed, headers by lower-case name. Nothing in it is redacted: it is judged and forgotten. */
export interface Passed extends Exchange {
  readonly response: ExchangeResponse;
  /** Why the bodies cannot be judged: too large, or in an encoding that cannot be read. */
  readonly unread?: string;
}
