import { describe, expect, test } from "vitest";
import { openTestCaller, readEnvelope, type TestCaller } from "../simulation/caller.fixture.ts";

async function page(caller: TestCaller, query: string): Promise<{ readonly ids: unknown[]; readonly total: number }> {
  const { data, meta } = readEnvelope(await caller.call({ query }));
  return { ids: data.map(({ id }) => id), total: meta.total };
}

const offset = { paging: { users: { style: "offset", parameters: { offset: "skip", limit: "take" } } } };
const zeroBased = { paging: { users: { style: "page", firstPage: 0, parameters: { page: "p", size: "n" } } } };

describe("moving-page", () => {
  test.each([
    ["pages from 1", {}, ["per_page=10", "page=2&per_page=10", "page=3&per_page=10"]],
    ["pages from 0", zeroBased, ["n=10&p=0", "p=1&n=10", "p=2&n=10"]],
    ["offsets", offset, ["take=10", "skip=10&take=10", "skip=20&take=10"]],
  ])("by %s: the second page repeats the last record of the first, then all goes on", async (_, dialect, queries) => {
    const caller = await openTestCaller({ scenarios: ["moving-page"], dialect });
    const [first, second, third] = [
      await page(caller, queries[0] ?? ""),
      await page(caller, queries[1] ?? ""),
      await page(caller, queries[2] ?? ""),
    ];
    expect([first.total, second.total, third.total]).toStrictEqual([47, 48, 48]);
    expect(second.ids[0]).toBe(first.ids[9]);
    expect(new Set([...first.ids, ...second.ids, ...third.ids]).size).toBe(29);
  });

  test("inserts once in each walk, as many as asked", async () => {
    const caller = await openTestCaller({ scenarios: ["moving-page:users=3"] });
    const totals: number[] = [];
    for (const query of ["page=2", "page=3", "page=1", "page=2", "", "page=3"]) {
      totals.push((await page(caller, query)).total);
    }
    expect(totals).toStrictEqual([50, 50, 50, 53, 53, 56]);
  });

  test("with times ends after so many walks: pages that do not move do not count", async () => {
    const caller = await openTestCaller({ scenarios: ["moving-page:times=1"] });
    const totals: number[] = [];
    for (const query of ["page=1", "page=2", "page=1", "page=2"]) totals.push((await page(caller, query)).total);
    expect(totals).toStrictEqual([47, 48, 48, 48]);
  });

  test("puts someone new at the front, and only in the account that reads", async () => {
    const caller = await openTestCaller({ scenarios: ["moving-page"] });
    const { why } = await caller.call({ query: "page=2" });
    expect([why.rule, why.scenarios]).toStrictEqual(["scenario", ["moving-page"]]);
    const [newcomer] = await caller.users();
    expect(newcomer).toMatchObject({ name: "Newcomer 48", createdAt: "2026-03-01T12:30:00.000Z" });
    expect(caller.simulation.accounts.map(({ users }) => users.count()).slice(1)).not.toContain(48);
  });

  test.each([
    ["an unreadable page", { query: "page=two" }, {}],
    ["a list that is not paged", { query: "page=2" }, { paging: { users: { style: "none" } } }],
    ["invoices", { path: "/api/v1/invoices", query: "page=2" }, {}],
    ["an unknown token", { query: "page=2", token: "nobody-0001" }, {}],
  ])("leaves %s alone", async (_, call, dialect) => {
    const caller = await openTestCaller({ scenarios: ["moving-page"], dialect });
    const { why } = await caller.call(call);
    expect(why.scenarios).toBeUndefined();
    expect(caller.simulation.accounts[0]?.users.count()).toBe(47);
  });
});
