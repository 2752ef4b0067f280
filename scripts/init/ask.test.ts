import { existsSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { initOptions, setUp } from "../commands/init.ts";
import { plainScreen, terminalScreen, type Screen } from "./ask.ts";
import { readProject } from "./project.ts";
import { openTestProject, packageText } from "./test-project.fixture.ts";

/** The keys that a user presses at a question; `null` is the end of input. */
type Answer = readonly [question: string, keys: string | null];

/** A screen, and what it shows; with answers, a terminal with a user. */
function open(answers?: readonly Answer[]): Screen & { readonly shown: () => string } {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const left = [...(answers ?? [])];
  let [all, unread] = ["", ""];
  output.setEncoding("utf8").on("data", (text: string) => {
    all += text;
    unread += stripVTControlCharacters(text);
    const [question, keys] = left[0] ?? ["", ""];
    if (question === "" || !unread.includes(question)) return;
    left.shift();
    unread = "";
    // When the current prompt listens.
    setImmediate(() => (keys === null ? input.end() : Array.from(keys, (key) => input.write(key))));
  });
  const screen = answers === undefined ? plainScreen(output) : terminalScreen(input, output);
  return { ...screen, shown: () => stripVTControlCharacters(all) };
}

const [enter, space, down, interrupt, endOfText] = ["\r", " ", "j", "\u0003", "\u0004"];
const [whichTools, whichUrl, write] = ["Which tools", "base URL", "Write this?"];

test.each([
  ["all that are found", [enter], ["vite", "vitest"]],
  ["fewer", [space + enter], ["vitest"]],
  ["one that is not found, too", [down + space + enter], ["vite", "vitest", "next"]],
  ["not none", [`${space + down + down + space}${enter}`, space + enter], ["vitest"]],
])("the user can choose %s", async (_, [keys = "", ...again], chosen) => {
  const { ask } = open([[whichTools, keys], ...again.map((more): Answer => ["at least one", more])]);
  expect(await ask?.tools(new Set(["vite", "vitest"]))).toStrictEqual(new Set(chosen));
});

test.each([
  ["", "/backend"],
  ["  ", "/backend"],
  ["https://api.example/api/v1", "https://api.example"],
  // Ctrl+U clears the line.
  [`example${enter}\u0015/x`, "/x"],
])("the base URL %j becomes %s", async (typed, url) => {
  const [first = "", ...more] = typed.split(/(?<=\r)/);
  const corrected = more.map((keys): Answer => ["expected an absolute URL", keys + enter]);
  const { ask } = open([[whichUrl, more.length === 0 ? first + enter : first], ...corrected]);
  expect(await ask?.baseUrl("/backend")).toBe(url);
});

describe("a project is set up", () => {
  const edited = "// orgkit, edited";

  async function init(answers: readonly Answer[] | undefined, settings: object = {}) {
    const { directory, read } = openTestProject({ "package.json": packageText(["vite"]), "mocks/browser.js": edited });
    const screen = open(answers);
    const ended = setUp(readProject(directory, "npm"), initOptions.parse(settings), screen);
    const code = await ended.catch((error: Error) => error.name);
    const isWritten = existsSync(join(directory, "mocks/simulation.js"));
    return { code, isWritten, isSpared: read("mocks/browser.js") === edited, shown: screen.shown() };
  }

  const asked: readonly Answer[] = [
    [whichTools, enter],
    [whichUrl, enter],
  ];
  const [overwrite, differs] = ["Overwrite mocks/browser.js?", "- // orgkit, edited"];

  test("by its user's answers: a file with other content is overwritten if they agree, after seeing the differences", async () => {
    const spared = await init([...asked, [overwrite, enter], [write, "y"]]);
    expect(spared).toMatchObject({ code: 0, isWritten: true, isSpared: true });
    expect(spared.shown).toContain(differs);
    expect(spared.shown).toMatch(/\nNext\n {2}1\. /);
    expect(await init([...asked, [overwrite, "y"], [write, enter]])).toMatchObject({ isSpared: false });
  });

  test("with flags, without questions", async () => {
    const { code, shown } = await init([[write, "y"]], { only: ["vitest"], baseUrl: "/x" });
    expect(code).toBe(0);
    expect(shown).not.toMatch(/Which|What is/);
  });

  test.each([
    [{ yes: true }, 0, true, true, "leave    mocks/browser.js"],
    [{ yes: true, force: true }, 0, true, false, "replace  mocks/browser.js"],
    [{ dryRun: true }, 0, false, true, differs],
    [{}, 2, false, true, "Nothing was written, since this is not a terminal. Run with --yes to write without asking."],
  ])("without a terminal, by %j", async (settings, code, isWritten, isSpared, text) => {
    const { shown, ...ended } = await init(undefined, settings);
    expect(ended).toStrictEqual({ code, isWritten, isSpared });
    expect(shown).toContain(text);
  });

  test.each<readonly [how: string, answers: readonly Answer[], code: number | string]>([
    ["they say no", [...asked, [overwrite, "n"], [write, "n"]], 0],
    ["they leave: Ctrl+C at the first question", [[whichTools, interrupt]], "AbortError"],
    ["they leave: Ctrl+C at another", [...asked.slice(0, 1), [whichUrl, `https://${interrupt}`]], "AbortError"],
    ["they leave: Escape", [...asked, [overwrite, "\u001B"]], "AbortError"],
    ["they leave: Ctrl+D", [...asked, [overwrite, "y"], [write, endOfText]], "AbortError"],
    ["they leave: the end of input", [...asked, [overwrite, "y"], [write, null]], "AbortError"],
  ])("not at all if %s", async (_, answers, code) => {
    expect(await init(answers)).toMatchObject({ code, isWritten: false, isSpared: true });
  });
});
