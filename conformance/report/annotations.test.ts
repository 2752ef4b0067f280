import { expect, test } from "vitest";
import { githubAnnotations } from "./annotations.ts";
import { exampleReport, exampleResult } from "./example-report.fixture.ts";
import type { Report } from "./report.ts";

const failed = (message: string): Report["results"][number] => exampleResult("ENV-01", "listUsers", "failed", message);

test("an error for each failure, a warning where it is incomplete, the verdict", () => {
  const lines = githubAnnotations(exampleReport());
  expect(lines[0]).toBe(
    '::error title=ENV-04 listUsers::`meta.page` is the string "1"; §2 says integer%0ARule (stated, §2): `meta.page` is an integer (JSON `1.0` is one)',
  );
  expect(lines[3]).toBe(
    "::warning title=orgkit%3A incomplete::7 not verified; to verify more, give --allow-writes (3 more), the token of a second account (1 more), a second --id subscription=ID (1 more)",
  );
  expect(lines[4]).toMatch(/^::notice title=orgkit staging::non-conforming: 3 of 20 failed/);
  const complete = exampleReport({ results: [], complete: true, missing: [] });
  expect(githubAnnotations(complete).join()).toMatch(/^::notice title=orgkit staging::inconclusive: [^:]*$/);
});

test("a target that could not be judged says why", () => {
  const [warning] = githubAnnotations(exampleReport({ results: [], problem: "100% down:\nno answer" }));
  expect(warning).toBe("::warning title=orgkit could not judge::100%25 down:%0Ano answer");
});

test("at most fifty failures, and word of the rest", () => {
  const results = Array.from({ length: 60 }, () => failed("no object"));
  const errors = githubAnnotations(exampleReport({ results })).filter((line) => line.startsWith("::error"));
  expect(errors).toHaveLength(51);
  expect(errors.at(-1)).toBe("::error title=orgkit::10 more failures are in the report");
});

test("no text of a target begins a line of its own", () => {
  const results = [failed("a\r\n::error::b\n::stop-commands::x\u2028c\u001B[0m")];
  const target = { name: "a:b,c\n::d", baseUrl: "https://x", dialect: null };
  const lines = githubAnnotations(exampleReport({ results, target }));
  expect(lines.join()).not.toMatch(/[\p{Cc}\u2028]/u);
  expect(lines[0]).toContain("::a%0A: :error::b%0A: :stop-commands::x");
  expect(lines.at(-1)).toMatch(/^::notice title=orgkit a%3Ab%2Cc%0A%3A %3Ad::/);
});
