import { visibleLine } from "../../conformance/report/visible.ts";
import type { DiffProgress, LearnProgress } from "../../conformance/index.ts";
import { statusLine } from "../terminal.ts";

/**
 * Shows the progress of a run on standard error: on a terminal as one updating line, otherwise as a line for each part
 * of the dialect.
 * @param names of the sides of a comparison, as the user gave them
 * @returns what to call for each key, and what clears the line at the end
 */
export function showLearning(names: Partial<Record<DiffProgress["side"], string>> = {}): {
  readonly onProgress: (progress: LearnProgress & Partial<DiffProgress>) => void;
  readonly end: () => void;
} {
  const { draw, end } = statusLine();
  const said = new Set<string>();
  const say = (text: string): void => void process.stderr.write(`${text}\n`);
  return {
    onProgress({ side, key, done, of, requests }) {
      if (side !== undefined && !said.has(side)) {
        end();
        say(`Requesting ${visibleLine(names[side] ?? side)}`);
        said.add(side);
      }
      draw(`${done} of ${of} keys, ${requests} requests: ${key}`);
      const [part = ""] = key.split(".");
      if (!process.stderr.isTTY && !said.has(`${side} ${part}`)) {
        say(`Learning ${part} (${requests} requests so far)`);
        said.add(`${side} ${part}`);
      }
    },
    end,
  };
}
