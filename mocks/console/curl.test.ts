import { expect, test } from "vitest";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { accountCalls, curlCommand } from "./curl.ts";

const base = "http://127.0.0.1:4010";
const get = { method: "GET", path: "/api/v1/users", query: "", headers: {}, body: "" };

test.each([
  [get, `curl ${base}/api/v1/users`],
  [{ ...get, query: "page=2&q=a" }, `curl '${base}/api/v1/users?page=2&q=a'`],
  [{ ...get, method: "HEAD" }, `curl --head ${base}/api/v1/users`],
  [{ ...get, method: "DELETE" }, `curl -X DELETE ${base}/api/v1/users`],
  [{ ...get, method: "POST" }, `curl -X POST ${base}/api/v1/users`],
  [
    { ...get, method: "POST", body: `{"name":"O'Neill"}` },
    String.raw`curl ${base}/api/v1/users --data-raw '{"name":"O'\''Neill"}'`,
  ],
  [
    { ...get, headers: { accept: "*/*", host: "127.0.0.1", "sec-fetch-mode": "cors", prefer: "code=503" } },
    `curl ${base}/api/v1/users -H 'prefer: code=503'`,
  ],
])("%j, without what curl or a browser sets by itself", (request, command) => {
  expect(curlCommand(base, request)).toBe(command);
});

test("each operation is a command line with the account's first valid token", () => {
  const tokens = [
    { token: "old", expired: true },
    { token: "t", expired: false },
  ];
  const bearer = "-H 'authorization: Bearer t'";
  const calls = accountCalls({ tokens, subscriptionIds: ["sub_1"] }, "http://m");
  expect(calls.map(({ operation }) => operation)).toStrictEqual(operationIds);
  expect(Object.fromEntries(calls.map(({ operation, command }) => [operation, command]))).toMatchObject({
    listUsers: `curl http://m/api/v1/users ${bearer}`,
    createUser: `curl http://m/api/v1/users ${bearer} -H 'content-type: application/json' --data-raw '{"email":"ada@example.org","name":"Ada Example"}'`,
    getSubscription: `curl http://m/api/v1/subscriptions/sub_1 ${bearer}`,
    listInvoices: `curl http://m/api/v1/invoices ${bearer}`,
  });
});
