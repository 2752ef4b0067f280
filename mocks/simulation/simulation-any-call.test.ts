import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { demoTokens, openTestCaller, readEnvelope } from "./test-caller.ts";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("__proto__", "constructor", "%", "\uD800", "{{id}}"),
);

const paths = fc.oneof(
  fc.constantFrom("/api/v1/users", "/api/v1/invoices", "/users", "/api/v2/users", "/", ""),
  text.map((id) => `/api/v1/subscriptions/${id}`),
  text,
);

const queries = fc.oneof(
  fc
    .array(
      fc.tuple(
        fc.constantFrom(
          "page",
          "per_page",
          "offset",
          "limit",
          "skip",
          "p",
          "sort",
          "order",
          "status",
          "filter[status]",
        ),
        fc.oneof(fc.integer().map(String), fc.constantFrom("active", "-name", "createdAt", "desc", ""), text),
      ),
      { maxLength: 4 },
    )
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("&")),
  text,
);

const authorizations = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...demoTokens).map((token) => `Bearer ${token}`) },
  { weight: 1, arbitrary: fc.option(text, { nil: undefined }) },
);

const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 80 }),
  fc.json().map((json) => new TextEncoder().encode(json)),
  fc
    .record({
      email: fc.oneof(fc.emailAddress(), text),
      name: fc.oneof(fc.string(), fc.integer()),
      extra: fc.jsonValue(),
    })
    .map((body) => new TextEncoder().encode(JSON.stringify(body))),
);

const calls = fc.record({
  method: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom("GET", "POST", "HEAD") },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom("OPTIONS", "PUT", "DELETE", "constructor"), text) },
  ),
  path: paths,
  query: queries,
  headers: fc.record({
    authorization: authorizations,
    "content-type": fc.constantFrom("application/json", "application/json; charset=utf-8", "text/plain", undefined),
  }),
  body: bodies,
});

describe("whatever is called", () => {
  test.each(dialectNames())("the dialect %s answers with an envelope or a failure it declares", async (name) => {
    const dialect = loadDialect(name);
    const successes = new Set<number>(Object.values(dialect.statuses.success));
    const failures = new Set<number>(Object.values(dialect.statuses.failure));
    const { contentType } = errorTemplate(dialect.errors);
    await fc.assert(
      fc.asyncProperty(fc.array(calls, { minLength: 1, maxLength: 8 }), async (sequence) => {
        const caller = await openTestCaller({ dialect });
        for (const call of sequence) {
          const reply = await caller.call(call);
          expect(reply.headers["access-control-allow-origin"]).toBe("*");
          if (call.method === "OPTIONS") expect([reply.status, reply.body]).toStrictEqual([204, ""]);
          else if (successes.has(reply.status)) {
            const { data, meta } = readEnvelope(
              call.method === "HEAD" ? await caller.call({ ...call, method: "GET" }) : reply,
            );
            expect(meta.total).toBeGreaterThanOrEqual(data.length);
          } else {
            expect(failures).toContain(reply.status);
            expect(reply.headers["content-type"]).toBe(contentType);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
