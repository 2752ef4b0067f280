import { open } from "node:fs/promises";

/** One entry of a HAR file, until the next is asked for. */
export interface HarText {
  /** Whether a text stands in it. */
  readonly has: (part: string) => boolean;
  /** All of it, as JSON. */
  readonly text: () => string;
  /** The byte at which it begins. */
  readonly at: number;
}

/** A longer text within an entry is cut: it is no body that is read (`maxBody` of entry.ts), however it is escaped. */
const maxText = 9 * 2 ** 20;

/** `\u0000`. */
const longestEscape = 6;

/**
 * The entries of a HAR file one by one, however long the file is: only one of them is in memory. `log.entries` is found
 * by counting brackets; each entry is parsed by whoever takes it, so that one that is broken takes no other with it.
 * @returns why the file could not be read to its end; `undefined` where it could
 */
export async function* harEntries(file: string): AsyncGenerator<HarText, string | undefined> {
  const state = new Splitter();
  const handle = await open(file);
  // One buffer for all: what is thrown away piece by piece is collected late.
  const buffer = Buffer.alloc(2 ** 18);
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return state.problem;
      yield* state.take(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

class Splitter {
  #depth = 0;
  #hasEntries = false;
  #isInEntries = false;
  #isInString = false;
  #isEscaped = false;
  /** Bytes of the text so far, and since its last backslash. */
  #length = 0;
  #sinceEscape = 0;
  #isCut = false;
  /** The last text directly within `log`: the name of what follows. */
  #name = "";
  /** The entry that is being read, its length, and whether one is. */
  #entry = Buffer.alloc(2 ** 20);
  #size = 0;
  #isInEntry = false;
  #entryAt = 0;
  #entries = 0;
  #read = 0;

  /** What keeps the file from being read to its end. */
  get problem(): string | undefined {
    if (this.#depth === 0 && this.#hasEntries) return undefined;
    if (!this.#hasEntries) return "it has no log.entries; expected a HAR 1.2 file";
    const where = !this.#isInEntry ? `after entry ${this.#entries}` : `in entry ${this.#entries + 1}`;
    return `the JSON breaks off ${where} (the file ends at byte ${this.#read}, the entry began at byte ${this.#entryAt})`;
  }

  *take(chunk: Buffer): Generator<HarText> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#isInString) {
        const isEnd = this.#textByte(byte);
        if (!this.#isCut && this.#length > maxText && this.#sinceEscape > longestEscape) {
          this.#keep(chunk.subarray(from, at));
          this.#isCut = true;
        }
        if (isEnd && this.#isCut) {
          this.#isCut = false;
          from = at;
        }
        if (isEnd || this.#depth !== 2 || this.#length > 20) continue;
        this.#name += String.fromCharCode(byte ?? 0);
        continue;
      }
      switch (byte) {
        case 0x22: // "
          this.#isInString = true;
          [this.#length, this.#sinceEscape] = [0, 0];
          if (this.#depth === 2) this.#name = "";
          break;
        case 0x5b: // [
        case 0x7b: // {
          if (byte === 0x5b && this.#depth === 2 && this.#name === "entries") {
            [this.#hasEntries, this.#isInEntries] = [true, true];
          }
          if (byte === 0x7b && this.#depth === 3 && this.#isInEntries) {
            [this.#isInEntry, this.#size, this.#entryAt, from] = [true, 0, this.#read + at, at];
          }
          this.#depth += 1;
          break;
        case 0x5d: // ]
        case 0x7d: // }
          this.#depth -= 1;
          if (this.#depth === 3 && this.#isInEntry) {
            this.#keep(chunk.subarray(from, at + 1));
            this.#isInEntry = false;
            this.#entries += 1;
            // Most entries are of other hosts: no text is made of them.
            const entry = this.#entry.subarray(0, this.#size);
            yield { has: (part) => entry.includes(part), text: () => entry.toString(), at: this.#entryAt };
          }
          if (this.#depth === 2) this.#isInEntries = false;
          break;
        default:
      }
    }
    if (!this.#isCut) this.#keep(chunk.subarray(from));
    this.#read += chunk.length;
  }

  #keep(part: Buffer): void {
    if (!this.#isInEntry) return;
    if (this.#size + part.length > this.#entry.length) {
      const larger = Buffer.alloc(Math.ceil(1.25 * (this.#size + part.length)));
      this.#entry.copy(larger, 0, 0, this.#size);
      this.#entry = larger;
    }
    part.copy(this.#entry, this.#size);
    this.#size += part.length;
  }

  /** @returns whether it ends the text */
  #textByte(byte: number | undefined): boolean {
    this.#length += 1;
    this.#sinceEscape += 1;
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === 0x5c) [this.#isEscaped, this.#sinceEscape] = [true, 0];
    else if (byte === 0x22) {
      this.#isInString = false;
      return true;
    }
    return false;
  }
}
