import { recordKinds, type RecordKind } from "../../fixtures/contract/operations.ts";
import type { Call } from "./call.ts";
import type { Creation } from "./creations.ts";
import type { Exchange } from "./exchange.ts";
import type { Entry } from "./recorder.ts";
import type { Target } from "./target.ts";

/** Something that a run lacks, so that a check could not be exercised. */
export type MissingOption = "writes" | "second-token" | `${"" | "second-"}${RecordKind}-id` | "dialect";

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

/** A target under test. All calls of checks go through it, and each is sent once. */
export interface Session {
  readonly target: Target;
  /** Sends a call; resolves to `Unavailable` if this run must not or cannot send it. */
  call(call: Call): Promise<Exchange | Unavailable>;
  /** Sends several POSTs concurrently: all of them, or none if they could create too many users. */
  together(calls: readonly Call[]): Promise<readonly Exchange[] | Unavailable>;
  /** The maximum number of created users. */
  readonly maxCreated: number;
  /** All calls of the run so far. */
  readonly entries: readonly Entry[];
  /** The users that the run created so far, or may have created, as far as visible. */
  creations(): Promise<readonly Creation[]>;
  /** Milliseconds left to wait for created users to appear: one deadline for the whole run. */
  readonly patience: number;
  /** Whether to take smaller samples (`--quick`). */
  readonly isQuick: boolean;
  /** Waits, which uses up patience. */
  wait(milliseconds: number): Promise<void>;
  /** Aborts all requests and waits, and sends nothing more. */
  close(): Promise<void>;
}
