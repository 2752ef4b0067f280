import type { Delivery } from "../service/call.ts";

/** Waits; ends early, and without an error, when the signal is aborted. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** With the timers of the platform. */
export const wait: Wait = (milliseconds, signal) => {
  if (milliseconds <= 0 || signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
};

/** Resolves when the signal is aborted; never without a signal. */
export function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** A cut body is sent up to its middle. */
export function cutBody<Body extends string | Uint8Array<ArrayBuffer>>(body: Body, end: Delivery["end"]): Body;
export function cutBody(body: string | Uint8Array, end: Delivery["end"]): string | Uint8Array {
  return end === "cut" ? body.slice(0, Math.floor(body.length / 2)) : body;
}

/** The number of parts of a slow body. */
const parts = 10;

/** What is sent of a body, each part at its time: all at once, or spread over `bodyMs`. */
export async function* bodyParts(
  body: Uint8Array<ArrayBuffer>,
  { bodyMs = 0, end }: Delivery,
  pause: Wait,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const sent = cutBody(body, end);
  // Of a cut one, clients get the head first, and most of what is sent.
  const size = Math.ceil(sent.byteLength / (bodyMs > 0 || end === "cut" ? parts : 1));
  for (let at = 0; at < sent.byteLength; at += size) {
    if (bodyMs > 0) await pause(bodyMs / parts, signal);
    yield sent.subarray(at, at + size);
  }
}
