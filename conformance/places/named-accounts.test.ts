import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "../checks/scripted-session.fixture.ts";
import { findRequirement } from "../checks/catalogue.ts";
import type { Call } from "../target/call.ts";
import { namedAccounts } from "./named-accounts.ts";

type Show = (name: "one" | "two") => Readonly<Record<string, unknown>>;

/** Two accounts whose invoices name them; `chosen` is the account that a request may name despite its token. */
function serving(show: Show, chosen: (call: Call) => string | undefined = () => undefined) {
  return (call: Call): ScriptedResponse => {
    const name = chosen(call) === "two" || call.as === "second" ? "two" : "one";
    const numbers = name === "one" ? [101, 102, 103] : [204, 205];
    return envelope(numbers.map((number) => ({ number: `R-${number}`, month: "2025-01", ...show(name) })));
  };
}

async function asked(show: Show, isQuick = false) {
  const session = scriptedSession({}, { answer: serving(show), isQuick });
  const visits = await namedAccounts.explore(session);
  return { calls: visits.map(({ call }) => call), places: visits.map(({ place }) => place), visits };
}

test("the second account is named in the way of the records, and in common ways", async () => {
  const { calls, places, visits } = await asked((org) => ({ org, currency: "EUR" }));
  expect(places).toEqual([
    "invoices requested for the other account with `?org=`",
    "invoices requested for the other account with `X-Account-Id` and similar headers",
    "invoices requested for the other account with `?account=` and similar parameters",
  ]);
  expect(calls[0]).toEqual({ operation: "listInvoices", query: { org: "two" } });
  expect(calls[1]?.headers).toMatchObject({ "x-account-id": "two", "x-tenant-id": "two", "x-org": "two" });
  expect(calls[2]?.query).toMatchObject({ account: "two", tenant_id: "two", organization: "two" });
  expect(visits.some(({ isServed }) => isServed)).toBe(false);
});

test.each<[string, Show, string]>([
  ["a nested id", (id) => ({ account: { id, name: "A" } }), "account"],
  ["another name", (tenantId) => ({ tenantId }), "tenantId"],
  ["a number", (name) => ({ customer_id: name === "one" ? 17 : 18 }), "customer_id"],
])("%s names an account, too", async (_, show, parameter) => {
  const { calls } = await asked(show);
  expect(Object.keys(calls[0]?.query ?? {})).toEqual([parameter]);
});

test("headers are sent with a page number, if pages are known", async () => {
  const answer = ({ as = "first", query = {} }: Call): ScriptedResponse => {
    const size = Number(query["per_page"] ?? "4");
    const start = (Number(query["page"] ?? "1") - 1) * size;
    const all = Array.from({ length: 9 }, (_, index) => ({ number: `R-${as}-${index}`, account: as }));
    return envelope(all.slice(start, start + size), Number(query["page"] ?? "1"), all.length);
  };
  const visits = await namedAccounts.explore(scriptedSession({}, { answer }));
  expect(visits.find(({ call }) => call.headers !== undefined)?.call.query).toEqual({ page: "1" });
});

test("an account is named in an envelope, too", async () => {
  const answer = ({ as = "first" }: Call): ScriptedResponse => ({
    json: { account: `a-${as}`, data: [{ number: `R-${as}` }], meta: { page: 1, total: 1, tenant: `t-${as}` } },
  });
  const visits = await namedAccounts.explore(scriptedSession({}, { answer }));
  expect(visits.map(({ call }) => call.query?.["tenant"])).toEqual([undefined, undefined, "t-second", "t-second"]);
});

test("each name is sent with the value in the records, in at most four requests", async () => {
  const { calls } = await asked((name) => ({ owner: `o-${name}`, org: `g-${name}`, account: `a-${name}` }));
  expect(calls).toHaveLength(4);
  expect(calls[0]?.query).toEqual({ account: "a-two" });
  expect(calls[1]?.headers).toMatchObject({ "x-account": "a-two", "x-org-id": "g-two", "x-tenant": "a-two" });
});

test.each<[string, Show]>([
  ["name no account", () => ({})],
  ["name the same in both", () => ({ account: "all" })],
  ["name it under another name", (name) => ({ shard: name })],
])("if records %s, an account is requested by its number", async (_, show) => {
  const { calls } = await asked(show);
  expect(calls.map(({ as = "first", query }) => [as, query?.["account_id"]])).toEqual([
    ["first", "2"],
    ["first", undefined],
  ]);
  expect(calls[1]?.headers).toMatchObject({ "x-account-id": "2", "x-tenant-id": "2" });
});

test("a member that differs within an account does not name it", async () => {
  const answer = ({ as }: Call): ScriptedResponse =>
    envelope(as === "second" ? [{ customer: "c" }] : [{ customer: "a" }, { customer: "b" }]);
  const visits = await namedAccounts.explore(scriptedSession({}, { answer }));
  expect(visits[0]?.call.query?.["customer"]).toBe("2");
});

test("a name that no header can contain is only in queries, and a quick run sends two requests", async () => {
  const { calls } = await asked((name) => ({ company: `Müller ${name}` }));
  expect(calls.map(({ headers }) => headers)).toEqual([undefined, undefined]);
  expect((await asked((account) => ({ account }), true)).calls).toHaveLength(2);
});

test.each<[string, (call: Call) => string | undefined, string]>([
  ["query", ({ query }) => query?.["org"], "`?org=`"],
  ["another parameter", ({ query }) => query?.["tenant_id"], "`?account=` and similar parameters"],
  ["header", ({ headers }) => headers?.["x-account-id"], "`X-Account-Id` and similar headers"],
])("SCOPE-01 fails if an account named by %s is trusted", async (_, chosen, place) => {
  const session = scriptedSession({}, { answer: serving((org) => ({ org }), chosen) });
  const outcome = await findRequirement("SCOPE-01")?.judge(session, "listInvoices");
  expect(outcome).toMatchObject({ status: "failed" });
  expect(outcome?.message).toContain(`on invoices requested for the other account with ${place}`);
});

test("SCOPE-01 passes if such a filter finds nothing, or is rejected", async () => {
  const honest = serving((org) => ({ org }));
  for (const reply of [envelope([]), { status: 400, text: "unknown parameter" }]) {
    const answer = (call: Call) => (Object.values(call.query ?? {}).includes("two") ? reply : honest(call));
    const outcome = await findRequirement("SCOPE-01")?.judge(scriptedSession({}, { answer }), "listInvoices");
    expect(outcome).toMatchObject({ status: "passed" });
  }
});

test("SCOPE-01 fails if the number of an account in a header is trusted", async () => {
  const answer = serving(
    () => ({}),
    ({ headers }) => (headers?.["x-tenant-id"] === "2" ? "two" : undefined),
  );
  const outcome = await findRequirement("SCOPE-01")?.judge(scriptedSession({}, { answer }), "listInvoices");
  expect(outcome).toMatchObject({ status: "failed", message: expect.stringContaining("`X-Account-Id: 2`") });
});

test("SCOPE-01 fails if the number of an account is trusted, or adds to the invoices", async () => {
  const numbered = ({ as = "first", query = {} }: Call): ScriptedResponse => {
    const wanted = new Set([as === "second" ? "2" : "1", query["account_id"]]);
    const all = [
      ...Array.from({ length: 4 }, (_, index) => ({ account: "1", row: { no: `1-${index}`, sum: 7 } })),
      ...Array.from({ length: 3 }, (_, index) => ({ account: "2", row: { no: `2-${index}`, sum: 7 } })),
    ];
    const found = all.filter(({ account }) => wanted.has(account)).map(({ row }) => row);
    // The other account's invoices are on the second page, which nobody knows how to request.
    return envelope(found.slice(0, as === "second" ? 3 : 4), 1, found.length);
  };
  const outcome = await findRequirement("SCOPE-01")?.judge(scriptedSession({}, { answer: numbered }), "listInvoices");
  expect(outcome).toMatchObject({ status: "failed" });
  expect(outcome?.message).toContain("is 7, the number of both accounts' invoices (4 and 3)");
});
