import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import type { Report } from "../report/report.ts";
import type { ConnectionOptions, TargetOptions } from "./conform-options.ts";
import type { LearnedDialect, LearnProgress } from "./learn-options.ts";

/** A target to compare. It is asked as `learn` does, without writes. */
export interface DiffTarget
  extends Pick<TargetOptions, "baseUrl" | "token" | "ids" | "subscriptionIds" | "headers">, ConnectionOptions {
  /** The variable that stands for the token in what is said; `ORGKIT_TOKEN` by default. Nothing is read from it. */
  readonly tokenVariable?: string | undefined;
}

/**
 * What can be compared: a target; a report of `conform`; what `learn` found; a dialect, of which what it leaves out is
 * not given; the name of a dialect; the path of a dialect or a report.
 */
export type DiffSide = DiffTarget | Report | LearnedDialect | DialectInput | string;

export interface DiffOptions {
  /** Stops the run: nothing more is sent, and the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each key is sought, where a side is a target. What it throws ends the run. */
  readonly onProgress?: ((progress: DiffProgress) => void) | undefined;
}

/** Where a run stands. */
export interface DiffProgress extends LearnProgress {
  readonly side: "A" | "B";
}
