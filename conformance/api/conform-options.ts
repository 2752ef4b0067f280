import type { Json } from "../../fixtures/json.ts";
import type { RecordKind } from "../../fixtures/contract/operations.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import type { Result } from "../report/report.ts";

/** How a target is reached. */
export interface ConnectionOptions {
  /** Requests a second, at most; no bound by default. */
  readonly maxRps?: number | undefined;
  /** Milliseconds until a whole response must have come; 15,000 by default. */
  readonly timeout?: number | undefined;
  /** A certificate authority to trust beside those this machine trusts: the PEM text itself, not the path of a file. */
  readonly ca?: string | undefined;
  /** Whether any certificate will do. */
  readonly insecure?: boolean | undefined;
}

/** How far a run goes where writes are allowed. */
export interface WritingOptions {
  /** The most users that are created, whatever the target makes of the requests; 4 by default. */
  readonly maxCreated?: number | undefined;
  /** Seconds that a run waits in all for created users to show in the list; 15 by default. */
  readonly patience?: number | undefined;
}

/** A target, and what is known about it. */
export interface TargetOptions {
  /** Where the interface is, without `/api/v1`: `https://staging.example/x`. */
  readonly baseUrl: string;
  /** A token the target accepts. It stands in no report and no error: `$ORGKIT_TOKEN` does. */
  readonly token: string;
  /** A token of another account, to check that invoices are scoped. Reports write `$ORGKIT_TOKEN_B`. */
  readonly secondToken?: string | undefined;
  /** Ids of records the first account has, by kind: one to check an operation with an id, two to check that each id returns its own record. */
  readonly ids?: Readonly<Partial<Record<RecordKind, readonly string[]>>> | undefined;
  /** The same as `ids.subscription`. */
  readonly subscriptionIds?: readonly string[] | undefined;
  /** Whether `createUser` may be called. Without it only GET, HEAD and OPTIONS are sent. */
  readonly allowWrites?: boolean | undefined;
  /** Whether fewer places are looked at: with about 120 requests, instead of up to 400. */
  readonly quick?: boolean | undefined;
  /** The body for `createUser`; `{{unique}}` in its texts becomes a fresh value at each use. */
  readonly createBody?: Readonly<Record<string, Json>> | undefined;
  /** What the target declares at the document's open points: a dialect, the name of one, or the path of its file. */
  readonly dialect?: DialectInput | string | undefined;
  /** Further headers the target wants with every call; reports do not show their values. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What reports of several targets call it; `target` by default. */
  readonly name?: string | undefined;
  /** The shell variables that stand in reports instead of the tokens. Nothing is read from them. */
  readonly tokenVariables?: { readonly first: string; readonly second: string } | undefined;
}

/** Where a run stands. */
export interface ConformProgress {
  readonly target: string;
  /** What is judged now: `ENV-04 listUsers`. */
  readonly obligation: string;
  /** How many obligations were begun before it, and how many there are, over all targets. */
  readonly done: number;
  readonly of: number;
}

/** What a run judges, and how its caller follows it. */
export interface RunOptions extends ConnectionOptions, WritingOptions {
  /** Judge the requirements up to this level; `declared`, that is all of them, by default. */
  readonly level?: "stated" | "implied" | "declared" | undefined;
  /** Judge only what has this in its name: `ENV-04`, `AUTH`, `listUsers`. */
  readonly grep?: string | undefined;
  /**
   * Stops the run: nothing more is sent, nothing is left behind, and the promise rejects with the signal's reason.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with each result and the name of its target, in the order of the report, as soon as it and those before it
   * are there. What it throws ends the run.
   */
  readonly onResult?: ((result: Result, target: string) => void) | undefined;
  /** Called before each obligation is judged. What it throws ends the run. */
  readonly onProgress?: ((progress: ConformProgress) => void) | undefined;
}

/** One target to judge, and how. */
export interface ConformOptions extends TargetOptions, RunOptions {}

/** Recorded traffic to judge: nothing is sent. */
export interface ConformRecordedOptions extends Pick<TargetOptions, "dialect">, Pick<RunOptions, "level" | "grep"> {
  /** HAR files: their paths. */
  readonly har: readonly string[];
  /** By default the base URL of most of the requests. */
  readonly baseUrl?: string | undefined;
}

/** Several targets to judge in one run, and how. */
export interface ConformAllOptions extends RunOptions {
  /** Each with a name of its own. */
  readonly targets: readonly (TargetOptions & { readonly name: string })[];
  /** How many targets are judged at the same time; 2 by default. */
  readonly workers?: number | undefined;
  /** Judge a part of the targets: `1/3`. Their reports say which of all targets they are, for `orgkit merge`. */
  readonly shard?: string | undefined;
}
