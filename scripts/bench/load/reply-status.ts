const headEnd = "\r\n\r\n";
const lastChunk = "\r\n0\r\n\r\n";

/**
 * The status of the HTTP/1.1 reply these bytes hold; `undefined` while a part of it is missing.
 * It reads the head and counts, no more, so that the measuring costs less than what is measured.
 * @throws Error where the bytes are no reply, or one whose end cannot be known
 */
export function replyStatus(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(headEnd);
  if (end === -1) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const status = Number(head.slice(9, 12));
  if (!head.startsWith("HTTP/1.1 ") || !Number.isInteger(status)) throw new Error(`no reply: ${head.slice(0, 60)}`);
  return isWhole(bytes, end + headEnd.length, head) ? status : undefined;
}

function isWhole(bytes: Buffer, bodyStart: number, head: string): boolean {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return bytes.length >= bodyStart + Number(length);
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
    return bytes.toString("latin1", Math.max(bodyStart - 2, bytes.length - lastChunk.length)) === lastChunk;
  }
  throw new Error(`a reply of unknown length: ${head}`);
}
