import { expect, test } from "vitest";
import { openTemporaryFolder } from "../../fixtures/temporary-folder.ts";
import { splitLines } from "./split-lines.ts";

const folder = openTemporaryFolder();

async function linesOf(text: string): Promise<readonly (readonly [start: number, text: string, isEnded: boolean])[]> {
  const found: (readonly [number, string, boolean])[] = [];
  for await (const { start, bytes, isEnded } of splitLines(folder.write("lines.txt", text))) {
    found.push([start, bytes.toString(), isEnded]);
  }
  return found;
}

test("each line has its place in bytes, and the last says whether it is whole", async () => {
  expect(await linesOf("ä\n\nb\r\nc")).toStrictEqual([
    [0, "ä", true],
    [3, "", true],
    [4, "b\r", true],
    [7, "c", false],
  ]);
  expect(await linesOf("a\n")).toStrictEqual([[0, "a", true]]);
  expect(await linesOf("")).toStrictEqual([]);
});

test("a line may be longer than what is read at once", async () => {
  const [long, longer] = ["x".repeat(300_000), "y".repeat(1_000_000)];
  expect(await linesOf(`${long}\n${longer}\nz\n`)).toStrictEqual([
    [0, long, true],
    [300_001, longer, true],
    [1_300_002, "z", true],
  ]);
});
