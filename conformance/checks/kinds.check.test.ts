import { expect, test } from "vitest";
import { isList, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { kinds } from "./kinds.check.ts";
import { envelope, scriptedSession } from "./scripted-session.fixture.ts";

const user = { id: "s-1", name: "Ada", mail: "ada@x.example", since: 2020 };
const subscription = { id: "s-1", plan: "team", seats: 5, since: 2021 };
const invoice = { id: "i-1", amount: 19 };

interface Records {
  readonly users?: readonly unknown[];
  readonly subscription?: unknown;
  readonly invoices?: readonly unknown[];
}

async function judge(
  operation: OperationId,
  { users = [user], invoices = [invoice], ...more }: Records,
): Promise<string> {
  const all = { user: users, subscription: [more.subscription ?? subscription], invoice: invoices };
  const answer = ({ operation: asked }: Call) => {
    const records = all[operations[asked].record];
    return envelope(isList(asked) ? records : records.slice(0, 1));
  };
  return (await kinds.judge(scriptedSession({}, { answer }), operation)).status;
}

test("records of different kinds pass, also with equal ids or few members", async () => {
  expect(await judge("getSubscription", {})).toBe("passed");
  expect(await judge("getSubscription", { subscription: { ...user, since: 2021 } })).toBe("passed");
  expect(await judge("listInvoices", {})).toBe("passed");
  expect(await judge("listInvoices", { users: [{ id: 1 }, { id: 2 }], invoices: [{ id: 1 }, { id: 2 }] })).toBe(
    "passed",
  );
  expect(await judge("listInvoices", { invoices: [] })).toBe("skipped");
});

test("a record of another operation fails", async () => {
  expect(await judge("getSubscription", { subscription: user })).toBe("failed");
  expect(await judge("listInvoices", { invoices: [user] })).toBe("failed");
  expect(await judge("listInvoices", { invoices: [subscription] })).toBe("failed");
});

test("several records with two members fail", async () => {
  const names = [1, 2].map((id) => ({ id, name: `n${id}` }));
  expect(await judge("listInvoices", { users: names, invoices: names })).toBe("failed");
  expect(await judge("listInvoices", { users: names, invoices: names.slice(0, 1) })).toBe("passed");
});
