import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import type { Report } from "../report/report.ts";
import type { ConnectionOptions, TargetOptions } from "./conform-options.ts";
import type { LearnedDialect, LearnProgress } from "./learn-options.ts";

/** A target to compare. It gets the same requests as from `learn`. */
export interface DiffTarget
  extends
    Pick<TargetOptions, "baseUrl" | "token" | "ids" | "subscriptionIds" | "headers" | "allowWrites" | "createBody">,
    ConnectionOptions {
  /** The variable shown instead of the token; `ORGKIT_TOKEN` by default. Nothing is read from it. */
  readonly tokenVariable?: string | undefined;
}

/**
 * One side of a comparison: a target; a report of `conform`; a result of `learn`; a dialect, which declares only its
 * own keys; the name of a dialect; the path of a dialect or a report.
 */
export type DiffSide = DiffTarget | Report | LearnedDialect | DialectInput | string;

export interface DiffOptions {
  /** Aborts the run: nothing more is sent, and the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each key is inferred, if a side is a target. If it throws, the run ends. */
  readonly onProgress?: ((progress: DiffProgress) => void) | undefined;
}

/** The progress of a run. */
export interface DiffProgress extends LearnProgress {
  readonly side: "A" | "B";
}
