import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "../checks/scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import {
  acceptedTypes,
  emptyParameters,
  hugePosition,
  repeatedParameters,
  spelling,
  tooSmall,
  unknownParameters,
} from "./request-forms.ts";
import { openSource, type Source } from "./source.ts";
import { isUnset, settled } from "./observation.ts";
import { failureStatus } from "./statuses.ts";

const rejected: ScriptedResponse = { status: 400, json: { error: "no" } };

/** A list of 40 users in pages of 10, whose page is read from all values of its parameter. */
function listWith(read: (values: readonly string[]) => string | undefined): Source {
  const answer = ({ operation, path = "", query = {} }: Call): ScriptedResponse => {
    if (operation === "listInvoices") return envelope([{ id: "i" }]);
    const values = path === "" ? Object.entries(query) : [...new URLSearchParams(path.split("?")[1])];
    const text = read(values.filter(([name]) => name === "page").map(([, value]) => value));
    const page = Number(text ?? "1");
    if (text === "" || !(page >= 1)) return rejected;
    const users = Array.from({ length: 40 }, (_, id) => ({ id: id + 1, name: `User ${id}` }));
    return envelope(users.slice((page - 1) * 10, page * 10), page, 40);
  };
  return openSource(scriptedSession({}, { answer }));
}

test.each<[what: string, read: (values: readonly string[]) => string | undefined, empty: string, repeated: string]>([
  ["the first", ([first]) => first, "value", "first"],
  ["the last, if it is not empty", (values) => values.at(-1) || undefined, "absent", "last"],
  ["the only one", (values) => (values.length > 1 ? "x" : values[0]), "value", "reject"],
])("a service that reads %s", async (_, read, empty, repeated) => {
  expect((await emptyParameters(listWith(read))).value).toBe(empty);
  expect((await repeatedParameters(listWith(read))).value).toBe(repeated);
});

test("of two pages, the one that has most of the records is read, though a user created meanwhile moved them", async () => {
  const ids = Array.from({ length: 40 }, (_, id) => id + 1);
  const answer = ({ path, query: { page = "1" } = {} }: Call): ScriptedResponse => {
    if (path !== undefined) ids.unshift(99);
    const at = path === undefined ? Number(page) : Number(new URL(path, "http://x").searchParams.getAll("page").at(-1));
    return envelope(
      ids.slice((at - 1) * 10, at * 10).map((id) => ({ id })),
      at,
      ids.length,
    );
  };
  const source = openSource(scriptedSession({}, { answer }));
  expect(await repeatedParameters(source)).toMatchObject({ value: "last", confidence: "likely" });
});

test.each([
  ["", "absent"],
  ["no cursor is empty", "value"],
])("a cursor without a value, where only a known one or %j is read, is %s", async (read, value) => {
  const users = Array.from({ length: 20 }, (_, id) => ({ id: id + 1, name: `User ${id}` }));
  const answer = ({ operation, query: { cursor } = {} }: Call): ScriptedResponse => {
    if (operation === "listInvoices") return envelope([{ id: "i" }]);
    if (cursor !== undefined && cursor !== "c2" && cursor !== read) return rejected;
    const { json } = envelope(users.slice(cursor === "c2" ? 10 : 0).slice(0, 10), cursor === "c2" ? 2 : 1, 20);
    return { json: { ...Object(json), ...(cursor === "c2" ? {} : { nextCursor: "c2" }) } };
  };
  expect((await emptyParameters(openSource(scriptedSession({}, { answer })))).value).toBe(value);
});

test.each<[what: string, position: string, size: string, sort: string, value: unknown]>([
  ["reads empty numbers as 0, and no empty sort field", "0", "0", "absent", { paging: "zero", others: "absent" }],
  ["rejects empty numbers, and reads no empty sort field", "x", "x", "absent", { paging: "value", others: "absent" }],
  ["reads no empty numbers, but an empty sort field", "0", "10", "x", { paging: "absent", others: "value" }],
  ["rejects everything that is empty", "x", "x", "x", "value"],
  ["reads nothing that is empty", "0", "10", "absent", "absent"],
])("a service that %s", async (_, position, size, sort, value) => {
  const users = Array.from({ length: 40 }, (__, id) => ({ id: id + 1, name: `User ${id}` }));
  const answer = ({ operation, query = {} }: Call): ScriptedResponse => {
    if (operation === "listInvoices") return envelope([{ id: "i" }]);
    const start = Number(query["skip"] === "" ? position : (query["skip"] ?? 0));
    const length = Number(query["take"] === "" ? size : (query["take"] ?? 10));
    const field = query["sort"] === "" ? sort : (query["sort"] ?? "absent");
    if (!(start >= 0 && length >= 1) || !["absent", "id", "name"].includes(field)) return rejected;
    const sorted = users.toSorted((one, other) => (field === "name" && one.name < other.name ? -1 : 0));
    return envelope(sorted.slice(start, start + length), Math.floor(start / length) + 1, 40);
  };
  expect((await emptyParameters(openSource(scriptedSession({}, { answer })))).value).toEqual(value);
});

test.each<[reply: ScriptedResponse, value: unknown]>([
  [envelope([]), "same"],
  [{ status: 307, headers: { location: "https://target.example/api/v1/users" } }, 307],
  [{ status: 404, text: "no" }, "unknown"],
])("another spelling with the response %j is %s", async (reply, value) => {
  const source = openSource(scriptedSession({ first: reply }));
  expect((await spelling(source, "/api/v1/users/")).value).toBe(value);
});

const rejectedType: ScriptedResponse = { status: 406, json: { detail: "no XML" } };

test.each([
  [envelope([]), envelope([]), "ignore"],
  [rejectedType, { status: 401, text: "no" }, "reject"],
  [rejectedType, rejectedType, "rejectFirst"],
])("a request that only accepts XML with the response %j, and %j without a token: %s", async (reply, other, value) => {
  const answer = ({ headers, as }: Call): ScriptedResponse =>
    headers?.["accept"] === undefined ? envelope([]) : as === "none" ? other : reply;
  expect((await acceptedTypes(openSource(scriptedSession({}, { answer })))).value).toBe(value);
});

test("a redirect to a login is not a spelling of the path", async () => {
  const source = openSource(scriptedSession({ first: { status: 302, headers: { location: "/login" } } }));
  await expect(spelling(source, "/api/v1/users/")).rejects.toThrow("302");
});

test.each([
  [envelope([{ id: 1 }]), rejected, "ignore"],
  [rejected, rejected, "reject"],
  [rejected, envelope([{ id: 1 }]), "rejectInLists"],
])("an unknown parameter with the response %j, and %j of a subscription: %s", async (reply, other, value) => {
  const answer = ({ query, path = "" }: Call): ScriptedResponse =>
    path.includes("?") ? other : query === undefined ? envelope([{ id: 1 }]) : reply;
  const source = openSource(scriptedSession({}, { ids: ["1"], answer }));
  expect((await unknownParameters(source)).value).toBe(value);
});

/** A list of 40 users in pages of 10, with what a service makes of a page and a size that are not positive numbers. */
function sizedList(pageOf: (text: string) => number, sizeOf: (text: string) => number, list = "listUsers"): Source {
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
  expect((await tooSmall(sizedList(page, size))).value).toEqual(value);
});

test("in an account with one user, invoices show it", async () => {
  const source = sizedList(
    () => 1,
    () => 1,
    "listInvoices",
  );
  expect((await tooSmall(source)).value).toEqual({ zeroSize: "min", negativeSize: "min" });
});

test("a number that is too small may be the only value that is rejected", async () => {
  const source = sizedList(
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

test("an empty size that is read as 0 is learned, also where no filter and no sort field is known", async () => {
  const source = sizedList(
    () => 1,
    (size) => (size === "" || size === "0" ? 1 : 10),
  );
  expect((await emptyParameters(source)).value).toEqual({ paging: "zero", others: "value" });
});
