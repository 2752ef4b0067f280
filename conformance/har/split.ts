import { createReadStream } from "node:fs";

/** One entry of a HAR file, as JSON text. */
export interface HarText {
  readonly text: string;
  /** The byte at which it begins. */
  readonly at: number;
}

/** A longer text within an entry is cut: no body that is judged needs more (`maxBody` of entry.ts, all of it escaped). */
const maxText = 25 * 2 ** 20;

/** `\u0000`. */
const longestEscape = 6;

/**
 * The entries of a HAR file one by one, however long the file is: only one of them is in memory. `log.entries` is found
 * by counting brackets; each entry is parsed by whoever takes it, so that one that is broken takes no other with it.
 * @returns why the file could not be read to its end; `undefined` where it could
 */
export async function* harEntries(file: string): AsyncGenerator<HarText, string | undefined> {
  const state = new Splitter();
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 })) {
    if (chunk instanceof Buffer) yield* state.take(chunk);
  }
  return state.problem;
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
  /** The parts of the entry that is being read. */
  #parts: Buffer[] | undefined;
  #entryAt = 0;
  #entries = 0;
  #read = 0;

  /** What keeps the file from being read to its end. */
  get problem(): string | undefined {
    if (this.#depth === 0 && this.#hasEntries) return undefined;
    if (!this.#hasEntries) return "it has no log.entries; expected a HAR 1.2 file";
    const where = this.#parts === undefined ? `after entry ${this.#entries}` : `in entry ${this.#entries + 1}`;
    return `the JSON breaks off ${where} (the file ends at byte ${this.#read}, the entry began at byte ${this.#entryAt})`;
  }

  *take(chunk: Buffer): Generator<HarText> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#isInString) {
        const isEnd = this.#textByte(byte);
        if (!this.#isCut && this.#length > maxText && this.#sinceEscape > longestEscape) {
          this.#parts?.push(chunk.subarray(from, at));
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
            [this.#parts, this.#entryAt, from] = [[], this.#read + at, at];
          }
          this.#depth += 1;
          break;
        case 0x5d: // ]
        case 0x7d: // }
          this.#depth -= 1;
          if (this.#depth === 3 && this.#parts !== undefined) {
            this.#parts.push(chunk.subarray(from, at + 1));
            const text = Buffer.concat(this.#parts).toString();
            this.#parts = undefined;
            this.#entries += 1;
            yield { text, at: this.#entryAt };
          }
          if (this.#depth === 2) this.#isInEntries = false;
          break;
        default:
      }
    }
    if (!this.#isCut) this.#parts?.push(chunk.subarray(from));
    this.#read += chunk.length;
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
