import { afterEach, expect, test, vi } from "vitest";
import { stateReply } from "../control/replies.ts";
import { read } from "./control.ts";

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch")), "The mock does not respond."],
  [
    "a response that is not JSON",
    () => Promise.resolve(new Response("Bad Gateway", { status: 502 })),
    "The mock responded with 502.",
  ],
  [
    "an answer of another version",
    () => Promise.resolve(new Response('{"version":1}')),
    /^The console and the mock have different versions \(version, url, /,
  ],
])("%s is a problem, too", async (_, answer, message) => {
  vi.stubGlobal("fetch", answer);
  await expect(read(stateReply, "GET state")).rejects.toThrow(message);
});
