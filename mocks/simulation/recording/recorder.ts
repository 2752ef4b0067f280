import type { IsKnownToken } from "../../journal/mask.ts";
import type { Reply } from "../../service/call.ts";
import type { Checkpoint } from "../checkpoint.ts";
import type { Edit } from "../edits.ts";
import type { Snapshot } from "../snapshot.ts";
import type { Capsule } from "./capsule.ts";
import { recordCall, type Arrival } from "./recorded-call.ts";
import type { CallStep, Step } from "./step.ts";

/**
 * Keeps what is done with a simulation, in the order of its effects. It holds references only and makes them plain
 * data when asked, so it costs a call next to nothing. It keeps the last 1,000 calls at least, as long as they fit.
 */
export interface Recorder {
  /** Told before a call is answered. @returns what is to be told its reply */
  call(arrival: Arrival): (reply: Reply) => void;
  use(scenarios: readonly string[]): void;
  edit(edit: Edit): void;
  restore(snapshot: Snapshot): void;
  /** Forgets all there was: what follows begins at the start, or as things stand now. */
  begin(from?: Checkpoint): void;
  recording(isKnown: IsKnownToken): Pick<Capsule, "from" | "steps">;
}

export interface RecorderOptions {
  /** How things stand now. */
  checkpoint(): Checkpoint;
  /** How many steps a segment has; the last two segments are kept. */
  readonly segmentSteps?: number;
  /** How many bytes of requests and replies a segment holds, about. */
  readonly segmentBytes?: number;
}

interface KeptCall {
  readonly arrival: Arrival;
  /** Absent while it is being answered. */
  reply?: Reply;
}

interface Segment {
  readonly from: Checkpoint | undefined;
  readonly steps: (KeptCall | Exclude<Step, CallStep>)[];
  bytes: number;
}

/** What a call takes beside its body, the query and the body of its reply. */
const bytesOfCall = 500;

export function createRecorder(options: RecorderOptions): Recorder {
  const { segmentSteps = 1000, segmentBytes = 8 * 1024 * 1024 } = options;
  let earlier: Segment | undefined;
  let current = segment();

  const makeRoom = (): void => {
    if (current.steps.length < segmentSteps && current.bytes < segmentBytes) return;
    [earlier, current] = [current, segment(options.checkpoint())];
  };

  return {
    call: (arrival) => {
      // Only here: a call is told before its effect, so the checkpoint is of the moment between two steps.
      makeRoom();
      const kept: KeptCall = { arrival };
      const { steps } = current;
      steps.push(kept);
      return (reply) => {
        kept.reply = reply;
        current.bytes += bytesOfCall + arrival.call.body.byteLength + arrival.call.query.length + reply.body.length;
      };
    },
    use: (scenarios) => void current.steps.push({ use: scenarios }),
    edit: (edit) => void current.steps.push({ edit }),
    restore: (snapshot) => void current.steps.push({ restore: snapshot }),
    begin: (from) => {
      earlier = undefined;
      current = segment(from);
    },
    recording: (isKnown) => {
      const { from } = earlier ?? current;
      const steps = [...(earlier?.steps ?? []), ...current.steps].flatMap((step) => toStep(step, isKnown));
      return { ...(from === undefined ? {} : { from }), steps };
    },
  };
}

function segment(from?: Checkpoint): Segment {
  return { from, steps: [], bytes: 0 };
}

function toStep(step: KeptCall | Exclude<Step, CallStep>, isKnown: IsKnownToken): readonly Step[] {
  if (!("arrival" in step)) return [step];
  return step.reply === undefined ? [] : [recordCall(step.arrival, step.reply, isKnown)];
}
