import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { askBaseUrl, askTools, confirm, openTerminal, type Asked } from "./ask.ts";

/** A person who types these lines, and what was said to them. */
function person(...lines: readonly string[]): Asked & { readonly said: readonly string[] } {
  const left = [...lines];
  const said: string[] = [];
  return {
    said,
    answer: () => Promise.resolve(left.shift() ?? "nothing more"),
    say: (line) => void said.push(line),
    close: () => {},
  };
}

test.each([
  [[""], ["vite", "vitest"]],
  [["all"], ["vite", "vitest"]],
  [["Vitest"], ["vitest"]],
  [["vitest, next"], ["next", "vitest"]],
  [["webpack", "vite"], ["vite"]],
])("asked for tools, %j are %j", async (lines, tools) => {
  const asked = person(...lines);
  expect([...(await askTools(asked, ["vite", "vitest"]))]).toStrictEqual(tools);
  expect(asked.said).toHaveLength(lines.length - 1);
});

test.each([
  [[""], "/"],
  [["https://api.example/api/v1"], "https://api.example"],
  [["api.example", "https://api.example"], "https://api.example"],
])("asked for the base URL, %j is %s", async (lines, url) => {
  const asked = person(...lines);
  expect(await askBaseUrl(asked, "/")).toBe(url);
  expect(asked.said).toHaveLength(lines.length - 1);
});

test.each([
  ["", true, true],
  ["", false, false],
  ["Y", false, true],
  ["no", true, false],
])("%j is, by default %s, %s", async (line, byDefault, expected) => {
  expect(await confirm(person("perhaps", line), "Write this?", byDefault)).toBe(expected);
});

test("what is typed in a terminal is the answer, and who closes it has left", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const terminal = openTerminal(input, output);
  const first = terminal.answer("Who? ");
  input.write("me\n");
  expect(await first).toBe("me");
  const second = terminal.answer("And now? ");
  input.end();
  await expect(second).rejects.toMatchObject({ name: "AbortError" });
  expect(String(output.read())).toContain("Who? ");
});
