import { afterEach, expect, test, vi } from "vitest";
import { stateReply } from "../control/replies.ts";
import { ask, read, sandbox, token } from "./control.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  token.value = undefined;
  sandbox.value = undefined;
});

test("the token is sent, and the sandbox that is looked at, but for sandboxes themselves", async () => {
  const fetched = vi.fn((path: string, { headers }: { headers: Headers }) =>
    Promise.resolve(Response.json([path, headers.get("authorization")])),
  );
  vi.stubGlobal("fetch", fetched);
  token.value = "secret";
  sandbox.value = "x1";
  const sent = ["GET state", "GET journal?limit=1", "GET sandboxes", "GET interface.json"].map(async (request) =>
    (await ask(request)).json(),
  );
  expect(await Promise.all(sent)).toStrictEqual([
    ["state?sandbox=x1", "Bearer secret"],
    ["journal?limit=1&sandbox=x1", "Bearer secret"],
    ["sandboxes", "Bearer secret"],
    ["interface.json", "Bearer secret"],
  ]);
});

test.each([
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch")), "The mock does not answer."],
  [
    "an answer that is no JSON",
    () => Promise.resolve(new Response("Bad Gateway", { status: 502 })),
    "The mock answered 502.",
  ],
  [
    "an answer of another version",
    () => Promise.resolve(new Response('{"version":1}')),
    /^This console is of another version than the mock: it does not understand version, url, /,
  ],
])("%s is a problem, too", async (_, answer, message) => {
  vi.stubGlobal("fetch", answer);
  await expect(read(stateReply, "GET state")).rejects.toThrow(message);
});
