import { describe, expect, test, vi } from "vitest";
import { loadDialect } from "../../fixtures/dialect/load.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { ConformOptions } from "../api/conform-options.ts";
import { exampleReport } from "../report/example-report.fixture.ts";
import { readConformOptions } from "./read-conform-options.ts";

const token = "canary-token-77f1";
const given = { baseUrl: "https://staging.example/x/", token } satisfies ConformOptions;

test("an invalid proxy in the environment is a mistake of the caller, not an internal error", async () => {
  vi.stubEnv("HTTPS_PROXY", "nope");
  vi.stubEnv("https_proxy", undefined);
  const rejected = await messageOf(readConformOptions(given));
  vi.unstubAllEnvs();
  expect(rejected).toContain("HTTPS_PROXY: expected the URL of a proxy");
});

test("every option reaches the judge", async () => {
  const asGiven = {
    name: "staging",
    allowWrites: true,
    createBody: { login: "{{unique}}" },
    tokenVariables: { first: "ONE", second: "TWO" },
  };
  const connection = {
    maxRps: 5,
    timeout: 300,
    ca: "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----",
    insecure: true,
    maxCreated: 7,
  };
  const { signal } = new AbortController();
  const judging = {
    level: "implied",
    grep: "ENV",
    signal,
    onExperiment: () => undefined,
  } as const;
  const read = await readConformOptions({
    ...given,
    ...asGiven,
    ...connection,
    ...judging,
    patience: 2.5,
    quick: true,
    secondToken: "other-token-1",
    ids: { user: ["u"], subscription: ["a"] },
    secondIds: { subscription: ["z"] },
    subscriptionIds: ["b"],
    dialect: "offset",
    headers: { "X-Tenant": "acme" },
  });
  const ids = { user: ["u"], subscription: ["a", "b"] };
  const target = {
    ...asGiven,
    isQuick: true,
    baseUrl: "https://staging.example/x",
    ids,
    secondIds: { subscription: ["z"] },
    earlierUsers: [],
    dialect: loadDialect("offset"),
  };
  const secrets = { first: token, second: "other-token-1", headers: { "x-tenant": "acme" } };
  expect(read).toEqual({ target: { target, secrets }, connection: { ...connection, patience: 2500 }, ...judging });
});

test("the users that an earlier run on the same target left in a list", async () => {
  const baseline = exampleReport({
    target: { name: "target", baseUrl: "https://staging.example/x", dialect: null },
    runId: "orgkit7f3a9c",
    created: [
      { sent: '{"name":"orgkit7f3a9c-1b2c3d4e"}', received: "[]", listedFor: "second" },
      { sent: '{"name":"orgkit7f3a9c-5b2c3d4e"}', received: "[]" },
    ],
  });
  const earlier = async (baseUrl: string): Promise<unknown> =>
    (await readConformOptions({ ...given, baseUrl, baseline })).target.target.earlierUsers;
  expect(await earlier(given.baseUrl)).toStrictEqual([{ text: "orgkit7f3a9c-1b2c3d4e", account: "second" }]);
  expect(await earlier("https://other.example")).toStrictEqual([]);
});

async function messageOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof InputError)) throw new Error(`expected an InputError, got ${String(error)}`);
  return error.message;
}

describe("a mistake is reported with its place, and quotes no token", () => {
  test.each<[options: object, message: string]>([
    [{ baseUrl: "staging.example" }, "baseUrl: expected http:// or https://"],
    [{ token: undefined }, "token: expected a token"],
    [{ secondToken: token }, "secondToken: is the same as token"],
    [{ subscriptionId: ["a"] }, "subscriptionId: unknown key"],
    [{ ids: { plan: ["a"] } }, "ids.plan: unknown key"],
    [{ dialect: "./nowhere.yaml" }, "no such file"],
    [{ dialect: { paging: 3 } }, "paging: "],
    [{ headers: { Authorization: "Basic x" } }, "headers.Authorization: "],
    [{ headers: { "x-y": "a\r\nb: c" } }, "headers.x-y: expected a value of one line"],
    [{ ca: "./ca.pem" }, "ca: holds no certificate; expected PEM, not a path"],
    [{ maxRps: "9" }, "maxRps: expected a number"],
    [{ level: "observed" }, "level: expected stated, implied or declared"],
    [{ grep: "ENV-99" }, 'grep: no requirement or operation matches "ENV-99"'],
    [{ signal: 3 }, "signal: expected an AbortSignal"],
  ])("%j", async (options, message) => {
    const said = await messageOf(readConformOptions({ ...given, ...options }));
    expect(said).toContain(message);
    expect(said).not.toContain(token);
  });

  test("no options at all", async () => {
    expect(await messageOf(readConformOptions(JSON.parse("null")))).toContain("options: ");
  });
});
