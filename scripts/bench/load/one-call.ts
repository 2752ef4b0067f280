import { openLine } from "./line.ts";
import type { Load } from "./request.ts";

/**
 * Makes one call and waits for its answer. What a server works out only once shows here, and not under load.
 * @returns how long it took, in milliseconds
 * @throws Error where it is not answered with success
 */
export async function oneCall(port: number, load: Load): Promise<number> {
  const answer = Promise.withResolvers<number>();
  const line = await openLine(port, { replied: answer.resolve, broke: answer.reject });
  try {
    const started = performance.now();
    line.send(load());
    const status = await answer.promise;
    if (status < 200 || status > 299) throw new Error(`a call was answered with ${status}`);
    return performance.now() - started;
  } finally {
    line.close();
  }
}
