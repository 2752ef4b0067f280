import { expect, test } from "vitest";
import type { Call } from "../target/call.ts";
import type { Exchange } from "../target/exchange.ts";
import type { Entry } from "../target/recorder.ts";
import { path } from "./path.check.ts";
import { envelope, scriptedSession } from "./scripted-session.fixture.ts";

const request = { method: "GET", url: "https://target.example/api/v1/invoices", headers: {} };
const body = '{"data":[],"meta":{"page":1,"total":0}}';
const good: Exchange = { request, response: { status: 200, headers: {}, body, ms: 1 } };
const error: Exchange = { request, response: { status: 500, headers: {}, body: "", ms: 1 } };
const cut: Exchange = { request, noReply: { kind: "cut", message: "in the middle" } };
const closed: Exchange = { request, noReply: { kind: "broken", message: "closed" } };

/** Invoices that were asked for in several ways, of which some requests failed first. */
async function judge(first: readonly (Exchange | undefined)[], more: Partial<Call> = {}): Promise<string | undefined> {
  const entries = first.map((repeated, index): Entry => {
    const call: Call = { operation: "listInvoices", query: { page: String(index) }, ...more };
    return { call, exchange: good, requests: 1, waited: 0, ...(repeated && { repeated }) };
  });
  const session = scriptedSession({ first: envelope([]) }, { entries });
  return (await path.judge(session, "listInvoices")).status;
}

test.each<readonly [string, Exchange, string]>([
  ["an internal error", error, "failed"],
  ["a response that is cut off", cut, "failed"],
  ["a connection that is closed before a response", closed, "passed"],
])("%s now and then, on any request that succeeds when it is sent once more", async (_, fault, status) => {
  expect(await judge([undefined, fault, undefined, fault])).toBe(status);
  expect(await judge([undefined, fault, undefined, fault], { as: "second" })).toBe(status);
});

test("one failure, or several in one row, may be chance", async () => {
  expect(await judge([undefined, error, undefined])).not.toBe("failed");
  expect(await judge([undefined, error], { as: "none" })).toBe("passed");
});

test.each<readonly [string, (label: string) => boolean, string]>([
  ["each time fails", () => true, "failed"],
  ["but not each time may be chance", (label) => !label.endsWith("again, 2"), "passed"],
])("a connection that breaks at one id %s, while others succeed", async (_, isBroken, expected) => {
  const answer = ({ operation, id = "s-1", label = "" }: Call) => {
    if (operation !== "getSubscription") return envelope([]);
    return id === "s-2" && isBroken(label) ? "no response" : envelope([{ id }]);
  };
  const session = scriptedSession({}, { answer, ids: ["s-1", "s-2"] });
  expect((await path.judge(session, "getSubscription")).status).toBe(expected);
});

test.each<readonly [string, (call: Call) => boolean, string]>([
  ["is taken for the beginning of the next request", ({ isKept = false }) => isKept, "failed"],
  ["leaves requests on any connection failing", () => true, "passed"],
  ["is followed by one failure", ({ isKept = false, label = "" }) => isKept && label.endsWith("1"), "passed"],
])("the body of a rejected creation %s", async (_, isBroken, expected) => {
  const answer = (call: Call) => {
    if (call.as === "never-issued") return { status: 401 };
    return call.operation === "listUsers" && call.label !== undefined && isBroken(call) ? { status: 400 } : undefined;
  };
  const session = scriptedSession({ first: envelope([]) }, { answer });
  await session.call({ operation: "createUser", as: "never-issued", isKept: true });
  expect((await path.judge(session, "createUser")).status).toBe(expected);
});

test("a plain request whose connection breaks each time fails, if another operation succeeds", async () => {
  const judgeWith = (isReached: boolean) => {
    const entries: Entry[] = [
      { call: { operation: "listUsers" }, exchange: isReached ? good : closed, requests: 1, waited: 0 },
    ];
    return path.judge(scriptedSession({ first: "no response" }, { entries }), "listInvoices");
  };
  expect(await judgeWith(true)).toMatchObject({ status: "failed" });
  expect(await judgeWith(false)).toMatchObject({ status: "inconclusive" });
});

test("a success that is cut off fails wherever it is seen, if it is cut off each time", async () => {
  const entries: Entry[] = [
    { call: { operation: "listInvoices", query: { size: "100" } }, exchange: cut, requests: 2, waited: 0 },
  ];
  const judgeLong = (again: "no response" | undefined) => {
    const answer = ({ query }: Call) => (query?.["size"] === "100" ? again : undefined);
    return path.judge(scriptedSession({ first: envelope([]) }, { entries, answer }), "listInvoices");
  };
  expect(await judgeLong("no response")).toMatchObject({ status: "failed" });
  expect(await judgeLong(undefined)).toMatchObject({ status: "passed" });
});

test.each<readonly [string, number, number, string]>([
  ["does not exist for it fails", 404, 200, "failed"],
  ["is forbidden to it may be a matter of rights", 403, 200, "passed"],
  ["does not exist for it may be one of many", 404, 404, "passed"],
])("the second account's token is accepted at one list: another one that %s", async (_, invoices, users, expected) => {
  const answer = ({ operation, as }: Call) =>
    as === "second" ? { ...envelope([]), status: operation === "listInvoices" ? invoices : users } : envelope([]);
  expect((await path.judge(scriptedSession({}, { answer }), "listInvoices")).status).toBe(expected);
});
