import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { baseUrl, entry, harOf } from "./har.fixture.ts";
import { openHar } from "./read.ts";

const directory = openTemporaryDirectory();
let files = 0;

function write(text: string | Buffer): string {
  files += 1;
  return directory.write(`visit-${files}.har`, text);
}

const good = entry();

describe("files in other formats", () => {
  const text = harOf(good, good);
  const [one] = [JSON.stringify(good)];
  test.each<[string, string | Buffer, number]>([
    ["compressed", gzipSync(text), 2],
    ["with a byte order mark", `\uFEFF${text}`, 2],
    ["an array of entries", `[${one}, ${one}]`, 2],
    ["only the entries", `{"entries": [${one}, ${one}]}`, 2],
    ["one entry", one, 1],
    ["an entry in each line", `${one}\n${one}\n`, 2],
  ])("%s", async (_, content, used) => {
    const { traffic } = await openHar([write(content)]);
    expect(traffic).toMatchObject({ entries: used, used, leftOut: [], notes: [] });
  });

  test("of a truncated compressed file, the entries before the end are read", async () => {
    // Random data stays long when compressed.
    const random = () => entry({ headers: [{ name: "X-Random", value: randomBytes(9000).toString("hex") }] });
    const whole = gzipSync(harOf(random(), random(), random()));
    const { traffic } = await openHar([write(whole.subarray(0, whole.length - 3000))]);
    expect(traffic.used).toBe(2);
    expect(traffic.notes.join()).toContain("ends early in entry 3");
  });
});

describe("if the JSON of a file is broken, the entries before and after are read", () => {
  const part = JSON.stringify(good);
  const [before = "", after = ""] = harOf(good, good, { middle: 1 }, good, good).split('{"middle":1}');
  test.each<[string, string, number]>([
    ["a quote too many", part.replace('"time"', '""time"'), 5],
    ["a quote too many within the response", part.replace('"content"', '""content"'), 4],
    ["a quote too few", part.replace('"time"', 'time"'), 5],
    ["a brace too many", part.replace('"time"', '{"time"'), 5],
    ["a brace too few", part.slice(0, -1), 4],
    ["an end too many", part.replace('"time"', '}"time"'), 5],
    ["ends too many", `${part}]}}`, 5],
    ["two commas", part.replace('"time"', ',"time"'), 5],
    ["half of an entry", part.slice(0, part.length / 2), 4],
    ["a backslash before a quote", part.replace('"time"', '"time\\"'), 5],
  ])("%s", async (_, broken, used) => {
    const { traffic } = await openHar([write(before + broken + after)]);
    const said = [...traffic.leftOut.map(({ reason }) => reason), ...traffic.notes].join();
    expect([traffic.used, said]).toEqual([used, expect.stringMatching(/entry [34] of visit-\d+\.har, byte \d+|^$/)]);
  });

  test("an endless entry takes limited memory", async () => {
    const endless = `{"request": {"method": "GET", "url": "${baseUrl}/api/v1/users", "headers": [${'{"name": "a", "value": "b"},'.repeat(1_400_000)}`;
    const { traffic } = await openHar([write(before + endless + after)]);
    expect(traffic.used).toBe(4);
  });
});

test("an entry of 60 MB is left out with its reason, and does not affect others", async () => {
  const large = { ...entry(), comment: `${'"\\u0041'.repeat(10)}${"\\".repeat(30_000_001)}` };
  const { traffic } = await openHar([write(harOf(good, large, good))]);
  expect(traffic).toMatchObject({ entries: 3, used: 2 });
  expect(traffic.leftOut[0]?.reason).toMatch(/^an entry of more than 32 MiB \(entry 2 of/);
});

test("of a truncated file, every complete entry is read, and the notes say where it ends", async () => {
  const text = harOf(good, good, good);
  for (const length of [text.length - 3, text.length - 20]) {
    const { traffic } = await openHar([write(text.slice(0, length))]);
    const isWithin = length === text.length - 20;
    expect(traffic.used).toBe(isWithin ? 2 : 3);
    expect(traffic.notes.join()).toContain(isWithin ? "ends early in entry 3" : "ends early after entry 3");
  }
});
