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
