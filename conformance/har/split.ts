import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

/** One entry of a HAR file, valid until the next one is read. */
export interface HarText {
  /** Whether it contains a text. */
  readonly has: (part: string) => boolean;
  /** All of it, as JSON. */
  readonly text: () => string;
  /** Its byte offset. */
  readonly at: number;
}

/**
 * Longer texts in an entry are cut: even escaped, they exceed the largest body that is read (`maxBody` of entry.ts).
 */
const maxText = 9 * 2 ** 20;

/** A longer entry is skipped, with an empty text. */
const maxEntry = 32 * 2 ** 20;

/** `u0000`, after a backslash. */
const longestEscape = 5;

const bufferSize = 2 ** 18;

/**
 * Splits a HAR file of any length into entries, with only one of them in memory. Finds `log.entries` by counting
 * brackets. The caller parses each entry, so that a broken one does not affect others.
 * @returns why the file could not be read to its end; `undefined` if it could
 */
export async function* harEntries(file: string): AsyncGenerator<HarText, string | undefined> {
  const state = new Splitter();
  const chunks = bytesOf(file);
  const { value: first } = await chunks.next();
  const start = first?.toString("hex", 0, 2);
  if (start === "fffe" || start === "feff") return "it is UTF-16; save it as UTF-8";
  if (start !== "1f8b") {
    if (first !== undefined) yield* state.take(first);
    for await (const chunk of chunks) yield* state.take(chunk);
    return state.problem;
  }
  await chunks.return(undefined);
  try {
    const unpacked: AsyncIterable<Buffer> = pipeline(createReadStream(file), createGunzip(), () => undefined);
    for await (const chunk of unpacked) yield* state.take(chunk);
  } catch {
    // The error at the position reached.
  }
  return state.problem;
}

async function* bytesOf(file: string): AsyncGenerator<Buffer, undefined> {
  const handle = await open(file);
  // One buffer for all chunks, since many short-lived ones are collected late.
  const buffer = Buffer.alloc(bufferSize);
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return undefined;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** The text before the brace of a request: no JSON string contains it, since quotes in strings are escaped. */
const requestName = /(?<!\\)"request"\s*:\s*$/;

const colon = 0x3a;

/** How many bytes before a brace to compare. */
const lookBack = 64;

class Splitter {
  #depth = 0;
  /** The depth of `log.entries`, or of its substitute, while inside. */
  #entriesDepth = 0;
  #isInEntries = false;
  #isInString = false;
  #isEscaped = false;
  /** Bytes of the string so far, and since its last backslash. */
  #length = 0;
  #sinceEscape = 0;
  #isCut = false;
  /** The last string directly in the file or in `log`: the name of the next member. */
  #name = "";
  /** The current entry, its length, and whether there is one. */
  #entry = Buffer.alloc(2 ** 20);
  #size = 0;
  #isInEntry = false;
  #hasRequest = false;
  #isTooLong = false;
  #entryAt = 0;
  #entries = 0;
  #read = 0;
  /** The end of the previous chunk. */
  #before = "";
  #isBlank = true;
  #isBroken = false;

  /** Why the file cannot be read to its end. */
  get problem(): string | undefined {
    if (this.#entries === 0 && !this.#isInEntry && (this.#entriesDepth === 0 || this.#depth !== 0)) {
      return this.#isBlank ? "it is empty" : "it has no log.entries; expected a HAR 1.2 file";
    }
    if (!this.#isInEntry && (this.#depth === 0 || this.#isBroken)) return undefined;
    const where = !this.#isInEntry ? `after entry ${this.#entries}` : `in entry ${this.#entries + 1}`;
    return `the JSON ends early ${where} (the file ends at byte ${this.#read}, the entry began at byte ${this.#entryAt})`;
  }

  *take(chunk: Buffer): Generator<HarText> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === 0x7b && this.#isNewEntry(chunk, at)) {
        this.#keep(chunk.subarray(from, at));
        if (this.#isInEntry) yield this.#ended();
        this.#begin(at);
        this.#keep(Buffer.from('{"request":'));
        [this.#isInString, this.#isEscaped, this.#isCut, from] = [false, false, false, at];
        [this.#isBroken, this.#hasRequest, this.#isInEntries] = [true, true, this.#entriesDepth > 0];
        this.#depth = this.#entriesDepth + 2;
        continue;
      }
      if (this.#isInString) {
        if (!this.#isCut && this.#length > maxText && this.#sinceEscape >= longestEscape) {
          this.#keep(chunk.subarray(from, at));
          this.#isCut = true;
        }
        const isEnd = this.#textByte(byte);
        if (isEnd && this.#isCut) {
          this.#isCut = false;
          from = at;
        }
        if (isEnd || this.#depth > 2 || this.#length > 20) continue;
        this.#name += String.fromCharCode(byte ?? 0);
        continue;
      }
      switch (byte) {
        case 0x22: // "
          this.#isInString = true;
          [this.#length, this.#sinceEscape] = [0, longestEscape];
          if (this.#depth <= 2) this.#name = "";
          break;
        case 0x5b: // [
        case 0x7b: // {
          if (byte === 0x5b && this.#isList()) {
            [this.#isInEntries, this.#entriesDepth] = [true, this.#depth + 1];
          }
          if (byte === 0x7b && this.#isInEntries && this.#depth === this.#entriesDepth) {
            this.#begin(at);
            from = at;
          }
          this.#depth += 1;
          break;
        case 0x5d: // ]
        case 0x7d: // }
          this.#depth -= 1;
          if (this.#depth === this.#entriesDepth && this.#isInEntry) {
            this.#keep(chunk.subarray(from, at + 1));
            yield this.#ended();
          }
          if (this.#depth < this.#entriesDepth) this.#isInEntries = false;
          break;
        default:
      }
    }
    if (!this.#isCut) this.#keep(chunk.subarray(from));
    this.#isBlank &&= chunk.toString("latin1").trim() === "";
    this.#before = chunk.toString("latin1", Math.max(0, chunk.length - lookBack));
    this.#read += chunk.length;
  }

  /** Whether a bracket opens the entries: those of `log`, or a top-level list. */
  #isList(): boolean {
    return this.#depth === 0 ? this.#entriesDepth === 0 : this.#depth <= 2 && this.#name === "entries";
  }

  /**
   * Whether a brace belongs to a request where none can be in valid JSON: then an entry starts here. This also finds
   * entries outside of a list.
   */
  #isNewEntry(chunk: Buffer, at: number): boolean {
    const last = chunk[at - 1] ?? colon;
    if (last > 0x20 && last !== colon) return false;
    const before = (at < lookBack ? this.#before : "") + chunk.toString("latin1", Math.max(0, at - lookBack), at);
    if (!requestName.test(before)) return false;
    const isExpected =
      this.#isInEntry && !this.#isInString && !this.#hasRequest && this.#depth === this.#entriesDepth + 1;
    this.#hasRequest = true;
    return !isExpected;
  }

  #begin(at: number): void {
    [this.#isInEntry, this.#hasRequest, this.#isTooLong] = [true, false, false];
    [this.#size, this.#entryAt] = [0, this.#read + at];
  }

  #ended(): HarText {
    this.#isInEntry = false;
    this.#entries += 1;
    // Most entries belong to other hosts: they are not converted to text.
    const entry = this.#entry.subarray(0, this.#size);
    const isTooLong = this.#isTooLong;
    return { has: (part) => entry.includes(part), text: () => (isTooLong ? "" : entry.toString()), at: this.#entryAt };
  }

  #keep(part: Buffer): void {
    if (!this.#isInEntry) return;
    this.#isTooLong ||= this.#size + part.length > maxEntry;
    if (this.#isTooLong) return;
    if (this.#size + part.length > this.#entry.length) {
      const larger = Buffer.alloc(Math.ceil(1.25 * (this.#size + part.length)));
      this.#entry.copy(larger, 0, 0, this.#size);
      this.#entry = larger;
    }
    part.copy(this.#entry, this.#size);
    this.#size += part.length;
  }

  /** @returns whether it ends the string */
  #textByte(byte: number | undefined): boolean {
    this.#length += 1;
    this.#sinceEscape += 1;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      if (byte !== 0x75) this.#sinceEscape = longestEscape;
    } else if (byte === 0x5c) [this.#isEscaped, this.#sinceEscape] = [true, 0];
    else if (byte === 0x22) {
      this.#isInString = false;
      return true;
    }
    return false;
  }
}
