import { describe, expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedReply } from "../checks/scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { noReply } from "../target/no-reply.ts";
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
    ["nothing found on some", [{ status: 404, text: "" }, { status: 404, text: "" }, envelope([])]],
    ["JSON that is not an envelope", [404, 200, 404].map((status) => ({ status, text: "[]" }))],
    ["no body anywhere", [204, 204, 204].map((status) => ({ status, text: "" }))],
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

  test("a gateway's refusal, with what it says and where to put what it wants", async () => {
    const refusal = { status: 403, text: '{"message":"No \\u001bAPI key found"}' };
    const problem = await preflight(answering(refusal, refusal, refusal));
    expect(problem).toContain('{"message":"No \\u001bAPI key found"}');
    expect(problem).toContain("--header");
  });

  test.each([
    ["DEPTH_ZERO_SELF_SIGNED_CERT", ["--ca FILE", "--insecure"]],
    ["EPROTO", ["HTTPS"]],
  ])("TLS that failed with %s, with what to give", async (code, words) => {
    const { kind, message } = noReply(Object.assign(new Error("tls"), { code }), 1000, "");
    const session = answering();
    const request = { method: "GET", url: session.target.baseUrl, headers: {} };
    const call: Session["call"] = () => Promise.resolve({ request, noReply: { kind, message } });
    const problem = await preflight({ ...session, call });
    for (const word of words) expect(problem).toContain(word);
    expect(problem?.includes("--insecure")).toBe(words.includes("--insecure"));
  });

  test("no reply at all", async () => {
    expect(await preflight(answering("no reply", "no reply", "no reply"))).toBe(
      "https://target.example cannot be reached: the connection broke. Does it speak HTTP there, and not HTTPS?",
    );
  });
});

describe("what is at another base URL", () => {
  const page = { text: "<!doctype html><title>Home</title>" };
  const nothing = { status: 404, text: '{"error":"not found"}' };

  /** A target where only these calls get something else than is got everywhere. */
  function mostly(
    everywhere: ScriptedReply,
    baseUrl: string,
    answer: (call: Call) => ScriptedReply | undefined,
  ): Session {
    const scripted = scriptedSession({}, { answer: (call) => answer(call) ?? everywhere });
    return { ...scripted, target: { ...scripted.target, baseUrl } };
  }

  test.each([
    ["nothing", 404, nothing],
    ["no such method", 405, { status: 405, text: "" }],
    ["a page", 200, page],
    ["a page that says that nothing was found", 404, { status: 404, ...page }],
  ])("is asked for, where everything gets %s", async (_, status, reply) => {
    const problem = await preflight(mostly(reply, "https://x.example/shop", () => undefined));
    expect(problem).toContain("https://x.example/shop");
    expect(problem).toContain("is this the right base URL?");
    expect(problem).toContain(`GET https://target.example/api/v1/users → ${status}`);
  });

  test.each(["https://x.example/api/v1", "https://x.example/api"])(
    "is told, where %s goes too far",
    async (baseUrl) => {
      const served = ({ path = "" }: Call): ScriptedReply | undefined =>
        new URL(baseUrl + path).pathname === "/api/v1/users" ? envelope([]) : undefined;
      const problem = await preflight(mostly(nothing, baseUrl, served));
      expect(problem).toContain("Give https://x.example");
    },
  );

  test.each([
    ["refuses a call without a token", ({ as }: Call) => (as === "none" ? { status: 401, text: "" } : undefined)],
    [
      "serves the users under another version",
      ({ path }: Call) => (path === "/api/v2/users" ? envelope([]) : undefined),
    ],
    ["serves the users without a version", ({ path }: Call) => (path === "/users" ? envelope([]) : undefined)],
  ])("is not asked for, where a target %s: that is its own answer", async (_, answer) => {
    expect(await preflight(mostly(nothing, "https://x.example", answer))).toBeUndefined();
  });
});
