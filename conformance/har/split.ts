import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { jsonOf, type Json } from "../../fixtures/json.ts";

/** One entry of a HAR file. */
export interface HarText {
  /** Whether it contains a text. */
  readonly has: (part: string) => boolean;
  /** Its content; `undefined` if it is not JSON. */
  readonly json: () => Json | undefined;
  /** Whether it is too long to be read. */
  readonly isTooLong: boolean;
  /** The byte offset of its request. */
  readonly at: number;
}

/** A longer entry is not read. */
const maxEntry = 32 * 2 ** 20;

const bufferSize = 2 ** 18;

/** The request of an entry. No JSON string contains it, since quotes in strings are escaped. */
const requestName = /(?<!\\)"request"\s*:\s*\{/g;

/** How many bytes of a chunk are searched again with the next one, since a name may be cut. */
const overlap = 64;

/**
 * Splits a HAR file of any length into entries, with only one of them in memory: from one `"request"` to the next, so
 * that broken JSON in one of them does not affect others, and the list around them does not matter.
 * @returns why the file could not be read to its end; `undefined` if it could
 */
export async function* harEntries(file: string): AsyncGenerator<HarText, string | undefined> {
  const first = await firstBytes(file);
  if (/^(?:fffe|feff)/.test(first)) return "it is UTF-16; save it as UTF-8";
  const splitter = new Splitter();
  try {
    const chunks = first === "1f8b" ? pipeline(createReadStream(file), createGunzip(), () => undefined) : bytesOf(file);
    for await (const chunk of chunks) yield* splitter.take(chunk);
  } catch (error) {
    // A truncated archive is read as far as possible.
    if (first !== "1f8b") throw error;
  }
  return yield* splitter.end();
}

async function firstBytes(file: string): Promise<string> {
  for await (const chunk of bytesOf(file)) return chunk.toString("hex", 0, 2);
  return "";
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

class Splitter {
  /** The bytes since the last request began, as far as they are kept, and how many there were. */
  #kept = Buffer.alloc(2 ** 20);
  #size = 0;
  /** The offset of these bytes in the file, and the number of requests so far. */
  #at = 0;
  #requests = 0;
  /** What precedes the request in its entry: `{"startedDateTime": …, "time": …,`. */
  #head = "";
  #isInList = false;
  /** The end of the last chunk, after one byte that was taken already. */
  #carry = Buffer.from(" ");

  *take(chunk: Buffer, length = chunk.length - overlap): Generator<HarText> {
    const data = Buffer.concat([this.#carry, chunk]);
    const end = Math.max(1, length + this.#carry.length);
    let from = 1;
    for (const { index } of data.toString("latin1").matchAll(requestName)) {
      if (index < from) continue;
      if (index >= end) break;
      this.#keep(data.subarray(from, index));
      yield* this.#close();
      from = index;
    }
    this.#keep(data.subarray(from, end));
    this.#carry = data.subarray(end - 1);
  }

  /** @returns why the file ends early, if it does */
  *end(): Generator<HarText, string | undefined> {
    yield* this.take(Buffer.alloc(0), 0);
    const bytes = this.#bytes();
    if (this.#requests === 0) {
      const text = bytes.toString().replace("\uFEFF", "");
      if (text.trim() === "") return "it is empty";
      return /"entries"\s*:\s*\[/.test(text) ? undefined : "it has no log.entries; expected a HAR 1.2 file";
    }
    const at = `(the file ends at byte ${this.#at + this.#size}, the entry began at byte ${this.#at})`;
    const isWhole = this.#size <= maxEntry;
    if (isWhole && endOf(bytes) === undefined) return `the JSON ends early in entry ${this.#requests} ${at}`;
    const isCut = isWhole && this.#isInList && !bytes.includes("]", endOf(bytes));
    yield* this.#close();
    return isCut ? `the JSON ends early after entry ${this.#requests - 1} ${at}` : undefined;
  }

  #bytes(): Buffer {
    return this.#kept.subarray(0, Math.min(this.#size, maxEntry));
  }

  #keep(part: Buffer): void {
    const end = Math.min(this.#size + part.length, maxEntry);
    if (end > this.#kept.length) {
      const larger = Buffer.alloc(Math.min(maxEntry, Math.ceil(1.25 * end)));
      this.#kept.copy(larger);
      this.#kept = larger;
    }
    if (this.#size < end) part.copy(this.#kept, this.#size);
    this.#size += part.length;
  }

  /** Ends the entry of the current request at its last brace; what follows belongs to the next one. */
  *#close(): Generator<HarText> {
    const [bytes, head, at] = [this.#bytes(), this.#head, this.#at];
    const end = this.#requests === 0 ? 0 : (endOf(bytes) ?? bytes.length);
    const rest = bytes.subarray(end);
    const opened = openIn(rest);
    this.#head = rest.toString("utf8", opened.at(-1) ?? rest.length);
    if (this.#requests === 0) this.#isInList = opened.length > 1;
    else {
      const entry = bytes.subarray(0, end);
      yield {
        has: (part) => entry.includes(part),
        json: () => parsed(head + entry.toString()) ?? parsed(`{${entry.toString()}`),
        isTooLong: this.#size > maxEntry,
        at,
      };
    }
    this.#requests += 1;
    this.#at += this.#size;
    this.#size = 0;
  }
}

/** Some tools write numbers that are not JSON. */
function parsed(text: string): Json | undefined {
  const numbers = /("[^"\\]*(?:\\.[^"\\]*)*")|-?\b(?:NaN|Infinity)\b/g;
  return jsonOf(text) ?? jsonOf(text.replaceAll(numbers, (_, quoted: string | undefined) => quoted ?? "null"));
}

/** The brackets outside of strings, with their offsets. */
function* bracketsIn(bytes: Buffer): Generator<readonly [at: number, isOpening: boolean]> {
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x22) isInString = !isInString;
    else if (isInString) at += byte === 0x5c ? 1 : 0;
    else if (byte === 0x5b || byte === 0x7b) yield [at, true];
    else if (byte === 0x5d || byte === 0x7d) yield [at, false];
  }
}

/** The end of an entry, of which the opening brace is missing. */
function endOf(bytes: Buffer): number | undefined {
  let depth = 1;
  for (const [at, isOpening] of bracketsIn(bytes)) {
    depth += isOpening ? 1 : -1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** The offsets of the brackets that are not closed. */
function openIn(bytes: Buffer): readonly number[] {
  const opened: number[] = [];
  for (const [at, isOpening] of bracketsIn(bytes)) {
    if (isOpening) opened.push(at);
    else opened.pop();
  }
  return opened;
}
