/** The most bytes of one body that are judged. */
const mostOfBody = 4 * 1024 * 1024;
/** The most bytes of all bodies that wait to be judged. */
const mostInAll = 64 * 1024 * 1024;

/** Keeps a copy of what streams by, within bounds: what is larger is passed on all the same. */
export interface Capture {
  /** The same chunks, each as soon as it comes. */
  follow(chunks: AsyncIterable<unknown>): AsyncGenerator<Uint8Array>;
  /** `undefined` where it was too much. */
  bytes(): Buffer | undefined;
  /** Gives its room to others. */
  release(): void;
}

/** Captures that share their room. */
export function createCaptures(mostBytes = mostOfBody, mostBytesInAll = mostInAll): () => Capture {
  let inUse = 0;
  return () => {
    let chunks: Uint8Array[] | undefined = [];
    let size = 0;
    const release = (): void => {
      inUse -= size;
      size = 0;
      chunks = undefined;
    };
    return {
      async *follow(stream) {
        for await (const chunk of stream) {
          if (!(chunk instanceof Uint8Array)) continue;
          if (chunks !== undefined) {
            chunks.push(chunk);
            size += chunk.byteLength;
            inUse += chunk.byteLength;
            if (size > mostBytes || inUse > mostBytesInAll) release();
          }
          yield chunk;
        }
      },
      bytes: () => (chunks === undefined ? undefined : Buffer.concat(chunks)),
      release,
    };
  };
}
