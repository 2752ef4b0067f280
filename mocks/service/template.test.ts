import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillJson, fillText } from "./template.ts";

const values = { status: 404, code: "notFound", none: undefined, nothing: null, list: [{ field: "a" }], price: "$&" };

describe("fillText", () => {
  test.each([
    ["{{ status }}: {{code}}!", "404: notFound!"],
    ["[{{none}}{{nothing}}{{unknown}}]", "[]"],
    ["{{list}}", '[{"field":"a"}]'],
    ["{{price}}", "$&"],
    ["{{constructor}}{{toString}}{{__proto__}}", ""],
    ["{code} {{}} {{a b}} {{code", "{code} {{}} {{a b}} {{code"],
  ])("%j becomes %j", (text, filled) => {
    expect(fillText(text, values)).toBe(filled);
  });

  test("does not look for placeholders in a value", () => {
    expect(fillText("{{a}}{{b}}", { a: "{{b}}", b: "x" })).toBe("{{b}}x");
  });
});

describe("fillJson", () => {
  test.each([
    ["{{status}}", 404],
    ["{{ list }}", [{ field: "a" }]],
    ["{{nothing}}", null],
    ["{{none}}", undefined],
    ["code {{code}}", "code notFound"],
    [null, null],
    [
      ["{{code}}", "{{none}}", 1],
      ["notFound", 1],
    ],
    [
      { status: "{{status}}", errors: "{{none}}", deep: { errors: "{{none}}", code: "{{code}}" } },
      { status: 404, deep: { code: "notFound" } },
    ],
    [{ detail: "{{none}}!" }, { detail: "!" }],
    [{ "{{code}}": 1 }, { "{{code}}": 1 }],
  ])("%j becomes %j", (template, filled) => {
    expect(fillJson(template, values)).toStrictEqual(filled);
  });

  test("leaves JSON without placeholders as it is", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: fc.constantFrom("a", "{", "_", '"') }), (text) => {
        fc.pre(!/\{\{\w+\}\}/.test(text));
        expect(JSON.stringify(fillJson(JSON.parse(text), values))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test("keeps a member called __proto__ as data", () => {
    const filled = fillJson(JSON.parse('{"__proto__": "{{code}}"}'), values);
    expect(JSON.stringify(filled)).toBe('{"__proto__":"notFound"}');
  });
});
