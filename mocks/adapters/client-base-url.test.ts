import { expect, test } from "vitest";
import { clientBaseUrl } from "./control-guard.ts";

const hosts = { allowedHosts: ["api.example"], isOpen: false };

test.each<[headers: Readonly<Record<string, string>>, url?: string]>([
  [{}],
  [{ forwarded: 'for=192.0.2.1;proto=https;host="api.example", for=10.0.0.1;host=inner' }, "https://api.example"],
  [{ "x-forwarded-proto": "https", "x-forwarded-host": "api.example:8443, inner" }, "https://api.example:8443"],
  [{ "x-forwarded-prefix": "/tenant/x/", "x-forwarded-proto": "HTTPS" }, "https://127.0.0.1:4010/tenant/x"],
  [{ "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" }],
  [{ "x-forwarded-proto": "javascript" }, "http://127.0.0.1:4010"],
])("behind a proxy that sends %j, the client has %s", (headers, url) => {
  expect(clientBaseUrl({ host: "127.0.0.1:4010", ...headers }, hosts)).toBe(url);
});
