import { expect, test } from "vitest";
import { inputErrorOf } from "../../fixtures/files/temporary-directory.fixture.ts";
import { proxyInWords, findProxy } from "./proxy.ts";

const proxy = "http://user:secret@proxy.example:8080";
const https = "https://staging.example/x";

test.each([
  [https, { HTTPS_PROXY: proxy }, "HTTPS_PROXY"],
  [https, { HTTPS_PROXY: "never read", https_proxy: proxy }, "https_proxy"],
  [https, { HTTP_PROXY: proxy }, "HTTP_PROXY"],
  [https, { HTTPS_PROXY: "", HTTP_PROXY: proxy }, undefined],
  [https, {}, undefined],
  ["http://staging.example", { HTTPS_PROXY: proxy }, undefined],
  ["http://staging.example", { http_proxy: "socks5://127.0.0.1:1080" }, "http_proxy"],
])("%s with %j goes through the proxy of %s", (baseUrl, environment, variable) => {
  expect(findProxy(baseUrl, environment)?.variable).toBe(variable);
});

test.each(["http://localhost:4010/x", "http://[::]:4010"])("%s is this machine, and reached directly", (baseUrl) =>
  expect(findProxy(baseUrl, { HTTP_PROXY: proxy })).toBeUndefined(),
);

test.each([
  ["*", https, true],
  ["staging.example", https, true],
  ["*.example", https, true],
  ["other.example, STAGING.example", https, true],
  ["ging.example", https, false],
  ["staging.example:443", "https://staging.example:8443", false],
  ["staging.example:443", https, true],
  ["10.0.0.0/8", "https://10.200.3.4", true],
  ["10.0.0.0/8", "https://11.0.0.1", false],
  ["fd00::/8", "https://[fd12::1]", true],
])("NO_PROXY=%s: %s is reached directly: %s", (list, baseUrl, isDirect) => {
  expect(findProxy(baseUrl, { HTTPS_PROXY: proxy, NO_PROXY: list }) === undefined).toBe(isDirect);
});

test("a proxy is named without its password, and a variable that is none is rejected", () => {
  expect(proxyInWords({ url: proxy, variable: "HTTPS_PROXY" })).toBe("http://proxy.example:8080 (HTTPS_PROXY)");
  expect(inputErrorOf(() => findProxy(https, { HTTPS_PROXY: "proxy.example:8080" }))).toBe(
    "Cannot use these settings:\n  HTTPS_PROXY: expected the URL of a proxy, for instance http://proxy.example:8080",
  );
});
