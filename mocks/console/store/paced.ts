/**
 * A task that is asked for more often than it is worth doing: done at once, then again at most once in so many
 * milliseconds, never twice at the same time; a request that came meanwhile is not lost.
 */
export function paced(everyMs: number, task: () => Promise<void>): () => void {
  let isBusy = false;
  let isAsked = false;
  const run = async (): Promise<void> => {
    isBusy = true;
    while (isAsked) {
      isAsked = false;
      await task();
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    isBusy = false;
  };
  return () => {
    isAsked = true;
    if (!isBusy) void run();
  };
}
