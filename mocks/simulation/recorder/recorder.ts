import { bytesOf, type Happening } from "../../journal/entry.ts";
import { createCallMask, type CallMask, type IsKnownToken } from "../../journal/mask.ts";
import { Budget, type Share } from "../../service/budget.ts";
import type { Edit } from "../edits.ts";
import { checkpointSchema, type Checkpoint, type Snapshot } from "../snapshot.ts";
import type { Recording } from "./recording.ts";
import { recordCall, textOf } from "./recorded-call.ts";
import type { CallStep, Step } from "./step.ts";

/**
 * Keeps what is done with a simulation, in the order of its effects. It holds references only and makes them plain
 * data when asked, so it costs a call next to nothing. It keeps the last 1,000 steps at least, as long as they fit.
 */
export interface Recorder {
  /** Called for a call once it is answered. */
  call(happening: Happening): void;
  use(scenarios: readonly string[]): void;
  /** @param bytes it takes */
  edit(edit: Edit, bytes: number): void;
  /** @param bytes it takes, and has in a recording */
  restore(snapshot: Snapshot, bytes: { readonly kept: number; readonly written: number }): void;
  /** Forgets all there was: what follows begins at the start, or as things stand now. */
  begin(from?: Checkpoint): void;
  recording(isKnown: IsKnownToken): Pick<Recording, "from" | "steps">;
}

export interface RecorderOptions {
  /** How things stand now. */
  checkpoint(): Checkpoint;
  readonly share?: Share;
  /** How many steps a segment has; the last five segments are kept. */
  readonly segmentSteps?: number;
  /** How many bytes a segment has in a recording, about. */
  readonly segmentBytes?: number;
}

type KeptStep = Happening | Exclude<Step, CallStep>;

/** Steps one after the other, and how things stood before them. */
interface Segment {
  readonly from: Checkpoint | undefined;
  readonly steps: KeptStep[];
  readonly tick: number;
  /** In memory. */
  kept: number;
  /** In a recording. */
  written: number;
}

/** Few enough that little is kept beyond what is promised: the calls kept are what costs a busy simulation most. */
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
    // All was forgotten, and with it what came before this step: it begins after it.
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

/** The records that calls left behind hold what they sent. */
function maskedStand(stand: Checkpoint, masks: CallMask): Checkpoint {
  const text = JSON.stringify(stand);
  const masked = masks.body(text);
  return masked === text ? stand : checkpointSchema.parse(JSON.parse(masked));
}
