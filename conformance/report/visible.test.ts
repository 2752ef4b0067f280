import { expect, test } from "vitest";
import { visible, visibleLine } from "./visible.ts";

test("what a reader would not see is shown, line breaks and tabs stay", () => {
  expect(visible("a\u0000b\u001B[1m\u007F\u0085")).toBe("a␀b␛[1m␡⟨U+0085⟩");
  expect(visible("abc\u202Etxt.exe\u200B")).toBe("abc⟨U+202E⟩txt.exe⟨U+200B⟩");
  expect(visible("one\r\ntwo\n\tthree")).toBe("one\ntwo\n\tthree");
  expect(visible("half \uD83D of a pair, 😀 whole")).toBe("half � of a pair, 😀 whole");
});

test("on one line, cut to a length", () => {
  expect(visibleLine("  one\n\n two\t three ")).toBe("one two three");
  expect(visibleLine("0123456789", 5)).toBe("0123…");
});

test("no line is a command of a CI runner", () => {
  expect(visible("::error::a\n  ::set-env name=b::c\nd ::e::")).toBe(": :error::a\n  : :set-env name=b::c\nd ::e::");
  expect(visible("a ##[group]b\n##vso[task.setvariable]c ## d")).toBe("a # #[group]b\n# #vso[task.setvariable]c ## d");
});
