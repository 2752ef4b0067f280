import type { Progress } from "../../conformance/learn/learn.ts";

/**
 * Shows on standard error where a run stands: on a terminal on one line that is drawn anew, else a line for each part
 * of the dialect.
 * @returns what is told of each key, and what clears the line at the end
 */
export function showProgress(stream: NodeJS.WriteStream): {
  readonly onProgress: (progress: Progress) => void;
  readonly end: () => void;
} {
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
