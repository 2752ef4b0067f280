import type { ExperimentProgress } from "../judge/stage.ts";
import type { Json } from "../../fixtures/values/json.ts";
import type { RecordKind } from "../../fixtures/contract/operations.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import type { Report } from "../report/report.ts";

/** How to reach a target. */
export interface ConnectionOptions {
  /** The maximum number of requests a second; unlimited by default. */
  readonly maxRps?: number | undefined;
  /** Milliseconds to wait for a complete response; 15,000 by default. */
  readonly timeout?: number | undefined;
  /** A certificate authority to trust beside the system's: the PEM text itself, not the path of a file. */
  readonly ca?: string | undefined;
  /** The path of a file with it, which the commands in reports name. */
  readonly caFile?: string | undefined;
  /** Whether to accept any certificate. */
  readonly insecure?: boolean | undefined;
}

/** The limits of a run. */
export interface WritingOptions {
  /** The maximum number of requests of a run's experiments, the most telling first; 400 by default. */
  readonly maxRequests?: number | undefined;
  /** The maximum number of users to create, whatever the target makes of the requests; 4 by default. */
  readonly maxCreated?: number | undefined;
  /** Seconds to wait, in total, for created users to appear and for a target that stopped to come back; 15 by default. */
  readonly patience?: number | undefined;
}

/** A target, and what is known about it. */
export interface TargetOptions {
  /** The base URL of the interface, without `/api/v1`: `https://staging.example/x`. */
  readonly baseUrl: string;
  /** A valid token. No report or error contains it: they show `$ORGKIT_TOKEN`. */
  readonly token: string;
  /** A token of another account, to check that invoices are scoped. Reports show `$ORGKIT_TOKEN_B`. */
  readonly secondToken?: string | undefined;
  /** An expired token, to check that it is rejected. Reports show `$ORGKIT_TOKEN_EXPIRED`. */
  readonly expiredToken?: string | undefined;
  /**
   * Ids of records of the first account, by kind: one to check an operation with an id, two to check that each id
   * returns its own record.
   */
  readonly ids?: Readonly<Partial<Record<RecordKind, readonly string[]>>> | undefined;
  /** Ids of records of the second account, by kind. */
  readonly secondIds?: TargetOptions["ids"];
  /** The same as `ids.subscription`. */
  readonly subscriptionIds?: readonly string[] | undefined;
  /** Whether to call `createUser`. Without it, only GET, HEAD and OPTIONS are sent. */
  readonly allowWrites?: boolean | undefined;
  /** Whether to check fewer pages and filters, in less than a third of the requests. */
  readonly quick?: boolean | undefined;
  /** The body for `createUser`; `{{unique}}` becomes a unique value in each request. */
  readonly createBody?: Readonly<Record<string, Json>> | undefined;
  /** The target's own dialect, to judge it against: a dialect, its name, or the path of its file. */
  readonly dialect?: DialectInput | string | undefined;
  /** Headers to add to every request; reports do not show their values. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The target's name in reports; `target` by default. */
  readonly name?: string | undefined;
  /** The names of the variables that reports show instead of the tokens. Nothing is read from them. */
  readonly tokenVariables?: { readonly first: string; readonly second: string } | undefined;
}

/** What to judge, and callbacks to follow the run. */
export interface RunOptions extends ConnectionOptions, WritingOptions {
  /** Judge the requirements up to this level; by default `declared`, which is all. */
  readonly level?: "stated" | "implied" | "declared" | undefined;
  /** The report of an earlier run: with writes, the users that it created are looked for. */
  readonly baseline?: Report | undefined;
  /** Judge only requirements or operations whose name contains this: `ENV-04`, `AUTH`, `listUsers`. */
  readonly grep?: string | undefined;
  /** Aborts the run: nothing more is sent, no files remain, and the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each experiment, which most of a run's time goes to. If it throws, the run ends. */
  readonly onExperiment?: ((progress: ExperimentProgress) => void) | undefined;
}

/** One target, and how to judge it. */
export interface ConformOptions extends TargetOptions, RunOptions {}
