import { expect, test } from "vitest";
import { accountCalls } from "./account-calls.ts";

test("each operation is a command line with the account's token", () => {
  const counts = { users: 1, subscriptions: 1, invoices: 0 };
  const account = { id: "a", name: "A", tokens: [], counts, subscriptionIds: ["sub_1"] };
  const bearer = "-H 'authorization: Bearer t'";
  expect(accountCalls(account, "t", "http://m").map(({ operation, command }) => [operation, command])).toStrictEqual([
    ["listUsers", `curl 'http://m/api/v1/users' ${bearer}`],
    [
      "createUser",
      `curl 'http://m/api/v1/users' ${bearer} -H 'content-type: application/json' --data-raw '{"email":"ada@example.org","name":"Ada Example"}'`,
    ],
    ["getSubscription", `curl 'http://m/api/v1/subscriptions/sub_1' ${bearer}`],
    ["listInvoices", `curl 'http://m/api/v1/invoices' ${bearer}`],
  ]);
});
