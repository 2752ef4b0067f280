import { expect, test } from "vitest";
import { demoTokens, openTestCaller, type TestCall } from "../simulation/caller.fixture.ts";

const app = "https://app.example";
const read: TestCall = { headers: { authorization: `Bearer ${demoTokens[0]}`, origin: app } };
const preflight: TestCall = {
  method: "OPTIONS",
  headers: {
    authorization: undefined,
    origin: app,
    "access-control-request-method": "GET",
    "access-control-request-headers": "x-a",
  },
};

test.each<[cors: object | null, call: TestCall, expected: string]>([
  [{}, read, "200 allow-origin=* expose-headers=*"],
  [null, read, "200"],
  [null, preflight, "405"],
  [{ origins: "echo" }, read, `200 allow-origin=${app} expose-headers=* vary=Origin`],
  [
    { origins: "echo", credentials: true },
    read,
    `200 allow-credentials=true allow-origin=${app} expose-headers=(all others) vary=Origin`,
  ],
  [{ origins: ["https://other.example"] }, read, "200 vary=Origin"],
  [{ origins: "echo" }, {}, "200 vary=Origin"],
  [
    {},
    preflight,
    "204 allow-headers=Authorization, * allow-methods=GET, HEAD, POST, OPTIONS allow-origin=* expose-headers=* max-age=600",
  ],
  [
    { origins: "echo", credentials: true },
    preflight,
    `204 allow-credentials=true allow-headers=x-a allow-methods=GET allow-origin=${app} max-age=600 vary=Origin`,
  ],
])("with cors %j a page that sends %j gets %s", async (cors, call, expected) => {
  const { status, headers } = await (await openTestCaller({ dialect: { requests: { cors } } })).call(call);
  const related = Object.entries(headers).filter(([name]) => name.startsWith("access-control-") || name === "vary");
  const others = Object.keys(headers).filter((name) => !related.some(([one]) => one === name));
  const texts = related
    .map(
      ([name, value]) =>
        `${name.replace("access-control-", "")}=${value === others.join(", ") ? "(all others)" : value}`,
    )
    .toSorted();
  expect([status, ...texts].join(" ")).toBe(expected);
});

test("a preflight is neither counted nor disturbed by a scenario", async () => {
  const caller = await openTestCaller({ scenarios: ["maintenance"] });
  expect([(await caller.call()).status, (await caller.call(preflight)).status]).toStrictEqual([503, 204]);
  expect(caller.simulation.journal.entries()).toHaveLength(1);
});
