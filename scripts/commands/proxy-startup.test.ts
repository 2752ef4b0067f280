import { expect, test } from "vitest";
import { proxyOptions } from "./proxy-options.ts";
import { proxyStartupText } from "./proxy-startup.ts";

function textFor(target: string, flags: Readonly<Record<string, unknown>> = {}): string {
  const settings = proxyOptions.parse(flags);
  const paint = (_: unknown, text: string): string => text;
  return proxyStartupText(
    { version: "1.2.3", url: "http://127.0.0.1:4010", target, dialect: undefined, settings },
    paint,
  );
}

test.each(["https://staging.example/x/api/v1", "https://staging.example/api/v1/"])(
  "%s is told to be too long",
  (target) => {
    expect(textFor(target)).toContain(
      "The target ends with /api/v1, which the calls bring themselves: give it without",
    );
  },
);

test("a base URL is told where it is right, and what makes the proxy less safe", () => {
  const text = textFor("https://staging.example/x", { host: "0.0.0.0", insecure: true });
  expect(text).not.toContain("ends with");
  expect(text).toContain("  Target    https://staging.example/x\n");
  expect(text).toContain("  Insecure  any certificate of the target is accepted\n");
  expect(text).toContain("  Reachable from other machines: listening on 0.0.0.0\n");
});

test("an origin that no browser sends is refused, as it would never match", () => {
  const parse = (origin: string): boolean => proxyOptions.safeParse({ allowOrigin: [origin] }).success;
  expect(["https://app.example", "http://app.example:8080"].map(parse)).toStrictEqual([true, true]);
  expect(["app.example", "https://app.example/", "https://app.example/x", "*"].filter(parse)).toStrictEqual([]);
});
