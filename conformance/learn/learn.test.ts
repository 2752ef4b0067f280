import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import type { LearnOptions } from "../api/learn-options.ts";
import { learn } from "./learn.ts";

const directory = openTemporaryDirectory();
const given: LearnOptions = { baseUrl: "https://target.example", token: "canary-token-77f1" };

/** As a caller in JavaScript may give them. */
function mistaken(options: object): LearnOptions {
  return { ...given, ...options };
}

test.each<[options: object, message: string]>([
  [{ token: "" }, "token: expected a token"],
  [{ expiredToken: "a b" }, "expiredToken: expected a token"],
  [{ secondToken: "x" }, "secondToken: unknown key"],
  [{ world: "world.yaml" }, "world: expected true or false"],
  [{ journal: "" }, "journal: expected the path of a file"],
  [{ maxRps: 0 }, "maxRps: expected more than 0"],
])("%j is rejected before anything is sent", async (options, message) => {
  await expect(learn(mistaken(options))).rejects.toThrow(message);
});

test("an aborted signal sends nothing, and leaves no journal", async () => {
  const journal = join(directory.path, "exchanges.jsonl");
  const reason = new Error("no time");
  await expect(learn({ ...given, journal, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(existsSync(journal)).toBe(false);
});
