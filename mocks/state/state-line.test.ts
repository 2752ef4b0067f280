import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdsLineStart, readLine, writeLine } from "./state-line.ts";

const odd = fc.constantFrom('deadbeef {"a', "00000000 {", '{"', "\n", "\u2028", "\uD83E\uDD8A", "\uD83E", "\0");
const text = fc.array(fc.oneof(fc.string(), odd)).map((parts) => parts.join(""));
const entry = fc.dictionary(fc.constantFrom("account", "records", "ids"), fc.jsonValue({ maxDepth: 2 }), {
  minKeys: 1,
});
const wordy = fc.record({ records: fc.array(fc.dictionary(text, text)) });

function bytesOf(line: string): Buffer {
  return Buffer.from(line).subarray(0, -1);
}

describe("a line", () => {
  test("is one line, whatever the entry holds, and reads as it was written", () => {
    fc.assert(
      fc.property(fc.oneof(entry, wordy), (value) => {
        const line = writeLine(value);
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(readLine(bytesOf(line))).toStrictEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("of which one bit is another is none", () => {
    fc.assert(
      fc.property(wordy, fc.nat(), fc.integer({ min: 0, max: 7 }), (value, at, bit) => {
        const bytes = bytesOf(writeLine(value));
        const index = at % bytes.byteLength;
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
        expect(readLine(bytes)).toBeUndefined();
      }),
    );
  });

  test("that is cut is none", () => {
    fc.assert(
      fc.property(wordy, fc.nat(), (value, at) => {
        const bytes = bytesOf(writeLine(value));
        expect(readLine(bytes.subarray(0, at % bytes.byteLength))).toBeUndefined();
      }),
    );
  });
});

describe("where a line begins", () => {
  test("is not mistaken: no entry holds it, whatever its texts are", () => {
    fc.assert(
      fc.property(wordy, (value) => {
        const bytes = bytesOf(writeLine(value));
        expect([holdsLineStart(bytes), holdsLineStart(bytes.subarray(1))]).toStrictEqual([true, false]);
      }),
    );
  });

  test("is seen behind part of another", () => {
    const line = writeLine({ records: [] });
    expect(holdsLineStart(Buffer.from(`${line.slice(1, -1)}${line}`))).toBe(true);
  });
});
