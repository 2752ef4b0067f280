import { describe, expect, test } from "vitest";
import type { ListOperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { judge, people, users, type Answer } from "./lists.fixture.ts";
import { envelope, scriptedSession } from "./scripted-session.fixture.ts";
import { totalCount } from "./total.check.ts";

/** Judges two accounts' invoices, in pages of five, of which the second is shown a total. */
async function judgeSecond(total: (real: number, nth: number) => number): Promise<string> {
  let nth = 0;
  const answer = ({ operation, as = "first", query = {} }: Call) => {
    if (operation !== "listInvoices") return envelope([]);
    nth += 1;
    const all = as === "second" ? people(12).map((one) => ({ ...one, owner: "second" })) : people(21);
    const [page, size] = [Number(query["page"] ?? 1), Math.min(Number(query["limit"] ?? 5), 50)];
    const some = all.slice((page - 1) * size, page * size);
    return envelope(some, page, as === "second" ? total(all.length, nth) : all.length);
  };
  return (await totalCount.judge(scriptedSession({}, { answer }), "listInvoices")).status;
}

test("the second account's list has as many records as its total, too", async () => {
  expect(await judgeSecond((real) => real)).toBe("passed");
  expect(await judgeSecond(() => 21)).toBe("failed");
  expect(await judgeSecond((real, nth) => real + (nth < 60 ? 0 : nth))).not.toBe("failed");
});

/** Judges a list, twelve on a page, of which those with a status are counted by a function. */
async function judgeFiltered(
  total: (real: number, all: number, label?: string) => number,
  list: ListOperationId = "listInvoices",
): Promise<string> {
  const all = people(24).map((one, index) => ({ ...one, status: index % 6 === 0 ? "open" : "paid" }));
  const answer = ({ operation, label, query = {} }: Call) => {
    if (operation !== list) return envelope([]);
    const found = all.filter(({ status }) => (query["status"] ?? status) === status);
    const start = (Number(query["page"] ?? 1) - 1) * 12;
    const count = query["status"] === undefined ? found.length : total(found.length, all.length, label);
    return envelope(found.slice(start, start + 12), Number(query["page"] ?? 1), count);
  };
  return (await totalCount.judge(scriptedSession({}, { answer }), list)).status;
}

test("a filtered list has as many records as its total, too", async () => {
  expect(await judgeFiltered((real) => real)).toBe("passed");
  expect(await judgeFiltered((real) => real + 1)).toBe("failed");
  expect(await judgeFiltered((_, all) => all)).toBe("failed");
});

test.each<[how: string, isAsked: (call: Call) => boolean]>([
  ["in pages of another size", ({ query = {} }) => Object.keys(query).join() === "limit"],
  ["sorted", ({ query = {} }) => Object.keys(query).join() === "sort" && query["sort"] === "-rank"],
  ["compressed", ({ headers = {} }) => "accept-encoding" in headers],
])("a list that is once empty %s", async (_, isAsked) => {
  let nth = 0;
  const all = people(21).map((one, index) => ({ ...one, rank: index % 3 }));
  const answer = ({ operation, headers, query = {} }: Call) => {
    if (operation !== "listInvoices") return envelope([]);
    if (isAsked({ operation, query, ...(headers && { headers }) }) && (nth += 1) === 1) return envelope([]);
    const [page, size] = [Number(query["page"] ?? 1), Math.min(Number(query["limit"] ?? 5), 50)];
    const field = query["sort"];
    const [, down, name = ""] = /^(-?)(.*)$/.exec(field ?? "") ?? [];
    const [sign, order] = [down === "-" ? -1 : 1, (one: object): number => Object(one)[name] ?? 0];
    const rows = all.toSorted((one, other) => sign * (order(one) - order(other)));
    return envelope(rows.slice((page - 1) * size, page * size), page, all.length);
  };
  const outcome = await totalCount.judge(scriptedSession({}, { answer }), "listInvoices");
  expect(nth).toBeGreaterThan(0);
  expect(outcome).toMatchObject({ status: "failed" });
});

test("a filtered list of users does not count all of them", async () => {
  expect(await judgeFiltered((real) => real, "listUsers")).toBe("passed");
  expect(await judgeFiltered((_, all) => all, "listUsers")).toBe("failed");
});

test("a filtered list that counts all users counts those that the run creates, too", async () => {
  const created = (label?: string): number => (label === undefined ? 0 : 2);
  expect(await judgeFiltered((_, all, label) => all + created(label), "listUsers")).toBe("failed");
  let nth = 0;
  expect(await judgeFiltered((real) => real + (nth += 2), "listUsers")).not.toBe("failed");
});

test("pages that count from 0 may be taken for others in a list of two", async () => {
  const answer = ({ operation, as = "first", query = {} }: Call) => {
    if (operation !== "listInvoices") return envelope([]);
    const all = people(2).map((one) => ({ ...one, owner: as }));
    const [page, size] = [Number(query["page"] ?? 0), Number(query["size"] ?? 20)];
    return envelope(all.slice(page * size, (page + 1) * size), page + 1, all.length);
  };
  expect((await totalCount.judge(scriptedSession({}, { answer }), "listInvoices")).status).not.toBe("failed");
});

test("a compressed page of a list has as many records as a plain one", async () => {
  const compressed =
    (length: number): Answer =>
    (_query, _nth, { headers = {} }) =>
      envelope("accept-encoding" in headers ? users.slice(0, length) : users.slice(0, 5), 1, 47);
  const [, whole] = await judge(compressed(5));
  expect(whole?.status).not.toBe("failed");
  const [, cut] = await judge(compressed(3));
  expect(cut).toMatchObject({ status: "failed", message: expect.stringContaining("3 users, and 5 without") });
});

describe("a list without known further pages", () => {
  const sized =
    (total: (size: number, nth: number) => number): Answer =>
    ({ limit = "5" }, nth) =>
      envelope(users.slice(0, Number(limit)), 1, total(Math.min(Number(limit), 47), nth));

  test("has one total at every size", async () => {
    const [, right] = await judge(sized(() => 47));
    expect(right?.status).toBe("skipped");
    const [, wrong] = await judge(sized((size) => size));
    expect(wrong).toMatchObject({ status: "failed", message: expect.stringContaining(", and 5 in the plain list") });
    const [, moving] = await judge(sized((_, nth) => 47 + nth));
    expect(moving?.status).not.toBe("failed");
  });

  test.each([
    [null, "failed"],
    [undefined, "skipped"],
    ["c5", "skipped"],
  ])("says that there is no next page: %s", async (next, status) => {
    const [, total] = await judge(() => ({ json: { data: users.slice(0, 5), meta: { page: 1, total: 47, next } } }));
    expect(total?.status).toBe(status);
  });

  const whole =
    (mine: number, theirs: number, total: number): Answer =>
    (_query, _nth, { as }) =>
      envelope(people(as === "second" ? theirs : mine), 1, total);

  test.each<readonly [string, Answer, string]>([
    ["comes whole", whole(6, 3, 6), "passed"],
    ["may continue", whole(6, 6, 9), "skipped"],
    ["is counted with that of the other account", whole(6, 3, 9), "failed"],
    ["has a total and no record", (_query, _nth, { as }) => envelope(as === "second" ? people(3) : [], 1, 3), "failed"],
  ])("%s", async (_, answer, status) => {
    const [, total] = await judge((query, nth, call) => {
      const reply = answer(query, nth, call);
      return call.as === "second" && status === "passed" ? envelope(people(3)) : reply;
    });
    expect(total?.status).toBe(status);
  });
});
