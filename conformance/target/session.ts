import { recordKinds, type RecordKind } from "../../fixtures/contract/operations.ts";
import type { Call } from "./call.ts";
import type { Creation } from "./creations.ts";
import type { Exchange } from "./exchange.ts";
import type { Entry } from "./recorder.ts";
import type { Target } from "./target.ts";

/** What a run was not given, so that something could not be exercised. */
export type Lack = "writes" | "second-token" | `${"" | "second-"}${RecordKind}-id` | "dialect";

/** Each lack, in few words, and what to give. */
export const remedies: ReadonlyMap<Lack | "nothing", { readonly words: string; readonly give: string }> = new Map([
  ["writes", { words: "writes off", give: "--allow-writes" }],
  ["second-token", { words: "no second account", give: "the token of a second account" }],
  ...recordKinds.flatMap((kind): readonly (readonly [Lack, { words: string; give: string }])[] => [
    [`${kind}-id`, { words: `no ${kind} id`, give: `--id ${kind}=ID` }],
    [`second-${kind}-id`, { words: `only one ${kind} id`, give: `a second --id ${kind}=ID` }],
  ]),
  ["dialect", { words: "no dialect", give: "--dialect FILE" }],
]);

/** A call that cannot be made, and why: not a fault of the target. */
export class Unavailable {
  readonly reason: string;
  /** Absent where nothing that is given would help; `nothing` where there is nothing of the kind to call with. */
  readonly lack: Lack | "nothing" | undefined;

  constructor(reason: string, lack?: Lack | "nothing") {
    this.reason = reason;
    this.lack = lack;
  }
}

/** A target while it is judged: every call a check makes goes through here, and each is made once. */
export interface Session {
  readonly target: Target;
  /** What came of this call; `Unavailable` where this run may not or cannot make it. */
  call(call: Call): Promise<Exchange | Unavailable>;
  /** Makes several POSTs at the same time: all of them, or none if they could create more users than the run may. */
  together(calls: readonly Call[]): Promise<readonly Exchange[] | Unavailable>;
  /** The most users that the run creates. */
  readonly maxCreated: number;
  /** Every call of the run so far. */
  readonly entries: readonly Entry[];
  /** The users that the run created so far, and those it may have created, as far as can be seen. */
  creations(): Promise<readonly Creation[]>;
  /** Milliseconds that are left to wait for users who were created to show: one deadline for the whole run. */
  readonly patience: number;
  /** Whether smaller samples are to do (`--quick`). */
  readonly isQuick: boolean;
  /** Waits, at the cost of patience. */
  wait(milliseconds: number): Promise<void>;
  /** Ends what is under way, waits included, and sends nothing more. */
  close(): Promise<void>;
}
