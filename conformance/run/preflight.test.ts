import { expect, test } from "vitest";
import { operationPath, readOperationIds } from "../../fixtures/contract/operations.ts";
import {
  envelope,
  scriptedReader,
  type Scripted,
  type ScriptedResponse,
} from "../open-points/scripted-reader.fixture.ts";
import type { Call } from "../log/model.ts";
import { gatewayAnswers, toReply } from "./situations.fixture.ts";
import { preflight } from "./preflight.ts";

type Answer = (call: Call) => Scripted;

/** The problem of a target that answers like this. */
function findProblem(answer: Answer, baseUrl = "https://target.example"): Promise<string | undefined> {
  return preflight(scriptedReader(answer, { baseUrl }).reader);
}

function status(code: number, text = ""): ScriptedResponse {
  return { status: code, text };
}

const notFound = status(404, '{"error":"not found"}');

/** To the operations that read, in their order. */
function inOrder(...answers: readonly Scripted[]): Answer {
  return ({ operation }) => answers[readOperationIds.indexOf(operation)] ?? "no response";
}

test.each<[what: string, answer: Answer]>([
  ["success on all", () => envelope([])],
  ["the token rejected on some", inOrder(status(401), envelope([]), status(403))],
  ["nothing found on some", inOrder(notFound, notFound, envelope([]))],
  ["JSON that is not an envelope", inOrder(notFound, status(200, "[]"), notFound)],
  ["JSON that it calls a page", () => ({ ...envelope([]), headers: { "content-type": "text/html" } })],
  ["an internal error", () => status(500)],
  ["lists without an envelope", ({ path }) => (path === undefined ? status(200, '{"items":[]}') : notFound)],
  ["no response on some", inOrder(envelope([]))],
  ["the users under another version", ({ path }) => (path === "/api/v2/users" ? envelope([]) : notFound)],
  ["the users without a version", ({ path }) => (path === "/users" ? envelope([]) : notFound)],
])("a target can be judged that responds with %s", async (_, answer) => {
  expect(await findProblem(answer)).toBeUndefined();
});

test("a target that can be judged gets the plain requests that only read", async () => {
  const { reader, calls } = scriptedReader(() => envelope([]));
  await preflight(reader);
  expect(calls).toEqual(readOperationIds.map((operation) => ({ operation })));
});

const gateway = '{"message":"No \\u001bAPI key found"}';
const baseUrlAdvice = "Is this the right base URL?";
const path = ({ operation }: Call): string => operationPath(operation, "s-1");
const tls = (code: string): Error => Object.assign(new Error("tls"), { code });

function redirect(locationOf: (path: string) => string): Answer {
  return (call) => ({ status: 301, headers: { location: locationOf(path(call)) } });
}

test.each<[what: string, answer: Answer, ...parts: string[]]>([
  ["401", () => status(401), "GET http://target.example/x/api/v1/users → 401"],
  ["403", () => status(403, gateway), "refused with the token in ORGKIT_TOKEN", "users → 403", gateway, "--header"],
  ["400", () => status(400), "No operation gives anything for the token in ORGKIT_TOKEN", "--header"],
  ["429", () => status(429), "nothing can be judged", "429"],
  ["no response", () => "no response", "cannot be reached: the connection broke. Does it speak HTTP there"],
  ["a certificate of its own", () => tls("DEPTH_ZERO_SELF_SIGNED_CERT"), "--ca FILE", "--insecure"],
  ["no TLS", () => tls("EPROTO"), "HTTPS"],
  [
    "a redirect to HTTPS",
    redirect((to) => `https://target.example/x${to}`),
    "redirects to https://target.example/x: use",
  ],
  [
    "a redirect to another path",
    redirect((to) => `/y${to}/?a=1`),
    "http://target.example/y: use that as the base URL.",
  ],
  ["a redirect to a slash", redirect((to) => `/x${to}/`), "with a slash at its end"],
  ["nothing found or the token rejected", inOrder(status(401), notFound, notFound), baseUrlAdvice],
  ["XML", () => status(200, "<?xml version='1.0'?><ListBucketResult/>"), baseUrlAdvice],
])("a target cannot be judged that responds to all with %s, and is told what to fix", async (_, answer, ...parts) => {
  const problem = await findProblem(answer, "http://target.example/x");
  for (const part of parts) expect(problem).toContain(part);
});

const gatewayCases = gatewayAnswers.flatMap(({ words, says, answers }) =>
  answers.map((answer) => ({ words, says, answer, name: `${answer.product}: ${answer.status}` })),
);

test.each(gatewayCases)("$words ($name) is not the service", async ({ says, answer }) => {
  const { status: code, text = "", headers } = toReply(answer);
  expect(await findProblem(() => ({ status: code, text, headers }))).toMatch(says);
});

test("a base URL may not go too far", async () => {
  expect(await findProblem(() => notFound, "https://x.example/api")).toContain("Use https://x.example:");
});
