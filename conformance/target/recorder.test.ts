import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { HttpClient, Outgoing } from "./http-client.ts";
import type { Call } from "./call.ts";
import { Recorder } from "./recorder.ts";

const creation: Call = { operation: "createUser" };
const outgoing: Outgoing = { method: "POST", url: "https://t.example/api/v1/users", headers: {} };

let directory: string;
let file: string;
let sent: number;
let client: HttpClient;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "orgkit-recorder-"));
  file = join(directory, "exchanges.jsonl");
  sent = 0;
  client = {
    send: ({ method, url }) => {
      sent += 1;
      return Promise.resolve({
        exchange: {
          request: { method, url, headers: {} },
          response: { status: 200 + sent, headers: {}, body: "", ms: 1 },
        },
        requests: 2,
        waited: 10,
      });
    },
    close: () => Promise.resolve(),
  };
});

afterEach(() => rmSync(directory, { recursive: true }));

test("two concurrent checks share one request", async () => {
  const recorder = new Recorder(client, file);
  const [first, second] = await Promise.all([
    recorder.take(creation, () => outgoing),
    recorder.take({ operation: "createUser", as: "first" }, () => outgoing),
  ]);
  expect(first).toEqual(second);
  expect(sent).toBe(1);
});

test("a restarted worker reads earlier exchanges and repeats no POST", async () => {
  const before = await new Recorder(client, file).take(creation, () => outgoing);
  const after = await new Recorder(client, file).take(creation, () => outgoing);
  expect(after).toEqual(before);
  expect(sent).toBe(1);
});

test("different calls are sent separately, and only the owner can read the record", async () => {
  const recorder = new Recorder(client, file);
  await recorder.take(creation, () => outgoing);
  await recorder.take({ operation: "createUser", label: "again" }, () => outgoing);
  expect(recorder.entries.map(({ call, requests, waited }) => ({ call, requests, waited }))).toEqual([
    { call: creation, requests: 2, waited: 10 },
    { call: { operation: "createUser", label: "again" }, requests: 2, waited: 10 },
  ]);
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(3);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
