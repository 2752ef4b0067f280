import { beforeAll, describe, expect, test } from "vitest";
import { inputErrorOf, openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { openTestCaller } from "../simulation/caller.fixture.ts";
import { recordingText, type Recording } from "../simulation/recorder/recording.ts";
import { readRecording } from "./read-recording.ts";

const directory = openTemporaryDirectory();
const place = { account: "acct_cedar", kind: "users" } as const;

let recording: Recording;

/** A recording with a step of each kind. */
beforeAll(async () => {
  const caller = await openTestCaller();
  const { simulation } = caller;
  const snapshot = simulation.snapshot();
  await caller.call({ method: "POST", body: new Uint8Array([0xff]) });
  simulation.use("hang:on=createUser");
  await simulation.edits.add(place, { name: "Its id last", id: "usr_1" });
  await simulation.restore(snapshot);
  recording = simulation.recording("1.2.3");
});

/** The message for a recording with one text changed. */
function mistake(before: string, after: string): string {
  const text = recordingText(recording);
  const changed = text.replace(before, after);
  expect(changed).not.toBe(text);
  const path = directory.write("changed.json", changed);
  return inputErrorOf(() => readRecording(path), directory);
}

describe("a recording is read", () => {
  test("of an earlier orgkit, with its member `capsule`", () => {
    const earlier = recordingText(recording).replace('"recording": 1', '"capsule": 1');
    expect(earlier).toContain('"capsule": 1');
    expect(recordingText(readRecording(directory.write("earlier.json", earlier)))).toBe(recordingText(recording));
  });

  test("as written, with the order of members in records", () => {
    const read = readRecording(directory.write("good.json", recordingText(recording)));
    expect(read.steps.map((step) => Object.keys(step)[0])).toStrictEqual(["call", "use", "edit", "restore"]);
    expect(JSON.stringify(read.steps)).toBe(JSON.stringify(recording.steps));
    expect(recordingText(read)).toBe(recordingText(recording));
  });

  test("with members that no schema would keep", () => {
    const odd = '"record": {\n          "__proto__": { "a": { "__proto__": 1 } },';
    const path = directory.write("odd.json", recordingText(recording).replace('"record": {', odd));
    expect(JSON.stringify(readRecording(path).steps)).toContain('"__proto__":{"a":{"__proto__":1}}');
  });
});

describe("an invalid recording is reported", () => {
  test.each([
    ["[]", "directory/other.json: not a recording; expected a file written by orgkit record"],
    ['{ "name": "demo" }', "directory/other.json: not a recording; expected a file written by orgkit record"],
    ["null", "directory/other.json: not a recording"],
    ['{ "recording": 1, "steps": [', "directory/other.json:1:"],
    [
      '{ "recording": 2, "orgkit": "9.0.0" }',
      "it is a recording of version 2, written by orgkit 9.0.0; this orgkit reads version 1: update it",
    ],
    ['{ "recording": 7 }', "it is a recording of version 7, written by a newer orgkit"],
  ])("%s", (text, message) => {
    const path = directory.write("other.json", text);
    expect(inputErrorOf(() => readRecording(path), directory)).toContain(message);
  });

  test("no file", () => {
    expect(inputErrorOf(() => readRecording("nowhere.json"))).toBe(
      'Cannot use recording "nowhere.json":\n  nowhere.json: no such file',
    );
  });
});

describe("a mistake is reported with its place", () => {
  test.each([
    ['"seed": 1', '"seed": "1"', /changed\.json:4:3 seed: expected number, received string$/],
    ['"number": 1', '"number": 0', /changed\.json:\d+:9 steps\[0\]\.call\.number: too small/],
    ['"base64": "/w=="', '"base64": "?"', /steps\[0\]\.call\.base64: invalid base64/],
    ['"status": 415', '"state": 415', /changed\.json:\d+:9 steps\[0\]\.reply\.state: unknown key$/],
    [
      '"use": [',
      '"used": [',
      /changed\.json:\d+:5 steps\[1\]: expected a step: an object with call, use, edit, restore$/,
    ],
    ['"kind": "users"', '"kind": "pets"', /steps\[2\]\.edit\.place\.kind: expected one of "users"/],
    ['"frozenAt": null', '"frozenAt": "now"', /steps\[3\]\.restore\.clock\.frozenAt: /],
    ['"paging": {', '"pagination": {', /dialect\.pagination: unknown key$/m],
    [
      '"id": "acct_brightwater",\n        "name"',
      '"id": "acct_aurora",\n        "name"',
      /world\.accounts\[1\]\.id: expected a value used once, got "acct_aurora" again$/,
    ],
  ])("%s → %s", (before, after, message) => {
    expect(mistake(before, after)).toMatch(message);
  });
});
