import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "../checks/scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { isUnset, settled } from "./observation.ts";
import { hugePosition, tooSmall } from "./small-values.ts";
import { openSource, type Source } from "./source.ts";
import { failureStatus } from "./statuses.ts";

/** A list of 40 users in pages of 10, with what a service makes of a page and a size that are not positive numbers. */
function listWith(pageOf: (text: string) => number, sizeOf: (text: string) => number, list = "listUsers"): Source {
  const answer = ({ operation, query: { page = "1", size = "10" } = {} }: Call): ScriptedResponse => {
    if (operation !== list) return envelope([{ id: 1 }]);
    const [asked, length] = [
      Number(page) > 0 ? Number(page) : pageOf(page),
      Number(size) > 0 ? Number(size) : sizeOf(size),
    ];
    if (Number.isNaN(asked + length)) return { status: 422, json: { error: "no" } };
    const users = Array.from({ length: 40 }, (_, id) => ({ id: id + 1, name: `User ${id}` }));
    return envelope(users.slice((asked - 1) * length, asked * length), asked, 40);
  };
  return openSource(scriptedSession({}, { answer }));
}

test.each<[what: string, page: (text: string) => number, size: (text: string) => number, value: object]>([
  ["ignores all", () => 1, () => 10, {}],
  ["rejects all", () => Number.NaN, () => Number.NaN, {}],
  ["parses and defaults", () => 1, (text) => Math.max(Number(text) || 10, 1), { negativeSize: "min" }],
  [
    "rejects what is not a number",
    (text) => (text === "x" ? Number.NaN : 1),
    (text) => ({ "0": 0, "-1": 40 })[text] ?? Number.NaN,
    { zeroPosition: "default", negativePosition: "default", zeroSize: "empty", negativeSize: "max" },
  ],
])("a service that %s", async (_, page, size, value) => {
  expect((await tooSmall(listWith(page, size))).value).toEqual(value);
});

test("in an account with one user, invoices show it", async () => {
  const source = listWith(
    () => 1,
    () => 1,
    "listInvoices",
  );
  expect((await tooSmall(source)).value).toEqual({ zeroSize: "min", negativeSize: "min" });
});

test("a number that is too small may be the only value that is rejected", async () => {
  const source = listWith(
    (text) => (text === "-1" ? Number.NaN : 1),
    () => 10,
  );
  expect((await tooSmall(source)).value).toEqual({ negativePosition: "reject" });
  expect((await failureStatus(source, "badParameter")).value).toBe(422);
});

test.each<[value: string | undefined, ofHuge: ScriptedResponse, beyond: ScriptedResponse]>([
  ["beyondLast", envelope([], 5, 40), envelope([], 5, 40)],
  ["beyondLast", { status: 404, json: { error: "end" } }, { status: 404, json: { error: "end" } }],
  ["reject", { status: 400, json: { error: "no" } }, { status: 404, json: { error: "end" } }],
  ["reject", { status: 400, json: { error: "no" } }, envelope([], 5, 40)],
  ["default", envelope([{ id: 1 }, { id: 2 }], 1, 40), envelope([], 5, 40)],
  [undefined, { status: 418, json: { error: "huge" } }, envelope([], 5, 40)],
  [undefined, { status: 500 }, envelope([], 5, 40)],
])("a position of 20 digits: %s", async (value, ofHuge, beyond) => {
  const answer = ({ query: { page = "1" } = {} }: Call): ScriptedResponse => {
    if (page.length > 15) return ofHuge;
    if (!/^\d+$/.test(page)) return { status: 400, json: { error: "no" } };
    const start = (Number(page) - 1) * 2;
    return start >= 40 ? beyond : envelope([{ id: start + 1 }, { id: start + 2 }], Number(page), 40);
  };
  const found = await settled(hugePosition(openSource(scriptedSession({}, { answer }))));
  expect(isUnset(found) ? undefined : found.value).toBe(value);
});
