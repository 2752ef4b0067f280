import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import type { Account } from "../accounts.ts";
import type { Call } from "../call.ts";
import type { IdIssuer } from "../identifiers.ts";
import type { KeptReplies } from "../kept-replies.ts";
import type { UserRules } from "../user-rules.ts";

/** What an operation works with: an authorized call, its account, and the simulation around them. */
export interface Context {
  readonly call: Call;
  /** The `{id}` of the path, decoded; empty where the path has none. */
  readonly id: string;
  readonly account: Account;
  readonly dialect: Dialect;
  /** The moment of the call, milliseconds since 1970. */
  readonly now: number;
  readonly ids: IdIssuer;
  readonly userRules: UserRules;
  readonly kept: KeptReplies;
}
