import type { Happening } from "../../journal/entry.ts";
import { createCallMask, type CallMask, type IsKnownToken } from "../../journal/mask.ts";
import { checkpointSchema, type Checkpoint } from "../checkpoint.ts";
import type { Edit } from "../edits.ts";
import type { Snapshot } from "../snapshot.ts";
import type { Capsule } from "./capsule.ts";
import { recordCall, textOf } from "./recorded-call.ts";
import type { CallStep, Step } from "./step.ts";

/**
 * Keeps what is done with a simulation, in the order of its effects. It holds references only and makes them plain
 * data when asked, so it costs a call next to nothing. It keeps the last 1,000 calls at least, as long as they fit.
 */
export interface Recorder {
  /** Told of a call once it is answered. */
  call(happening: Happening): void;
  use(scenarios: readonly string[]): void;
  edit(edit: Edit): void;
  restore(snapshot: Snapshot): void;
  /** Forgets all there was: what follows begins at the start, or as things stand now. */
  begin(from?: Checkpoint): void;
  recording(isKnown: IsKnownToken): Pick<Capsule, "from" | "steps">;
}

export interface RecorderOptions {
  /** @returns what gives how things stand now, whenever it is asked */
  mark(): () => Checkpoint;
  /** How many steps a segment has; the last five segments are kept. */
  readonly segmentSteps?: number;
  /** How many bytes of requests and replies a segment holds, about. */
  readonly segmentBytes?: number;
}

type KeptStep = Happening | Exclude<Step, CallStep>;

/** Steps one after the other, and how things stood before them. */
interface Segment {
  readonly from: (() => Checkpoint) | undefined;
  readonly steps: KeptStep[];
  bytes: number;
}

/** Few enough that little is kept beyond what is promised: the calls kept are what costs a busy simulation most. */
const mostSegments = 5;

/** What a call takes beside its body, the query and the body of its reply. */
const bytesOfCall = 500;

export function createRecorder(options: RecorderOptions): Recorder {
  const { segmentSteps = 250, segmentBytes = 4 * 1024 * 1024 } = options;
  let current = segment();
  let segments = [current];

  const begin = (from?: () => Checkpoint): void => {
    current = segment(from);
    segments = [...segments, current].slice(-mostSegments);
  };

  return {
    call: (happening) => {
      const { call, reply } = happening;
      current.steps.push(happening);
      current.bytes += bytesOfCall + call.body.byteLength + call.query.length + reply.body.length;
      if (current.steps.length >= segmentSteps || current.bytes >= segmentBytes) begin(options.mark());
    },
    use: (scenarios) => void current.steps.push({ use: scenarios }),
    edit: (edit) => void current.steps.push({ edit }),
    restore: (snapshot) => void current.steps.push({ restore: snapshot }),
    begin: (from) => {
      segments = [];
      begin(from === undefined ? undefined : () => from);
    },
    recording: (isKnown) => {
      const from = segments[0]?.from?.();
      const kept = segments.flatMap((one) => one.steps);
      const masks = createCallMask(isKnown);
      for (const step of kept) if ("number" in step) masks.learn(step.call, textOf(step.call.body).text);
      const steps = kept.map((step) => ("number" in step ? recordCall(step, masks) : step));
      return { ...(from === undefined ? {} : { from: maskedStand(from, masks) }), steps };
    },
  };
}

function segment(from?: () => Checkpoint): Segment {
  return { from, steps: [], bytes: 0 };
}

/** The records that calls left behind hold what they sent. */
function maskedStand(stand: Checkpoint, masks: CallMask): Checkpoint {
  const text = JSON.stringify(stand);
  const masked = masks.body(text);
  return masked === text ? stand : checkpointSchema.parse(JSON.parse(masked));
}
