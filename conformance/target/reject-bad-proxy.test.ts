import { expect, test } from "vitest";
import { inputErrorOf } from "../../fixtures/temporary-directory.fixture.ts";
import { rejectBadProxy } from "./reject-bad-proxy.ts";

test.each([
  {},
  { HTTPS_PROXY: "" },
  { HTTPS_PROXY: "http://proxy.example:8080", http_proxy: "socks5://127.0.0.1:1080" },
  { https_proxy: "https://proxy.example", HTTPS_PROXY: "never read" },
])("%j is accepted", (environment) => {
  expect(() => rejectBadProxy(environment)).not.toThrow();
});

test.each([
  [{ HTTPS_PROXY: "nope" }, "HTTPS_PROXY"],
  [{ http_proxy: "proxy.example:8080" }, "http_proxy"],
])("%j is rejected by name", (environment, name) => {
  expect(inputErrorOf(() => rejectBadProxy(environment))).toBe(
    `Cannot use these settings:\n  ${name}: expected the URL of a proxy, for instance http://proxy.example:8080`,
  );
});
