import { expect, test } from "vitest";
import { statementsByField, statementsByKind } from "./grouped-words.ts";

test.each<[string, Record<string, string>]>([
  [
    "401 for no token, an empty token and a body that is no JSON, 404 for an unknown id",
    { "no token": "401", "an empty token": "401", "a body that is no JSON": "401", "an unknown id": "404" },
  ],
  [
    "the challenge Bearer (error, realm) for a token never issued, `bearer` in lower case is accepted, tokens of two accounts are accepted",
    { "a token never issued": "the challenge Bearer (error, realm)", "`bearer` in lower case": "is accepted" },
  ],
  [
    "{error: {code, message}} as application/json for no token, no body for another method",
    { "no token": "{error: {code, message}} as application/json", "another method": "no body" },
  ],
  [
    "20 records where no size is asked for, a greater size is kept",
    { "records where no size is asked for": "20", "a greater size": "is kept" },
  ],
])("%s", (text, expected) => {
  expect(Object.fromEntries(statementsByKind(text) ?? [])).toEqual(expected);
});

test("a text of another form is not taken apart", () => {
  expect(statementsByKind("no limit shows: no header of one, and no call answered with 429")).toBeUndefined();
});

test("fields by their name, with types that have brackets", () => {
  const text = "objects with id: text, plan: object (code, seats), seenAt: text (date-time) or null, and 3 more";
  expect(Object.fromEntries(statementsByField(text))).toEqual({
    id: "text",
    plan: "object (code, seats)",
    seenAt: "text (date-time) or null",
  });
});
