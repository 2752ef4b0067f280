import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "../checks/scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { cors, head, optionsReply } from "./cors.ts";
import { failureStatus } from "./statuses.ts";
import { openSource, type Source } from "./source.ts";

type Headers = Readonly<Record<string, string>>;

/** A service with the same CORS headers for these origins. */
function serviceWith(isAllowed: (origin: string) => boolean, read: Headers, preflight?: ScriptedResponse): Source {
  const answer = ({ method, headers: { origin = "", ...asked } = {} }: Call): ScriptedResponse => {
    const isPreflight = method === "OPTIONS" && asked["access-control-request-method"] !== undefined;
    if (isPreflight && preflight !== undefined) return isAllowed(origin) ? preflight : { status: 400, text: "no" };
    if (method !== undefined) return { status: 405, text: "" };
    const headers = Object.entries(read).map(([name, value]) => [name, value.replace("ORIGIN", origin)]);
    return { ...envelope([{ id: 1 }]), headers: isAllowed(origin) ? Object.fromEntries(headers) : {} };
  };
  return openSource(scriptedSession({}, { answer }));
}

const star = { "access-control-allow-origin": "*" };
const echo = { "access-control-allow-origin": "ORIGIN", "access-control-allow-credentials": "true" };
const methods = { "access-control-allow-methods": "GET,POST" };
const requested = { "access-control-allow-headers": "authorization, x-orgkit-probe" };

test.each<[what: string, source: Source, value: unknown]>([
  ["none", serviceWith(() => false, {}), null],
  ["any, no preflight", serviceWith(() => true, star), { origins: "*", expose: null, preflight: null }],
  [
    "any, a preflight of its own",
    serviceWith(() => true, star, { status: 200, headers: { ...star, ...methods, ...requested } }),
    { origins: "*", expose: null, preflight: 200, methods: "GET,POST", headers: "{{requested}}", maxAge: null },
  ],
  ["by name", serviceWith(() => true, echo), { origins: "echo", credentials: true, expose: null, preflight: null }],
  [
    "those of developers",
    serviceWith((origin) => origin.includes("localhost"), echo),
    { origins: ["http://localhost:3000"], credentials: true, expose: null, preflight: null },
  ],
])("pages that may read: %s", async (_, source, value) => {
  expect((await cors(source)).value).toStrictEqual(value);
});

const allow = { allow: "GET, HEAD" };

test.each<[reply: ScriptedResponse, value: unknown]>([
  [{ status: 405, text: "" }, "method"],
  [{ status: 401, text: "" }, "method"],
  [
    { headers: { ...allow, "content-type": "text/html" }, text: "GET, HEAD" },
    { status: 200, contentType: "text/html", body: "{{allow}}" },
  ],
  [
    { status: 204, headers: allow },
    { status: 204, contentType: null, body: "" },
  ],
  [{ status: 204, headers: { ...star, ...methods } }, "preflight"],
  [envelope([]), "get"],
])("an OPTIONS request with the response %j is %j", async (reply, value) => {
  const answer = ({ method }: Call): ScriptedResponse =>
    method === "OPTIONS" ? reply : { ...envelope([]), headers: star };
  expect((await optionsReply(openSource(scriptedSession({}, { answer })))).value).toStrictEqual(value);
});

test.each([
  [200, "get"],
  [404, "method"],
])("a HEAD request with %d is %s", async (status, value) => {
  expect((await head(openSource(scriptedSession({ first: { status } })))).value).toBe(value);
});

test.each([
  [404, 404],
  [200, 418],
])(
  "if OPTIONS gets %d, another method gets %d: a method that hardly any server knows shows less",
  async (status, value) => {
    const answer = ({ method }: Call): ScriptedResponse => ({ status: method === "OPTIONS" ? status : 418 });
    const source = openSource(scriptedSession({}, { answer }));
    expect((await failureStatus(source, "methodNotAllowed")).value).toBe(value);
  },
);

test("a preflight that is rejected for an unknown header is sent again without it", async () => {
  const told = { ...star, ...methods, "access-control-allow-headers": "Authorization" };
  const source = openSource(
    scriptedSession(
      {},
      {
        answer: ({ method, headers = {} }) => {
          if (method !== "OPTIONS") return { ...envelope([{ id: 1 }]), headers: star };
          const isKnown = headers["access-control-request-headers"] === "authorization";
          return isKnown ? { status: 204, headers: told } : { status: 204, headers: star };
        },
      },
    ),
  );
  expect((await cors(source)).value).toMatchObject({ origins: "*", methods: "GET,POST", headers: "Authorization" });
});
