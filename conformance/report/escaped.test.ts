import { expect, test } from "vitest";
import { code, fenced, inline, inTable } from "./summary.ts";
import { markup, prose } from "./markup.ts";
import { visible, visibleLine } from "./visible.ts";

test.each([
  [visible("a\u0000b\u001B[1m\u007F\u0085"), "a␀b␛[1m␡⟨U+0085⟩"],
  [visible("abc\u202Etxt.exe\u200B"), "abc⟨U+202E⟩txt.exe⟨U+200B⟩"],
  [visible("one\r\ntwo\n\tthree"), "one\ntwo\n\tthree"],
  [visible("half \uD83D of a pair, 😀 whole"), "half � of a pair, 😀 whole"],
  [visible("::error::a\n  ::set-env name=b::c\nd ::e::"), ": :error::a\n  : :set-env name=b::c\nd ::e::"],
  [visible("a ##[group]b\n##vso[task.setvariable]c ## d"), "a # #[group]b\n# #vso[task.setvariable]c ## d"],
  [visibleLine("  one\n\n two\t three "), "one two three"],
  [visibleLine("0123456789", 5), "0123…"],
  [inline("<b>*x*</b> [a](b) @everyone #1"), "&lt;b>\\*x\\*&lt;/b> \\[a\\](b) @\u200Beveryone \\#1"],
  [inTable("a|b\nc"), "a\\|b c"],
  [inline("`data` is <x>"), "`data` is &lt;x>"],
  [inline("an odd ` <x>"), "an odd \\` &lt;x>"],
  [code("https://x"), "`https://x`"],
  [code("a`b```c\nd"), "`` a`b`c d ``"],
  [fenced("a\n````\nb", "sh", 100), "`````sh\na\n````\nb\n`````"],
  [fenced("0123456789", "sh", 4), "```sh\n0123…\n```"],
  [
    markup`<b title="${`"'<>&`}">${markup`<i>${1}</i>`}${[markup`<u>`, false, markup`</u>`]}</b>`.safe,
    '<b title="&quot;&#39;&lt;&gt;&amp;"><i>1</i><u></u></b>',
  ],
  [markup`${prose("`a<b>` is <c>")}`.safe, "<code>a&lt;b&gt;</code> is &lt;c&gt;"],
  [markup`${prose("an odd ` one")}`.safe, "an odd ` one"],
])("text of a target is shown unchanged and inactive: %#", (shown, expected) => {
  expect(shown).toBe(expected);
});
