import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Account } from "./accounts.ts";
import type { Call } from "./call.ts";
import type { IdIssuer } from "./identifiers.ts";
import type { Arrival } from "./template.ts";

/** The input of an operation: an authorized request, its account, and the simulation's clock and ids. */
export interface Context extends Arrival {
  readonly call: Call;
  /** The decoded `{id}` of the path; empty if the path has none. */
  readonly id: string;
  readonly account: Account;
  readonly dialect: Dialect;
  readonly ids: IdIssuer;
}
