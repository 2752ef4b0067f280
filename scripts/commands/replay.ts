import { visibleLine } from "../../conformance/report/visible.ts";
import { dirname, relative } from "node:path";
import { z } from "zod";
import type { Recording } from "../../mocks/simulation/recorder/recording.ts";
import { readRecording } from "../../mocks/recording/read-recording.ts";
import { replayAdapters } from "../../mocks/replay/adapters.ts";
import { playwrightTest } from "../../mocks/replay/playwright-test.ts";
import { replay, type Outcome } from "../../mocks/replay/replay.ts";
import { defineCommand } from "../settings/define-command.ts";
import { onOff, option } from "../settings/option.ts";
import { invocation, paint, print } from "../terminal.ts";
import { recordingSummary } from "./recording-summary.ts";
import { writeNewFile } from "./write-new-file.ts";

/** The options of `orgkit replay`, in the order of its help. */
export const replayOptions = z.object({
  adapter: option(
    z.enum(replayAdapters, `expected one of ${replayAdapters.join(", ")}`).default(replayAdapters[0]),
    "--adapter <name>",
    `how to reach the mock: ${replayAdapters.join(", ")}`,
  ),
  test: option(
    z
      .string()
      .regex(/\.(spec|test)\.[cm]?[jt]s$/, "expected a file Playwright finds, for instance reproduction.spec.ts")
      .optional(),
    "--test <file>",
    "also write a Playwright test that sends the same requests, for instance reproduction.spec.ts",
  ),
  force: option(onOff, "--force", "overwrite an existing test"),
});

/** `orgkit replay`: repeats the requests of a recording and compares the responses byte for byte. */
export default defineCommand(
  {
    name: "replay",
    summary: "replay a recording and compare the responses",
    description: "Replays the requests of a recording and compares every response byte for byte, without its delays.",
    arguments: { "<FILE>": "a file written by orgkit record" },
    options: replayOptions,
    exitCodes: { 0: "all responses are the same", 1: "responses differ", 2: "wrong usage or config" },
  },
  async ({ settings: { adapter, test, force }, given: [file = ""], version }) => {
    const recording = readRecording(file);
    const { orgkit, from } = recording;
    const title = `${paint("bold", visibleLine(file))}, recorded by orgkit ${visibleLine(orgkit)}`;
    print(title, ...recordingSummary(recording), "");
    let [calls, different] = [0, 0];
    for await (const outcome of replay(recording, adapter)) {
      print(...outcomeLines(outcome));
      calls += 1;
      if (outcome.differences.length > 0) different += 1;
    }
    const through = adapter === "simulation" ? "the simulation" : adapter;
    if (calls === 0) print(paint("yellow", "The recording has no requests."));
    else if (different === 0) print("", paint("green", `All ${calls} responses are the same on ${through}.`));
    else {
      print("", paint("red", `${different} of ${calls} responses differ on ${through}.`));
      if (orgkit !== version) print(`It was recorded by orgkit ${visibleLine(orgkit)}; this is ${version}.`);
      if (from !== undefined && from.scenarios.length > 0) {
        print("Its first requests were dropped, so active scenarios start without their history.");
      }
    }
    if (test !== undefined) writeTest(recording, file, test, force);
    return different === 0 ? 0 : 1;
  },
);

function outcomeLines({ what, recorded, differences, unsent }: Outcome): readonly string[] {
  const mark = differences.length === 0 ? paint("green", "✓") : paint("red", "✗");
  const note =
    unsent === undefined ? "" : paint("dim", ` not sent, but given to the simulation: ${visibleLine(unsent)}`);
  return [
    `${mark} ${visibleLine(what)} ${paint("dim", recorded)}${note}`,
    ...differences.map((difference) => `    ${visibleLine(difference)}`),
  ];
}

function writeTest(recording: Recording, file: string, path: string, force: boolean): void {
  const between = relative(dirname(path), file).replaceAll("\\", "/");
  const text = playwrightTest(recording, {
    path: between.startsWith("../") ? between : `./${between}`,
    command: `${invocation()} replay ${file} --test ${path}`,
  });
  writeNewFile({ what: "Test", path, text, force });
  print("", `Wrote ${visibleLine(path)}; run it with: npx playwright test ${visibleLine(path)}`);
}
