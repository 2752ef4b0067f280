import { createReadStream } from "node:fs";

const lineFeed = 10;

export interface Line {
  /** Of its first byte in the file. */
  readonly start: number;
  /** Without its line feed. */
  readonly bytes: Buffer;
  /** Whether a line feed ends it: only what comes last may lack it. */
  readonly isEnded: boolean;
}

/** The lines of a file, one after the other, so that a large file takes no more memory than its longest line. */
export async function* splitLines(path: string): AsyncGenerator<Line> {
  let begun: Buffer[] = [];
  let start = 0;
  const line = (isEnded: boolean): Line => {
    const bytes = Buffer.concat(begun);
    const found = { start, bytes, isEnded };
    begun = [];
    start += bytes.byteLength + 1;
    return found;
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    if (!Buffer.isBuffer(chunk)) continue;
    let rest = chunk;
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      begun.push(rest.subarray(0, end));
      yield line(true);
      rest = rest.subarray(end + 1);
    }
    if (rest.byteLength > 0) begun.push(rest);
  }
  if (begun.length > 0) yield line(false);
}
