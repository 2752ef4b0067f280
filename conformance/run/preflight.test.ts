import { describe, expect, test } from "vitest";
import { operationPath, readOperationIds } from "../../fixtures/contract/operations.ts";
import {
  envelope,
  scriptedReader,
  type Scripted,
  type ScriptedResponse,
} from "../open-points/scripted-reader.fixture.ts";
import type { Call } from "../target/call.ts";
import { preflight } from "./preflight.ts";

/** The problem found with these responses to the first calls. */
function found(...replies: readonly Scripted[]): Promise<string | undefined> {
  const left = [...replies];
  return preflight(scriptedReader(() => left.shift() ?? "no response").reader);
}

const status = (code: number, text = ""): ScriptedResponse => ({ status: code, text });

test("a target gets the plain requests that only read, and no other", async () => {
  const { reader, calls } = scriptedReader(() => status(401));
  await preflight(reader);
  expect(calls).toEqual(readOperationIds.map((operation) => ({ operation })));
});

const all = (reply: Scripted): readonly Scripted[] => readOperationIds.map(() => reply);

test.each<[what: string, replies: readonly Scripted[]]>([
  ["success on all", all(envelope([]))],
  ["the token rejected on some", [status(401), envelope([]), status(403)]],
  ["nothing found on some", [status(404), status(404), envelope([])]],
  ["JSON that is not an envelope", [404, 200, 404].map((code) => status(code, "[]"))],
  ["no body anywhere", all(status(204))],
  ["broken inside: the target's own answer", all(status(500))],
  ["no reply on some", [envelope([]), "no response", "no response"]],
])("a target can be judged that responds with %s", async (_, replies) => {
  expect(await found(...replies)).toBeUndefined();
});

describe("a target that cannot be judged, with what to fix", () => {
  const rejected = "Every operation rejects the token in ORGKIT_TOKEN";
  const gateway = '{"message":"No \\u001bAPI key found"}';
  const users = "GET https://target.example/api/v1/users →";

  test.each<[what: string, reply: Scripted, ...parts: string[]]>([
    ["401", status(401), rejected, `${users} 401`],
    ["403", status(403, gateway), rejected, `${users} 403`, gateway, "--header"],
    ["407", status(407), rejected, `${users} 407`],
    ["302", status(302), "Every request is redirected, as if to a login page", `${users} 302`],
    [
      "nothing",
      "no response",
      "https://target.example cannot be reached: the connection broke. Does it speak HTTP there",
    ],
  ])("that responds to all requests with %s", async (_, reply, ...parts) => {
    const problem = await found(...all(reply));
    for (const part of parts) expect(problem).toContain(part);
  });

  test.each([
    ["DEPTH_ZERO_SELF_SIGNED_CERT", ["--ca FILE", "--insecure"]],
    ["EPROTO", ["HTTPS"]],
  ])("whose TLS failed with %s", async (code, words) => {
    const problem = await preflight(scriptedReader(() => Object.assign(new Error("tls"), { code })).reader);
    for (const word of words) expect(problem).toContain(word);
    expect(problem?.includes("--insecure")).toBe(words.includes("--insecure"));
  });
});

describe("a redirect to the same path", () => {
  /** The problem of `http://target.example/x`, whose paths redirect to these. */
  function foundFor(locationOf: (path: string) => string): Promise<string | undefined> {
    const moved = ({ operation }: Call): ScriptedResponse => ({
      status: 301,
      headers: { location: locationOf(operationPath(operation, "s-1")) },
    });
    return preflight(scriptedReader(moved, { baseUrl: "http://target.example/x" }).reader);
  }

  test("names the base URL to use", async () => {
    expect(await foundFor((path) => `https://target.example/x${path}`)).toContain(
      "http://target.example/x redirects to https://target.example/x: use that as the base URL.",
    );
    expect(await foundFor((path) => `/y${path}/?a=1`)).toContain("http://target.example/y: use that as the base URL.");
  });

  test("that only adds a slash, or leads to a login page, is said to do so", async () => {
    expect(await foundFor((path) => `/x${path}/`)).toContain("with a slash at its end");
    expect(await foundFor(() => "/login?to=/api/v1/users")).toContain("as if to a login page");
  });
});

describe("the interface at another base URL", () => {
  /** The problem found if only these calls get another response. */
  function foundAt(
    baseUrl: string,
    everywhere: ScriptedResponse,
    answer: (call: Call) => ScriptedResponse | undefined = () => undefined,
  ): Promise<string | undefined> {
    return preflight(scriptedReader((call) => answer(call) ?? everywhere, { baseUrl }).reader);
  }

  const page = "<!doctype html><title>Home</title>";
  const nothing = status(404, '{"error":"not found"}');

  test.each([
    ["nothing", nothing],
    ["a page", status(200, page)],
  ])("is looked for if everything gets %s", async (_, reply) => {
    const problem = await foundAt("https://x.example/shop", reply);
    expect(problem).toContain("https://x.example/shop looks like the interface: is this the right base URL?");
    expect(problem).toContain(`GET https://x.example/shop/api/v1/users → ${reply.status}`);
  });

  test.each(["https://x.example/api/v1", "https://x.example/api"])(
    "is reported if %s goes too far, without further requests",
    async (baseUrl) => {
      const asked: Call[] = [];
      const problem = await foundAt(baseUrl, nothing, (call) => void asked.push(call));
      expect(problem).toContain("Use https://x.example:");
      expect(asked.filter(({ as, path }) => (as ?? path) !== undefined)).toEqual([]);
    },
  );

  test.each<[what: string, answer: (call: Call) => ScriptedResponse | undefined]>([
    ["rejects a call without a token", ({ as }) => (as === "none" ? status(401) : undefined)],
    ["serves the users under another version", ({ path }) => (path === "/api/v2/users" ? envelope([]) : undefined)],
    ["serves the users without a version", ({ path }) => (path === "/users" ? envelope([]) : undefined)],
  ])("is not looked for if a target %s: that is its own response", async (_, answer) => {
    expect(await foundAt("https://x.example", nothing, answer)).toBeUndefined();
  });
});
