import { visibleLine } from "../../conformance/report/visible.ts";
import type { DiffProgress, LearnProgress } from "../../conformance/index.ts";

/** What is told of each key, and what clears the line at the end. */
interface Shown<Progress> {
  readonly onProgress: (progress: Progress) => void;
  readonly end: () => void;
}

/**
 * Shows on standard error where a run stands: on a terminal on one line that is drawn anew, else a line for each part
 * of the dialect.
 */
export function showProgress(stream: NodeJS.WriteStream): Shown<LearnProgress> {
  const parts = new Set<string>();
  return {
    onProgress({ key, done, of, requests }) {
      if (stream.isTTY) {
        stream.write(`\r\u001B[K${done} of ${of} keys, ${requests} requests: ${key}`);
        return;
      }
      const [part = ""] = key.split(".");
      if (!parts.has(part)) stream.write(`Learning ${part} (${requests} requests so far)\n`);
      parts.add(part);
    },
    end: () => void (stream.isTTY && stream.write("\r\u001B[K")),
  };
}

/**
 * The same of each side of a comparison.
 * @param names of the sides, as the user gave them
 */
export function showDiffProgress(
  stream: NodeJS.WriteStream,
  names: Readonly<Record<DiffProgress["side"], string>>,
): Shown<DiffProgress> {
  const shown = new Map<string, Shown<LearnProgress>>();
  const end = (): void => shown.values().forEach((one) => one.end());
  return {
    onProgress(progress) {
      const { side } = progress;
      if (!shown.has(side)) {
        end();
        stream.write(`Asking ${visibleLine(names[side])}\n`);
      }
      const one = shown.get(side) ?? showProgress(stream);
      shown.set(side, one);
      one.onProgress(progress);
    },
    end,
  };
}
