import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCallMask } from "../../journal/entry.ts";
import type { Reply } from "../../service/call.ts";
import { testCall } from "../caller.fixture.ts";
import { bodyOf, callOf, recordCall } from "./recorder.ts";

const reply: Reply = { status: 200, headers: { "x-a": "b" }, body: "{}", why: { rule: "AUTH-01" } };
const known = "aurora-token-4f7a91";
const isKnown = (token: string): boolean => token === known;

function record(call: Parameters<typeof testCall>[0], answered = reply): ReturnType<typeof recordCall> {
  return recordCall({ number: 7, at: 1234.5, call: testCall(call), reply: answered }, createCallMask(isKnown));
}

describe("a recorded call", () => {
  test.each([
    ["no bytes", new Uint8Array(), {}],
    ["UTF-8", new Uint8Array([0xc3, 0xa9]), { body: "é" }],
    ["a byte order mark", new Uint8Array([0xef, 0xbb, 0xbf, 0x7b]), { body: "\uFEFF{" }],
    ["bytes that are no UTF-8", new Uint8Array([0xff, 0xfe]), { base64: "//4=" }],
  ])("has %s as body", (_, body, expected) => {
    const { call } = record({ body });
    const { body: text, base64 } = call;
    expect(JSON.stringify({ body: text, base64 })).toBe(JSON.stringify(expected));
    expect(bodyOf(call)).toStrictEqual(body);
  });

  test("restores the request, byte for byte", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.string({ unit: "binary" }), (body, path) => {
        const call = testCall({ token: known, method: "POST", path, body });
        expect(callOf(recordCall({ number: 1, at: 0, call, reply }, createCallMask(isKnown)).call)).toStrictEqual(call);
      }),
    );
  });
});
