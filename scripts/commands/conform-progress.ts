import type { ConformProgress } from "../../conformance/api/conform-options.ts";

/**
 * Shows where a run stands on one line of a terminal that is drawn anew; nothing where nobody watches.
 * @returns what is told of each obligation, and what clears the line at the end
 */
export function showProgress(stream: NodeJS.WriteStream): {
  readonly onProgress: (progress: ConformProgress) => void;
  readonly end: () => void;
} {
  const write = (text: string): void => void (stream.isTTY && stream.write(`\r\u001B[K${text}`));
  return {
    onProgress: ({ done, of, target, obligation }) => write(`${done + 1}/${of} ${target} ${obligation}`),
    end: () => write(""),
  };
}
