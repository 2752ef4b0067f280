import type { OperationId } from "../../../fixtures/contract/operations.ts";
import { defaultSubscriptionIds, tokensOf, type Stranger } from "../../../conformance/strangers/stranger.ts";
import type { RunCost } from "./run-program.ts";

/** A server that is running, with all that a judge may be told of it. */
export interface Subject {
  readonly stranger: Stranger;
  readonly baseUrl: string;
  /** A folder of its own, for the files a judge needs. */
  readonly folder: string;
}

/** One thing that a judge found wrong. */
export interface Failure {
  /** The same in each run that fails in the same way. */
  readonly name: string;
  /** The operation it is about, where the judge says so. */
  readonly operation?: OperationId | undefined;
  /** The requirement it breaks, where the judge says so: `ENV-04`. */
  readonly rule?: string;
}

/** What a judge said of one server. */
export interface Verdict {
  readonly failures: readonly Failure[];
  /** Why it came to no result; absent where it did. */
  readonly problem?: string;
}

export interface Judged extends Verdict {
  readonly cost: RunCost;
}

/** A program that tells whether a server keeps the interface. */
export interface Judge {
  /** As in the tables; unique. */
  readonly name: string;
  /** What a failure of it names, in a few words. */
  readonly tells: string;
  /** What it can never see, and why; one sentence. */
  readonly blindTo: string;
  judge(subject: Subject): Promise<Judged>;
}

/** The token all judges call with. */
export function tokenOf({ stranger }: Subject): string {
  return tokensOf(stranger).first;
}

/** A subscription that is there. */
export function knownSubscription({ stranger }: Subject): string {
  return subscriptionIds(stranger)[0] ?? "";
}

export function subscriptionIds({ subscriptionIds: ids = defaultSubscriptionIds }: Stranger): readonly string[] {
  return ids;
}

/** A body that the server takes for a new user; `{{unique}}` stands for a fresh text in each call. */
export function createBodyOf({ createBody }: Stranger): unknown {
  return createBody ?? { name: "New {{unique}}", email: "{{unique}}@new.example" };
}
