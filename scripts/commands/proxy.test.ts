import { expect, test } from "vitest";
import { proxyOptions, startupText } from "./proxy.ts";

function textFor(baseUrl: string, flags: Readonly<Record<string, unknown>> = {}): string {
  const started = { version: "1.2.3", url: "http://127.0.0.1:4010", dialect: undefined };
  return startupText(proxyOptions.parse({ baseUrl, ...flags }), started, (_, text) => text);
}

test("reports a base URL that is too long, and settings that make the proxy less safe", () => {
  const tooLong = "The base URL ends with /api/v1: leave that out";
  for (const end of ["/x/api/v1", "/api/v1/"]) expect(textFor(`https://staging.example${end}`)).toContain(tooLong);
  const text = textFor("https://staging.example/x", { host: "0.0.0.0", insecure: true });
  expect(text).not.toContain(tooLong);
  expect(text).toContain("  Target    https://staging.example/x\n");
  expect(text).toContain("  Insecure  any certificate of the target is accepted\n");
  expect(text).toContain("  Reachable from other machines: listening on 0.0.0.0\n");
});

test("an origin that no browser sends is rejected, since it would never match", () => {
  const parse = (origin: string): boolean => proxyOptions.safeParse({ allowOrigin: [origin] }).success;
  expect(["https://app.example", "http://app.example:8080"].map(parse)).toStrictEqual([true, true]);
  expect(["app.example", "https://app.example/", "https://app.example/x", "*"].filter(parse)).toStrictEqual([]);
});
