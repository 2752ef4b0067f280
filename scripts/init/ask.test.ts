import { existsSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { setUp } from "../commands/init.ts";
import { initOptions } from "../commands/init-options.ts";
import { terminalScreen, type Screen } from "./ask.ts";
import { readProject } from "./project.ts";
import { openTestProject, packageText } from "./test-project.fixture.ts";

/** A terminal where a person presses these keys at these questions; `null` is the end of input. */
function terminal(answers: readonly (readonly [question: string, keys: string | null])[]): Screen & {
  readonly shown: () => string;
} {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const left = [...answers];
  let [all, unread] = ["", ""];
  output.setEncoding("utf8").on("data", (text: string) => {
    all += text;
    unread += stripVTControlCharacters(text);
    const [question, keys] = left[0] ?? ["", ""];
    if (question === "" || !unread.includes(question)) return;
    left.shift();
    unread = "";
    // Once the prompt that is being shown listens.
    setImmediate(() => (keys === null ? input.end() : Array.from(keys, (key) => input.write(key))));
  });
  return { ...terminalScreen(input, output), shown: () => stripVTControlCharacters(all) };
}

const [enter, space, down, interrupt, endOfText] = ["\r", " ", "j", "\u0003", "\u0004"];
const [whichTools, whichUrl, write] = ["Which tools", "base URL", "Write this?"];

test.each([
  ["all that are found", enter, ["vite", "vitest"]],
  ["fewer", space + enter, ["vitest"]],
  ["one that is not found, too", down + space + enter, ["vite", "vitest", "next"]],
])("asked for tools, a person can choose %s", async (_, keys, chosen) => {
  const { ask } = terminal([[whichTools, keys]]);
  expect(await ask?.tools(new Set(["vite", "vitest"]))).toStrictEqual(new Set(chosen));
});

test("no tool at all cannot be chosen", async () => {
  const { ask } = terminal([
    [whichTools, space + enter],
    ["at least one", space + enter],
  ]);
  expect(await ask?.tools(new Set(["vite"]))).toStrictEqual(new Set(["vite"]));
});

test.each([
  ["", "/backend"],
  ["  ", "/backend"],
  ["https://api.example/api/v1", "https://api.example"],
])("asked for the base URL, %j is %s", async (typed, url) => {
  expect(await terminal([[whichUrl, typed + enter]]).ask?.baseUrl("/backend")).toBe(url);
});

test("what is no base URL is not accepted", async () => {
  const { ask } = terminal([
    [whichUrl, `example${enter}`],
    ["expected an absolute URL", `\u0015/x${enter}`],
  ]);
  expect(await ask?.baseUrl("/")).toBe("/x");
});

describe("a project is set up", () => {
  const files = { "package.json": packageText(["vite"]), "mocks/browser.js": "// orgkit, edited" };

  async function init(answers: Parameters<typeof terminal>[0], settings: object = {}) {
    const { folder, read } = openTestProject(files);
    const screen = terminal(answers);
    const ended = setUp(readProject(folder, "npm"), initOptions.parse(settings), screen);
    const isWritten = (): boolean => existsSync(join(folder, "mocks/simulation.js"));
    return {
      code: await ended.catch((error: Error) => error.name),
      isWritten: isWritten(),
      read,
      shown: screen.shown(),
    };
  }

  const asked = [
    [whichTools, enter],
    [whichUrl, enter],
  ] as const;
  const [overwrite, differs] = ["Overwrite mocks/browser.js?", "- // orgkit, edited"];

  test("as its user answers: a file of other content is overwritten if they say so, after they saw what differs", async () => {
    const spared = await init([...asked, [overwrite, enter], [write, "y"]]);
    expect([spared.code, spared.isWritten, spared.read("mocks/browser.js")]).toStrictEqual([
      0,
      true,
      "// orgkit, edited",
    ]);
    expect(spared.shown).toContain(differs);
    expect(spared.shown).toMatch(/\nNext\n {2}1\. /);
    const replaced = await init([...asked, [overwrite, "y"], [write, enter]]);
    expect(replaced.read("mocks/browser.js")).toContain("setupWorker");
  });

  test("with flags, which are not asked for", async () => {
    const { code, shown } = await init([[write, "y"]], { only: ["vitest"], baseUrl: "/x" });
    expect(code).toBe(0);
    expect(shown).not.toMatch(/Which|What is/);
  });

  test("not at all if they say no", async () => {
    const { code, isWritten, shown } = await init([...asked, [overwrite, "n"], [write, "n"]]);
    expect([code, isWritten]).toStrictEqual([0, false]);
    expect(shown).toContain("Nothing was written.");
  });

  test.each([
    ["Ctrl+C at the first question", [[whichTools, interrupt]]],
    [
      "Ctrl+C at another",
      [
        [whichTools, enter],
        [whichUrl, `https://${interrupt}`],
      ],
    ],
    ["Escape", [...asked, [overwrite, "\u001B"]]],
    ["Ctrl+D", [...asked, [overwrite, "y"], [write, endOfText]]],
    ["the end of input", [...asked, [overwrite, "y"], [write, null]]],
  ] as const)("not at all if they leave: %s", async (_, answers) => {
    const { code, isWritten } = await init(answers);
    expect([code, isWritten]).toStrictEqual(["AbortError", false]);
  });
});
