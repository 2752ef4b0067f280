import { expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { demoTokens, openTestCaller, type TestCall } from "../simulation/caller.fixture.ts";

const app = "https://app.example";
const preflight: TestCall = {
  method: "OPTIONS",
  headers: {
    authorization: undefined,
    origin: app,
    "access-control-request-method": "GET",
    "access-control-request-headers": "x-a",
  },
};
const read: TestCall = { headers: { authorization: `Bearer ${demoTokens[0]}`, origin: app } };

/** The status and the CORS headers: `204 allow-origin=*, …`. */
async function allowed(requests: object, call: TestCall): Promise<string> {
  const { status, headers } = await (await openTestCaller({ dialect: { requests } })).call(call);
  const said = Object.entries(headers).filter(([name]) => name.startsWith("access-control-") || name === "vary");
  return [status, ...said.map(([name, value]) => `${name.replace("access-control-", "")}=${value}`)].join(" ");
}

test.each<[cors: object | null, call: TestCall, expected: string]>([
  [{}, read, "200 allow-origin=* expose-headers=*"],
  [null, read, "200"],
  [null, preflight, "405"],
  [{}, { path: "/nothing" }, "404 allow-origin=* expose-headers=*"],
  [{ origins: "echo" }, read, `200 allow-origin=${app} vary=Origin expose-headers=*`],
  [
    { origins: "echo", credentials: true },
    read,
    `200 allow-origin=${app} vary=Origin allow-credentials=true expose-headers=content-type`,
  ],
  [{ origins: ["https://other.example"] }, read, "200 vary=Origin"],
  [{ origins: "echo" }, {}, "200 vary=Origin"],
  [
    {},
    preflight,
    "204 allow-methods=GET, HEAD, POST, OPTIONS allow-headers=Authorization, * max-age=600 allow-origin=* expose-headers=*",
  ],
  [
    { origins: "echo", credentials: true },
    preflight,
    `204 allow-methods=GET allow-headers=x-a max-age=600 allow-origin=${app} vary=Origin allow-credentials=true`,
  ],
])("with cors %j a page that sends %j gets %s", async (cors, call, expected) => {
  expect(await allowed({ cors }, call)).toBe(expected);
});

test("no browser accepts credentials from any origin, so no dialect declares that", () => {
  const written = dialectSchema.safeParse({ requests: { cors: { origins: "*", credentials: true } } });
  expect(written.error?.issues[0]?.message).toContain("origins: echo");
});

test("a preflight is neither counted nor disturbed by a scenario", async () => {
  const caller = await openTestCaller({ scenarios: ["maintenance"] });
  expect((await caller.call({})).status).toBe(503);
  expect((await caller.call(preflight)).status).toBe(204);
  expect(caller.simulation.journal.entries()).toHaveLength(1);
});
