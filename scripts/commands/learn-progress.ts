import type { LearnProgress } from "../../conformance/index.ts";
import { statusLine } from "../terminal.ts";

/**
 * Shows the progress of a run on standard error: on a terminal as one updating line, otherwise as a line for each part
 * of the dialect.
 * @returns what to call for each key, and what clears the line at the end
 */
export function showLearning(): { readonly onProgress: (progress: LearnProgress) => void; readonly end: () => void } {
  const { draw, end } = statusLine();
  const shown = new Set<string>();
  return {
    onProgress({ key, done, of, requests }) {
      draw(`${done} of ${of} keys, ${requests} requests: ${key}`);
      const [part = ""] = key.split(".");
      if (process.stderr.isTTY || shown.has(part)) return;
      process.stderr.write(`Learning ${part} (${requests} requests so far)\n`);
      shown.add(part);
    },
    end,
  };
}
