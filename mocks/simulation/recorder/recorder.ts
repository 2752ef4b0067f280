import { bytesOf, createCallMask, type CallMask, type IsKnownToken, type JournalItem } from "../../journal/entry.ts";
import { Budget, type Share } from "../../service/budget.ts";
import type { Call } from "../../service/call.ts";
import type { Edit } from "../edits.ts";
import { checkpointSchema, type Checkpoint, type Snapshot } from "../snapshot.ts";
import type { CallStep, RecordedCall, Recording, Step } from "./recording.ts";

/** The format version of recordings. Raise it only if an older orgkit would misread them. */
export const recordingVersion = 1;

export interface RecorderOptions {
  /** Takes a snapshot of the current state. */
  readonly checkpoint: () => Checkpoint;
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
  bytes: number;
}

/**
 * Small, so that little is kept beyond the promised steps: kept requests are the main memory cost of a busy simulation.
 */
const maxSegments = 5;

/**
 * Records the requests and edits of a simulation, in the order of their effects. It holds references and converts them
 * to plain data on demand, so a request costs almost nothing. It keeps at least the last 1,000 steps if memory allows.
 */
export class Recorder {
  readonly #checkpoint: () => Checkpoint;
  readonly #share: Share;
  readonly #maxSteps: number;
  readonly #maxBytes: number;
  #segments: Segment[] = [];

  constructor({ checkpoint, share, segmentSteps = 250, segmentBytes = 4 * 1024 * 1024 }: RecorderOptions) {
    this.#checkpoint = checkpoint;
    this.#share = share ?? new Budget().share();
    this.#maxSteps = segmentSteps;
    this.#maxBytes = segmentBytes;
    this.#share.join(this);
    this.begin();
  }

  get oldest(): number | undefined {
    return this.#segments[0]?.tick;
  }

  forget(): void {
    this.#share.take(-(this.#segments.shift()?.bytes ?? 0));
  }

  /** Called for each request after its response. */
  call(item: JournalItem): void {
    this.#add(item, bytesOf(item));
  }

  use(scenarios: readonly string[]): void {
    this.#add({ use: scenarios }, 100 + scenarios.join().length);
  }

  edit(edit: Edit, bytes: number): void {
    this.#add({ edit }, bytes);
  }

  /** @param bytes in a recording */
  restore(snapshot: Snapshot, bytes: number): void {
    this.#add({ restore: snapshot }, bytes);
  }

  /** Drops all steps: the recording begins at the start, or at the current state. */
  begin(from?: Checkpoint): void {
    while (this.#segments.length > 0) this.forget();
    this.#open(from);
  }

  recording(isKnown: IsKnownToken): Pick<Recording, "from" | "steps"> {
    if (this.#segments.length === 0) this.#open(this.#checkpoint());
    const from = this.#segments[0]?.from;
    const kept = this.#segments.flatMap(({ steps }) => steps);
    const masks = createCallMask(isKnown);
    for (const step of kept) if ("number" in step) masks.learn(step.call, textOf(step.call.body).text);
    const steps = kept.map((step) => ("number" in step ? recordCall(step, masks) : step));
    return { ...(from === undefined ? {} : { from: maskedStand(from, masks) }), steps };
  }

  #open(from?: Checkpoint): void {
    this.#segments.push({ from, steps: [], tick: this.#share.tick(), bytes: 0 });
    if (this.#segments.length > maxSegments) this.forget();
  }

  #add(step: KeptStep, bytes: number): void {
    const current = this.#segments.at(-1);
    // Everything before this step was dropped, including its state: the recording begins after it.
    if (current === undefined) return this.#open(this.#checkpoint());
    current.steps.push(step);
    current.bytes += bytes;
    if (current.steps.length >= this.#maxSteps || current.bytes >= this.#maxBytes) this.#open(this.#checkpoint());
    this.#share.take(bytes);
  }
}

/** Records hold the values that requests sent. */
function maskedStand(stand: Checkpoint, masks: CallMask): Checkpoint {
  const text = JSON.stringify(stand);
  const masked = masks.body(text);
  return masked === text ? stand : checkpointSchema.parse(JSON.parse(masked));
}

/** A request and its response as plain data; possible real secrets are masked. */
export function recordCall({ number, at, call, reply }: JournalItem, masks: CallMask): CallStep {
  const { status, delivery } = reply;
  const sent = textOf(call.body);
  const { body, ...masked } = masks.call(call, sent.text);
  return {
    call: {
      number,
      at,
      method: call.method,
      ...masked,
      ...(body === "" ? {} : sent.isBytes ? { base64: btoa(body) } : { body }),
    },
    reply: { status, ...masks.reply(reply), ...(delivery === undefined ? {} : { delivery }) },
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A body as text. A body that is not UTF-8 becomes one character per byte. */
function textOf(body: Uint8Array): { readonly text: string; readonly isBytes: boolean } {
  try {
    return { text: utf8.decode(body), isBytes: false };
  } catch {
    return { text: Array.from(body, (byte) => String.fromCharCode(byte)).join(""), isBytes: true };
  }
}

/** The exact bytes of a recorded body. */
export function bodyOf({ body = "", base64 }: Pick<RecordedCall, "body" | "base64">): Uint8Array<ArrayBuffer> {
  if (base64 === undefined) return new TextEncoder().encode(body);
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The call of a recorded request. */
export function callOf(recorded: RecordedCall): Call {
  const { method, path, query, headers } = recorded;
  return { method, path, query, headers, body: bodyOf(recorded) };
}
