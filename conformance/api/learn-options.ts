import type { Json } from "../../fixtures/json.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import type { ConnectionOptions, TargetOptions } from "./conform-options.ts";

/** Where a run stands. */
export interface LearnProgress {
  /** The key that is sought now: `paging.users.maxSize`; `world` where records are read for a world. */
  readonly key: string;
  readonly done: number;
  readonly of: number;
  /** Requests sent so far. */
  readonly requests: number;
  /** How many exchanges of an interrupted run were on record in the journal. */
  readonly kept: number;
}

/** A target to learn, and how. */
export interface LearnOptions
  extends
    Pick<TargetOptions, "baseUrl" | "token" | "ids" | "subscriptionIds" | "allowWrites" | "createBody" | "headers">,
    ConnectionOptions {
  /** HAR files of traffic that was recorded with it: what they show is not asked for. */
  readonly har?: readonly string[] | undefined;
  /** An expired token, to learn how the target rejects it. */
  readonly expiredToken?: string | undefined;
  /** Whether a world is wanted too: a sample of the records, with every personal value replaced. */
  readonly world?: boolean | undefined;
  /**
   * A file that keeps the exchanges (secrets redacted, records as they were received) until you remove it: a call that
   * was stopped resumes from it. Without, nothing is kept.
   */
  readonly journal?: string | undefined;
  /** Stops the run: nothing more is sent, and the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each key is sought. What it throws ends the run. */
  readonly onProgress?: ((progress: LearnProgress) => void) | undefined;
}

/** Recorded traffic to learn from alone: nothing is sent. */
export interface LearnRecordedOptions {
  /** HAR files: their paths. */
  readonly har: readonly string[];
  /** By default the base URL of most of the requests. */
  readonly baseUrl?: string | undefined;
  /** Whether a world is wanted too. */
  readonly world?: boolean | undefined;
}

/** What was found out about one key of a dialect. */
export interface LearnedKey {
  /** The path of the key: `paging.users.maxSize`. */
  readonly key: string;
  readonly value: Json;
  /** `certain`: another value would have shown otherwise. `likely`: it fits all that was seen. */
  readonly confidence: "certain" | "likely";
  /** The calls that show it: `GET /api/v1/users?page=x → 400`. Nothing of what records hold is in them. */
  readonly evidence: readonly string[];
  readonly note?: string;
}

/** A key that could not be learned. */
export interface MissingKey {
  readonly key: string;
  readonly reason: string;
  /** What to give to tell it, by the name of a flag or variable, where that would help. */
  readonly give?: string;
}

/** All that was learned of a target. Nothing in it tells of the people in its records. */
export interface LearnedDialect {
  readonly baseUrl: string;
  /** With the default of the mock for what was not learned: for `createSimulation`, and for `conform`, which judges what was learned. */
  readonly dialect: Dialect;
  /** The dialect as a YAML file: only what was learned, each key with the requests that show it. */
  readonly text: string;
  readonly keys: readonly LearnedKey[];
  readonly missing: readonly MissingKey[];
  /** How many requests were sent. */
  readonly requests: number;
  /** The recorded traffic that it was learned from, where it was: file names, how many exchanges, and what was left out. */
  readonly traffic?: {
    readonly files: readonly string[];
    readonly exchanges: number;
    readonly notes: readonly string[];
  };
  /** The users that were created, each by what to find it again: the interface cannot delete them. */
  readonly created: readonly string[];
}

/** What was learned, and a world that goes with it. */
export interface LearnedWithWorld extends LearnedDialect {
  /** Records without their people: for `createSimulation`. */
  readonly world: World;
  /** The world as a YAML file, for `orgkit mock --world`. */
  readonly worldText: string;
  /** What was replaced and how, a line for each kind of value; no value of the target. */
  readonly replaced: readonly string[];
  /** How many records the target has of each list, where it tells. */
  readonly totals: { readonly users?: number; readonly invoices?: number };
}
