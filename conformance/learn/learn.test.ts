import { expect, test } from "vitest";
import type { LearnOptions } from "../options/options.ts";
import { learn } from "./learn.ts";

const given: LearnOptions = { baseUrl: "https://target.example", token: "canary-token-77f1" };

/** As a caller in JavaScript may give them. */
function mistaken(options: object): LearnOptions {
  return { ...given, ...options };
}

test.each<[options: object, message: string]>([
  [{ token: "" }, "token: expected a token"],
  [{ expiredToken: "a b" }, "expiredToken: expected a token"],
  [{ tokens: "x" }, "tokens: unknown key"],
  [{ world: "world.yaml" }, "world: expected true or false"],
])("%j is rejected before anything is sent", async (options, message) => {
  await expect(learn(mistaken(options))).rejects.toThrow(message);
});

test("an aborted signal sends nothing", async () => {
  const reason = new Error("no time");
  await expect(learn({ ...given, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
