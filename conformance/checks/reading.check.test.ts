import { expect, test } from "vitest";
import type { Call } from "../target/call.ts";
import type { Exchange } from "../target/exchange.ts";
import type { Entry } from "../target/recorder.ts";
import { readingChangesNothing } from "./reading.check.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

/** What a run read so far, and what it finds then; further requests are answered by `answer`. */
async function judge(
  operation: Call["operation"],
  read: readonly (readonly [Call["operation"], ScriptedResponse])[],
  answer: (call: Call) => ScriptedResponse = () => envelope([]),
): Promise<string> {
  const entries = read.map(([asked, { json }], index): Entry => {
    const request = { method: "GET", url: `https://target.example/${asked}`, headers: {} };
    const exchange: Exchange = { request, response: { status: 200, headers: {}, body: JSON.stringify(json), ms: 1 } };
    return { call: { operation: asked, label: `${index}` }, exchange, requests: 1, waited: 0 };
  });
  const session = scriptedSession({}, { entries, answer });
  return (await readingChangesNothing.judge(session, operation)).status;
}

const times = Array.from({ length: 9 }, (_, index) => index);

test.each<readonly [string, (time: number) => object, string]>([
  ["with another line each time", (time) => ({ id: "i-1", lines: times.slice(0, time) }), "failed"],
  ["without an id, with another line each time", (time) => ({ no: 7, lines: times.slice(0, time) }), "failed"],
  ["with a counter and a time", (time) => ({ id: "i-1", seen: time, at: new Date(time).toISOString() }), "passed"],
  ["that somebody else writes to", (time) => ({ id: "i-1", lines: times.slice(0, Math.floor(time / 3)) }), "passed"],
  ["whose lines come and go", (time) => ({ id: "i-1", lines: times.slice(0, time % 2) }), "passed"],
])("a record %s", async (_, record, status) => {
  expect(
    await judge(
      "listInvoices",
      times.map((time) => ["listInvoices", envelope([record(time)])]),
    ),
  ).toBe(status);
});

test.each<readonly [string, (calls: number, nth: number) => number, string]>([
  ["as many as subscriptions are read", (calls) => 20 + calls, "failed"],
  ["some each time that it is read", (_, nth) => 20 + 2 * nth, "passed"],
  ["one when others write", (calls) => (calls > 4 ? 21 : 20), "passed"],
  ["none", () => 20, "passed"],
])("a list of users that gains %s", async (_, total, status) => {
  let [calls, nth] = [0, 0];
  const answer = ({ operation, as }: Pick<Call, "operation" | "as">): ScriptedResponse => {
    if (operation === "getSubscription" && (as ?? "first") === "first") calls += 1;
    if (operation === "listUsers") nth += 1;
    return operation === "listUsers" ? envelope([], 1, total(calls, nth)) : envelope([{ id: "s" }]);
  };
  const read = [0, 2, 0, 0, 5, 0, 0, 9, 0, 0].flatMap((between) =>
    [...Array.from({ length: between }, () => "getSubscription" as const), "listUsers" as const].map(
      (operation) => [operation, answer({ operation })] as const,
    ),
  );
  expect(await judge("getSubscription", read, answer)).toBe(status);
});

test.each<readonly [string, (rows: object[], page: number) => ScriptedResponse, string]>([
  ["removes what it shows", (rows) => envelope(rows.splice(0, 5), 1, rows.length + 5), "failed"],
  ["removes what it shows, and counts the rest", (rows) => envelope(rows.splice(0, 5), 1, rows.length), "failed"],
  ["that others shorten", (rows) => (rows.splice(0, 2), envelope(rows.slice(0, 5), 1, rows.length)), "passed"],
  ["that others empty", (rows) => (rows.splice(0, 9), envelope(rows.slice(0, 5), 1, rows.length)), "passed"],
  [
    "whose pages count the rest",
    (rows, page) => envelope(rows.slice(page * 5).slice(0, 5), 1, rows.length - page * 5),
    "passed",
  ],
])("a list %s", async (_, show, status) => {
  const rows: object[] = Array.from({ length: 43 }, (_unused, index) => ({ id: `i-${index}` }));
  const answer = ({ operation, as, query = {} }: Call): ScriptedResponse =>
    operation === "listInvoices" && as !== "second" ? show(rows, Number(query["page"] ?? 1) - 1) : envelope([]);
  expect(await judge("listInvoices", [], answer)).toBe(status);
});

test.each<readonly [string, readonly number[], string]>([
  ["that is empty from one reading on", [41, 41, 42, 0, 0, 0, 0, 0], "failed"],
  ["that is empty once", [41, 41, 42, 0, 41, 41, 41, 41], "passed"],
  ["that others empty", [41, 30, 20, 10, 0, 0, 0, 0, 0], "passed"],
  ["of few users, which others remove", [4, 4, 4, 0, 0, 0, 0, 0], "passed"],
])("a list %s, while another has records", async (_, totals, status) => {
  const page = (total: number): ScriptedResponse =>
    envelope(total === 0 ? [] : [{ id: "u-1" }, { id: "u-2" }], 1, total);
  const read = totals.flatMap(
    (total) =>
      [
        ["listUsers", page(total)],
        ["listInvoices", envelope([{ id: "i-1" }])],
      ] as const,
  );
  const answer = ({ operation }: Call): ScriptedResponse =>
    operation === "listUsers" ? page(totals.at(-1) ?? 0) : envelope([{ id: "i-1" }]);
  expect(await judge("listUsers", read, answer)).toBe(status);
});
