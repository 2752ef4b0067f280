/** Runs tasks one after the other, in the order they were given. */
export type TakeTurn = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** A queue of its own: what two callers do in turns cannot interleave, even where a task waits. */
export function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
}
