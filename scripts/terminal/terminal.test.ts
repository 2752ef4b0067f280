import { expect, test, vi } from "vitest";
import { reportProblem } from "./problem.ts";
import { paint, print, printData, warn } from "./terminal.ts";

function printed(stream: "stdout" | "stderr", run: () => void): string {
  const write = vi.spyOn(process[stream], "write").mockReturnValue(true);
  run();
  return write.mock.calls.map(([text]) => String(text)).join("");
}

/** Names of worlds, accounts, dialects and files, and messages of targets. */
const hostile = [
  "\u001B[2J\u001B]0;title\u0007",
  "\u009B31m",
  "\u202Eevil",
  "a\n::error::x",
  "##vso[task.setvariable]y",
];

test.each(hostile)("a text of others is printed with every character visible: %j", (text) => {
  for (const output of [printed("stdout", () => print(`  World  ${text}`)), printed("stderr", () => warn(text))]) {
    expect(output).not.toMatch(/(?!\n)[\p{Cc}\u202E]|^\s*::|##vso\[/mu);
  }
});

test("a failure in a checkout says how to renew its generated code", () => {
  expect(printed("stderr", () => reportProblem(new Error("unexpected")))).toContain("npm run generate");
});

test("data for a program is printed as it is", () => {
  expect(printed("stdout", () => printData('::error::{"a":"\u202E"}'))).toBe('::error::{"a":"\u202E"}\n');
});

test("on a terminal, our colors stay", () => {
  vi.stubEnv("NO_COLOR", undefined);
  vi.stubEnv("FORCE_COLOR", "1");
  const isTTY = process.stdout.isTTY;
  process.stdout.isTTY = true;
  const output = printed("stdout", () => print(`${paint("red", "down\u001B[2J")} \u001B]0;x\u0007`));
  process.stdout.isTTY = isTTY;
  expect(output).toContain("down␛[2J");
  expect(output.replaceAll(/\[\d+m/g, "")).toContain(" ␛]0;x␇");
});
