import { bytesOf, type JournalItem } from "../../journal/entry.ts";
import { createCallMask, type CallMask, type IsKnownToken } from "../../journal/mask.ts";
import { Budget, type Share } from "../../service/budget.ts";
import type { Edit } from "../edits.ts";
import { checkpointSchema, type Checkpoint, type Snapshot } from "../snapshot.ts";
import type { Recording } from "./recording.ts";
import { recordCall, textOf } from "./recorded-call.ts";
import type { CallStep, Step } from "./step.ts";

/**
 * Records the requests and edits of a simulation, in the order of their effects. It holds references and converts them
 * to plain data on demand, so a request costs almost nothing. It keeps at least the last 1,000 steps if memory allows.
 */
export interface Recorder {
  /** Called for each request after its response. */
  call(happening: JournalItem): void;
  use(scenarios: readonly string[]): void;
  /** @param bytes in memory */
  edit(edit: Edit, bytes: number): void;
  /** @param bytes in memory, and in a recording */
  restore(snapshot: Snapshot, bytes: { readonly kept: number; readonly written: number }): void;
  /** Drops all steps: the recording begins at the start, or at the current state. */
  begin(from?: Checkpoint): void;
  recording(isKnown: IsKnownToken): Pick<Recording, "from" | "steps">;
}

export interface RecorderOptions {
  /** Takes a snapshot of the current state. */
  checkpoint(): Checkpoint;
  readonly share?: Share;
  /** The number of steps in a segment. The last five segments are kept. */
  readonly segmentSteps?: number;
  /** The approximate maximum size of a segment in a recording. */
  readonly segmentBytes?: number;
}

type KeptStep = JournalItem | Exclude<Step, CallStep>;

/** Consecutive steps, and the state before them. */
interface Segment {
  readonly from: Checkpoint | undefined;
  readonly steps: KeptStep[];
  readonly tick: number;
  /** In memory. */
  kept: number;
  /** In a recording. */
  written: number;
}

/**
 * Small, so that little is kept beyond the promised steps: kept requests are the main memory cost of a busy simulation.
 */
const maxSegments = 5;

export function createRecorder(options: RecorderOptions): Recorder {
  const { segmentSteps = 250, segmentBytes = 4 * 1024 * 1024, share = new Budget().share() } = options;
  let segments: Segment[] = [];

  const begin = (from?: Checkpoint): void => {
    segments.push({ from, steps: [], tick: share.tick(), kept: 0, written: 0 });
    if (segments.length > maxSegments) forget();
  };
  const forget = (): void => share.take(-(segments.shift()?.kept ?? 0));

  const add = (step: KeptStep, kept: number, written = kept): void => {
    const current = segments.at(-1);
    // Everything before this step was dropped, including its state: the recording begins after it.
    if (current === undefined) return begin(options.checkpoint());
    current.steps.push(step);
    current.kept += kept;
    current.written += written;
    if (current.steps.length >= segmentSteps || current.written >= segmentBytes) begin(options.checkpoint());
    share.take(kept);
  };

  begin();
  share.join({
    get oldest() {
      return segments[0]?.tick;
    },
    forget,
  });
  return {
    call: (happening) => add(happening, bytesOf(happening)),
    use: (scenarios) => add({ use: scenarios }, 100 + scenarios.join().length),
    edit: (edit, bytes) => add({ edit }, bytes),
    restore: (snapshot, { kept, written }) => add({ restore: snapshot }, kept, written),
    begin: (from) => {
      while (segments.length > 0) forget();
      begin(from);
    },
    recording: (isKnown) => {
      if (segments.length === 0) begin(options.checkpoint());
      const from = segments[0]?.from;
      const kept = segments.flatMap((one) => one.steps);
      const masks = createCallMask(isKnown);
      for (const step of kept) if ("number" in step) masks.learn(step.call, textOf(step.call.body).text);
      const steps = kept.map((step) => ("number" in step ? recordCall(step, masks) : step));
      return { ...(from === undefined ? {} : { from: maskedStand(from, masks) }), steps };
    },
  };
}

/** Records hold the values that requests sent. */
function maskedStand(stand: Checkpoint, masks: CallMask): Checkpoint {
  const text = JSON.stringify(stand);
  const masked = masks.body(text);
  return masked === text ? stand : checkpointSchema.parse(JSON.parse(masked));
}
