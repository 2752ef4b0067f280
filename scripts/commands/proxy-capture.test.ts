import { expect, test } from "vitest";
import { createCaptures, type Capture } from "./proxy-capture.ts";

async function pass(capture: Capture, ...texts: readonly string[]): Promise<string> {
  async function* stream(): AsyncGenerator<Uint8Array> {
    for (const text of texts) yield Buffer.from(text);
  }
  const passed: Uint8Array[] = [];
  for await (const chunk of capture.follow(stream())) passed.push(chunk);
  return Buffer.concat(passed).toString();
}

test("what streams by is kept, and passed on as it comes", async () => {
  const capture = createCaptures()();
  expect(await pass(capture, "one ", "two")).toBe("one two");
  expect(capture.bytes()?.toString()).toBe("one two");
});

test("what is too large is passed on all the same, and not kept", async () => {
  const capture = createCaptures(5)();
  expect(await pass(capture, "123", "456", "789")).toBe("123456789");
  expect(capture.bytes()).toBeUndefined();
});

test("captures share their room, and give it back", async () => {
  const captures = createCaptures(100, 8);
  const [first, second, third] = [captures(), captures(), captures()];
  await pass(first, "12345");
  await pass(second, "12345");
  expect([first.bytes()?.length, second.bytes()]).toStrictEqual([5, undefined]);
  first.release();
  await pass(third, "12345678");
  expect(third.bytes()?.length).toBe(8);
});
