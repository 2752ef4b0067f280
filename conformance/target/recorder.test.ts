import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { HttpClient, Outgoing } from "./http-client.ts";
import { countRequests, Recorder } from "./recorder.ts";

const outgoing: Outgoing = { method: "POST", url: "https://t.example/api/v1/users", headers: {} };

let folder: string;
let file: string;
let sent: number;
let client: HttpClient;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgkit-recorder-"));
  file = join(folder, "exchanges.jsonl");
  sent = 0;
  client = {
    send: ({ method, url }) => {
      sent += 1;
      return Promise.resolve({
        request: { method, url, headers: {} },
        response: { status: 200 + sent, headers: {}, body: "", ms: 1 },
      });
    },
    close: () => Promise.resolve(),
  };
});

afterEach(() => rmSync(folder, { recursive: true }));

test("two checks that ask at once share one request", async () => {
  const recorder = new Recorder(client, file);
  const [first, second] = await Promise.all([recorder.take("a", () => outgoing), recorder.take("a", () => outgoing)]);
  expect(first).toEqual(second);
  expect(sent).toBe(1);
});

test("a restarted worker reads what was exchanged and sends no POST again", async () => {
  const before = await new Recorder(client, file).take("createUser first", () => outgoing);
  const after = await new Recorder(client, file).take("createUser first", () => outgoing);
  expect(after).toEqual(before);
  expect(sent).toBe(1);
});

test("every request counts, and the record is for its owner only", async () => {
  const recorder = new Recorder(client, file);
  expect(countRequests(file)).toBe(0);
  await recorder.take("a", () => outgoing);
  await recorder.take("b", () => outgoing);
  expect(countRequests(file)).toBe(2);
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(3);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
