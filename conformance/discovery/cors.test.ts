import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { cors } from "./cors.ts";
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
const told = { status: 204, headers: { ...star, "access-control-allow-headers": "authorization" } };

test.each<[what: string, source: Source, value: unknown]>([
  ["none", serviceWith(() => false, {}), null],
  ["any, but not with a token", serviceWith(() => true, star), null],
  ["any", serviceWith(() => true, star, told), { origins: "*" }],
  ["by name", serviceWith(() => true, echo, told), { origins: "echo", credentials: true }],
  [
    "those of developers",
    serviceWith((origin) => origin.includes("localhost"), echo, told),
    { origins: ["http://localhost:3000"], credentials: true },
  ],
])("pages that may read: %s", async (_, source, value) => {
  expect((await cors(source)).value).toStrictEqual(value);
});
