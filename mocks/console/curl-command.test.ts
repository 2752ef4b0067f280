import { expect, test } from "vitest";
import { curlCommand } from "./curl-command.ts";

const base = "http://127.0.0.1:4010";
const get = { method: "GET", path: "/api/v1/users", query: "", headers: {}, body: "" };

test.each([
  [get, `curl '${base}/api/v1/users'`],
  [{ ...get, query: "page=2&q=a" }, `curl '${base}/api/v1/users?page=2&q=a'`],
  [{ ...get, method: "HEAD" }, `curl --head '${base}/api/v1/users'`],
  [{ ...get, method: "DELETE" }, `curl -X DELETE '${base}/api/v1/users'`],
  [{ ...get, method: "POST" }, `curl -X POST '${base}/api/v1/users'`],
  [
    { ...get, method: "POST", body: `{"name":"O'Neill"}` },
    String.raw`curl '${base}/api/v1/users' --data-raw '{"name":"O'\''Neill"}'`,
  ],
])("%j", (request, command) => {
  expect(curlCommand(base, request)).toBe(command);
});

test("headers that curl or a browser sets by itself are left out", () => {
  const headers = {
    authorization: "Bearer t",
    accept: "*/*",
    host: "127.0.0.1",
    "user-agent": "x",
    "sec-fetch-mode": "cors",
    "content-length": "2",
    prefer: "code=503",
  };
  expect(curlCommand(base, { ...get, headers })).toBe(
    `curl '${base}/api/v1/users' -H 'authorization: Bearer t' -H 'prefer: code=503'`,
  );
});
