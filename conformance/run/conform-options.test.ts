import { expect, test, vi } from "vitest";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { InputError } from "../../fixtures/input/input-error.ts";
import type { ConformOptions } from "../options/options.ts";
import { exampleReport } from "../report/example-report.fixture.ts";
import { readConformOptions, selectObligations } from "./conform.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { planText } from "../report/plan.ts";
import { connectionSchema } from "../target/connection.ts";
import { targetSchema } from "../target/target.ts";

const token = "canary-token-77f1";
const given = { baseUrl: "https://staging.example/x/", token } satisfies ConformOptions;

test("an invalid proxy in the environment is a mistake of the caller, not an internal error", async () => {
  vi.stubEnv("HTTPS_PROXY", "nope");
  vi.stubEnv("https_proxy", undefined);
  expect(await messageOf(readConformOptions(given))).toContain("HTTPS_PROXY: expected the URL of a proxy");
});

test("every option reaches the judge", async () => {
  const asGiven = {
    name: "staging",
    allowWrites: true,
    createBody: { login: "{{unique}}" },
    tokenVariables: { first: "ONE", second: "TWO" },
    secondIds: { subscription: ["z"] },
  };
  const ca = "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----";
  const connection = { maxRps: 5, timeout: 300, ca, insecure: true, maxCreated: 7, patience: 2.5 };
  const { signal } = new AbortController();
  const judging = { signal, onExperiment: () => undefined };
  const read = await readConformOptions({
    ...given,
    ...asGiven,
    ...connection,
    ...judging,
    level: "implied",
    grep: "ENV",
    quick: true,
    secondToken: "other-token-1",
    ids: { user: ["u"], subscription: ["a"] },
    subscriptionIds: ["b"],
    dialect: "offset",
    headers: { "X-Tenant": "acme" },
  });
  const target = {
    ...asGiven,
    isQuick: true,
    baseUrl: "https://staging.example/x",
    ids: { user: ["u"], subscription: ["a", "b"] },
    earlierUsers: [],
    dialect: await openDialect("offset"),
  };
  const secrets = { first: token, second: "other-token-1", headers: { "x-tenant": "acme" } };
  const selected = selectObligations({ level: "implied", grep: "ENV" });
  expect(read).toEqual({ target: { target, secrets }, selected, connection, ...judging });
});

test("the users that an earlier run on the same target left in a list", async () => {
  const baseline = exampleReport({
    target: { name: "target", baseUrl: "https://staging.example/x", dialect: null },
    created: [{ sent: '{"name":"orgkit7f3a9c-1b2c3d4e"}', received: "[]", listedFor: "second" }],
  });
  const earlier = async (baseUrl: string): Promise<unknown> =>
    (await readConformOptions({ ...given, baseUrl, baseline })).target.target.earlierUsers;
  expect(await earlier(given.baseUrl)).toStrictEqual([{ text: "orgkit7f3a9c-1b2c3d4e", account: "second" }]);
  expect(await earlier("https://other.example")).toStrictEqual([]);
});

async function messageOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  return error instanceof InputError ? error.message : `not an InputError: ${String(error)}`;
}

test.each<[options: object, message: string]>([
  [{ baseUrl: "staging.example" }, "baseUrl: expected http:// or https://"],
  [{ token: undefined }, "token: expected a token"],
  [{ secondToken: token }, "secondToken: is the same as the first token"],
  [{ subscriptionId: ["a"] }, "subscriptionId: unknown key"],
  [{ ids: { pet: ["a"] } }, "ids.pet: unknown key"],
  [{ dialect: "./nowhere.yaml" }, "no such file"],
  [{ dialect: { paging: 3 } }, "paging: "],
  [{ headers: { Authorization: "Basic x" } }, "headers.Authorization: "],
  [{ headers: { "x-y": "a\r\nb: c" } }, "headers.x-y: expected a value of one line"],
  [{ ca: "./nowhere.pem" }, "no such file"],
  [{ ca: "package.json" }, "ca: has no certificate; expected PEM, or the path of a file with it"],
  [{ maxRps: "9" }, "maxRps: expected a number from 0.001 to 10000"],
  [{ timeout: 3e9 }, "timeout: expected whole milliseconds from 1 to 2147483647"],
  [{ level: "observed" }, "level: expected stated, implied or declared"],
  [{ grep: "ENV-99" }, 'grep: no requirement or operation matches "ENV-99"'],
  [{ signal: 3 }, "signal: expected an AbortSignal"],
])("a mistake is reported with its place, and quotes no token: %j", async (options, message) => {
  const shown = await messageOf(readConformOptions({ ...given, ...options }));
  expect(shown).toContain(message);
  expect(shown).not.toContain(token);
});

test("missing options are reported", async () => {
  expect(await messageOf(readConformOptions(JSON.parse("null")))).toContain("options: ");
});

const connection = connectionSchema.parse({});
const target = targetSchema.parse({ baseUrl: "https://t.example", allowWrites: false, isQuick: true });

test.each([
  ["ENV-04 listInvoices", "1 on 1 operation, 0 observations"],
  ["ENV-04", `${operationIds.length} on ${operationIds.length} operations, 0 observations`],
  ["OBS-18", "0 on 1 operation, 1 observation (never scored)"],
])("the plan of --grep '%s' says how much is judged, and on how many operations", (grep, words) => {
  const plan = { version: "1", target, hasSecondToken: false, connection, selected: selectObligations({ grep }) };
  expect(planText(plan, (_, text) => text)).toContain(words);
});
