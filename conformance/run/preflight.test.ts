import { describe, expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedReply } from "../checks/scripted-session.ts";
import type { Session } from "../target/session.ts";
import { preflight } from "./preflight.ts";

function answering(...replies: readonly (ScriptedReply | "no reply")[]): Session {
  const left = [...replies];
  return {
    ...scriptedSession({}),
    call: (call) => scriptedSession({ first: left.shift() ?? "no reply" }).call(call),
  };
}

describe("a target that can be judged", () => {
  test.each([
    ["success on all", [envelope([]), envelope([]), envelope([])]],
    ["the token refused on some", [{ status: 401, text: "" }, envelope([]), { status: 403, text: "" }]],
    ["nothing found: the target's own answer", [404, 404, 404].map((status) => ({ status, text: "" }))],
    ["broken inside: the target's own answer", [500, 500, 500].map((status) => ({ status, text: "" }))],
    ["no reply on some", [envelope([]), "no reply", "no reply"]],
  ] as const)("%s", async (_, replies) => {
    expect(await preflight(answering(...replies))).toBeUndefined();
  });
});

describe("a target that cannot be judged, with what to mend", () => {
  test.each([401, 403, 407, 302])("the token answered with %d everywhere", async (status) => {
    const problem = await preflight(answering(...[1, 2, 3].map(() => ({ status, text: "" }))));
    const found =
      status === 302 ? "Every call is redirected, as to a login page" : "The token in ORGKIT_TOKEN is accepted";
    expect(problem).toContain(found);
    expect(problem).toContain(`GET https://target.example/api/v1/users → ${status}`);
  });

  test("no reply at all", async () => {
    expect(await preflight(answering("no reply", "no reply", "no reply"))).toBe(
      "https://target.example cannot be reached: the connection broke. Does it speak HTTP there, and not HTTPS?",
    );
  });
});
