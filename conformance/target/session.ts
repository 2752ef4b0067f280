import { recordKinds, type OperationId, type RecordKind } from "../../fixtures/contract/operations.ts";
import type { Call } from "./call.ts";
import type { Exchange, Success } from "./exchange.ts";
import type { Entry } from "./recorder.ts";
import type { Target } from "./target.ts";

/** Something that a run lacks, so that a check could not be exercised. */
export type MissingOption = "writes" | "second-token" | `${"" | "second-"}${RecordKind}-id` | "dialect" | "pages";

/** Each of them in few words, and the option that provides it. */
export const remedies: ReadonlyMap<MissingOption | "nothing", { readonly words: string; readonly give: string }> =
  new Map([
    ["writes", { words: "writes off", give: "--allow-writes" }],
    ["second-token", { words: "no second account", give: "the token of a second account" }],
    ...recordKinds.flatMap((kind): readonly (readonly [MissingOption, { words: string; give: string }])[] => [
      [`${kind}-id`, { words: `no ${kind} id`, give: `--id ${kind}=ID` }],
      [`second-${kind}-id`, { words: `only one ${kind} id`, give: `a second --id ${kind}=ID` }],
    ]),
    ["dialect", { words: "no dialect", give: "--dialect FILE" }],
    ["pages", { words: "a list not read to its end", give: "the parameters of its pages (--dialect FILE)" }],
  ]);

/** A call that cannot be made, with the reason. Not a fault of the target. */
export class Unavailable {
  readonly reason: string;
  /** Absent if no option would help; `nothing` if the target has no such records. */
  readonly lack: MissingOption | "nothing" | undefined;

  constructor(reason: string, lack?: MissingOption | "nothing") {
    this.reason = reason;
    this.lack = lack;
  }
}

/** A success of the run with the token of an account. */
export interface Served {
  /** What was asked for, in words to follow "on". */
  readonly place: string;
  readonly exchange: Success;
  /** Whether the target is known to serve such a request, so that a success without an envelope is a fault. */
  readonly isUsual: boolean;
}

/** A target under test. All calls of checks go through it, and each is sent once. */
export interface Session {
  readonly target: Target;
  /** Sends a call; resolves to `Unavailable` if this run must not or cannot send it. */
  call(call: Call): Promise<Exchange | Unavailable>;
  /** All calls of the run so far. */
  readonly entries: readonly Entry[];
  /** Milliseconds left to wait for created users to appear: one deadline for the whole run. */
  readonly patience: number;
  /** Whether to take smaller samples (`--quick`). */
  readonly isQuick: boolean;
  /** Waits, which uses up patience. */
  wait(milliseconds: number): Promise<void>;
  /** Aborts all requests and waits, and sends nothing more. */
  close(): Promise<void>;
}

/** A session within a run, whose experiments have sent requests of their own. */
export interface RunSession extends Session {
  /** All successes of an operation so far. */
  served(operation: OperationId): readonly Served[];
}
