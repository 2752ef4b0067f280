import { crc32 } from "node:zlib";

/** What stands before the text of a line: its checksum and a space. Bytes. */
const checksumLength = 9;

/**
 * One entry of a state file: `<crc32 in hex> <json>` and a line feed. A line is the unit of writing: it is there as a
 * whole, or it is cut.
 * @param entry an object whose first key begins with a letter, see `holdsLineStart`
 */
export function writeLine(entry: object): string {
  return sealLine(JSON.stringify(entry));
}

/** The line of an entry that is JSON already. */
export function sealLine(text: string): string {
  return `${checksum(text)} ${text}\n`;
}

/** @returns the entry of a line without its line feed; `undefined` where it is not what was written */
export function readLine(line: Buffer): unknown {
  const text = line.subarray(checksumLength);
  if (line.toString("latin1", 0, checksumLength) !== `${checksum(text)} `) return undefined;
  try {
    return JSON.parse(text.toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Whether a line begins anywhere in these bytes. No JSON text holds what a line begins with: within it, the second of
 * two quotes is never followed by a letter.
 */
export function holdsLineStart(bytes: Buffer): boolean {
  return /[0-9a-f]{8} \{"[a-z]/.test(bytes.toString("latin1"));
}

function checksum(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, "0");
}
