import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor, redactBody } from "./redact.ts";

const token = "s3cr+t/token==";
const redact = createRedactor([{ value: token, name: "$ORGKIT_TOKEN" }]);

test.each([
  ["as it is", `Bearer ${token}`, "Bearer $ORGKIT_TOKEN"],
  ["percent-encoded", `/login?next=${encodeURIComponent(token)}`, "/login?next=$ORGKIT_TOKEN"],
  ["in base64", `Basic ${Buffer.from(token).toString("base64")}`, "Basic $ORGKIT_TOKEN"],
  ["in base64url", `x.${Buffer.from(token).toString("base64url")}.y`, "x.$ORGKIT_TOKEN.y"],
])("a token is redacted %s", (_, text, expected) => {
  expect(redact(text)).toBe(expected);
});

test("the longer of two tokens wins where one holds the other", () => {
  const both = createRedactor([
    { value: "token-a", name: "$A" },
    { value: "token-a-long", name: "$B" },
  ]);
  expect(both("token-a-long token-a")).toBe("$B $A");
});

test("no form of a token survives in any text around it", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), fc.string(), fc.string(), (value, before, after) => {
      const each = createRedactor([{ value, name: "$T" }]);
      for (const form of [value, encodeURIComponent(value), Buffer.from(value).toString("base64")]) {
        expect(each(`${before}|${form}|${after}`)).not.toContain(form);
      }
    }),
  );
});

test("a token that reads like a name of the envelope leaves the envelope whole", () => {
  const each = createRedactor([{ value: "data", name: "$T" }]);
  expect(redactBody('{"data":["my data"],"meta":{"page":1,"total":1}}', each)).toBe(
    '{"data":["my $T"],"meta":{"page":1,"total":1}}',
  );
});

test("a token of digits leaves numbers as they are", () => {
  const each = createRedactor([{ value: "1", name: "$T" }]);
  expect(redactBody('{"data":["1"],"meta":{"page":1,"total":1}}', each)).toBe(
    '{"data":["$T"],"meta":{"page":1,"total":1}}',
  );
});

test("a body that is no JSON is redacted as text", () => {
  expect(redactBody(`<p>${token}</p>`, redact)).toBe("<p>$ORGKIT_TOKEN</p>");
});

test("a token escaped in JSON is found", () => {
  const quoted = createRedactor([{ value: 'to"ken-1234', name: "$T" }]);
  expect(redactBody('{"echo":"to\\"ken-1234"}', quoted)).toBe('{"echo":"$T"}');
  const slashed = createRedactor([{ value: "abc/def/ghi", name: "$T" }]);
  expect(redactBody('{"echo":"abc\\/def\\/ghi"}', slashed)).toBe('{"echo":"$T"}');
});
