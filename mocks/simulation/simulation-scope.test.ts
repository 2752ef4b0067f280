import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import type { ListPaging } from "../../fixtures/dialect/paging.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { collections } from "../../fixtures/worlds/world.ts";
import type { Account } from "../service/accounts.ts";
import { openTestCaller, readEnvelope, type TestCall } from "./caller.fixture.ts";

/** One step: a caller asks for a page of a list, for anyone's subscription, or creates a user. */
const steps = fc.record({
  caller: fc.nat(2),
  ask: fc.constantFrom("users", "invoices", "subscription", "user"),
  page: fc.nat(4),
  owner: fc.nat(2),
  place: fc.nat(3),
});
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

function pageQuery(paging: ListPaging, page: number): string {
  if (paging.style === "none") return "";
  return paging.style === "page"
    ? new URLSearchParams({ [paging.parameters.page]: String(page) }).toString()
    : new URLSearchParams({ [paging.parameters.offset]: String(page * 5) }).toString();
}

function callOf({ ask, page, owner, place }: Step, accounts: readonly Account[], dialect: Dialect): TestCall {
  switch (ask) {
    case "users":
    case "invoices":
      return { path: `/api/v1/${ask}`, query: pageQuery(dialect.paging[ask], page) };
    case "subscription": {
      const id = accounts[owner]?.subscriptions.all()[place]?.id ?? "sub_none";
      return { path: `/api/v1/subscriptions/${encodeURIComponent(id)}` };
    }
    case "user":
      return {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: `user.${page}@new.example`, name: `User ${page}` }),
      };
  }
}

function texts(accounts: readonly Account[]): ReadonlySet<string> {
  return new Set(
    accounts.flatMap((account) =>
      collections.flatMap((collection) => account[collection].all().map((record) => JSON.stringify(record))),
    ),
  );
}

const setups = dialectNames().flatMap((dialect) => ["demo", "edge"].map((world) => [dialect, world] as const));

describe("the records of an account", () => {
  test.each(setups)("are in no other's replies, in the dialect %s and the world %s", async (dialectName, worldName) => {
    const dialect = loadDialect(dialectName);
    const world = loadWorld(worldName, 1);
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), async (sequence) => {
        const caller = await openTestCaller({ dialect, world });
        const { accounts } = caller.simulation;
        const others = accounts.map((_, index) => texts(accounts.toSpliced(index, 1)));
        for (const step of sequence) {
          const token = accounts[step.caller]?.tokens[0]?.token ?? "";
          const reply = await caller.call({ token, ...callOf(step, accounts, dialect) });
          const isSuccess = reply.status < 300;
          const seen = isSuccess ? readEnvelope(reply).data.map((record) => JSON.stringify(record)) : [];
          const own = texts(accounts.slice(step.caller, step.caller + 1));
          expect(seen.filter((record) => !own.has(record))).toStrictEqual([]);
          expect(seen.filter((record) => others[step.caller]?.has(record))).toStrictEqual([]);
        }
      }),
      { numRuns: 15 },
    );
  });

  test.each(setups)(
    "are reached by its own token, in the dialect %s and the world %s",
    async (dialectName, worldName) => {
      const dialect = loadDialect(dialectName);
      const caller = await openTestCaller({ dialect, world: loadWorld(worldName, 1) });
      const { accounts } = caller.simulation;
      for (const [index, owner] of accounts.entries()) {
        for (const { id } of owner.subscriptions.all()) {
          const path = `/api/v1/subscriptions/${encodeURIComponent(id)}`;
          const statuses = [];
          for (const { tokens } of accounts)
            statuses.push((await caller.call({ token: tokens[0]?.token ?? "", path })).status);
          const { success, failure } = dialect.statuses;
          expect(statuses).toStrictEqual(
            accounts.map((_, place) => (place === index ? success.getSubscription : failure.notFound)),
          );
        }
      }
    },
  );

  test("are counted in its own totals alone", async () => {
    const caller = await openTestCaller();
    for (const { tokens, users, invoices } of caller.simulation.accounts) {
      const token = tokens[0]?.token ?? "";
      const total = async (path: string): Promise<number> =>
        readEnvelope(await caller.call({ token, path })).meta.total;
      expect([await total("/api/v1/users"), await total("/api/v1/invoices")]).toStrictEqual([
        users.count(),
        invoices.count(),
      ]);
    }
  });
});
