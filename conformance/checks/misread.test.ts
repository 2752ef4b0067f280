import fc from "fast-check";
import { expect, test } from "vitest";
import { isMisread } from "./misread.ts";

const sent = `Ada Zoë O'Żak "\\"`;

test.each<[how: string, stored: string]>([
  ["read as Latin-1", Buffer.from(sent).toString("latin1")],
  ["with question marks", 'Ada Zo? O\'?ak "\\"'],
  ["escaped for HTML", `Ada Zoë O&#39;Żak &quot;\\&quot;`],
  ["escaped for HTML by other codes", `Ada Zoë O&#x27;Żak &#34;\\&#34;`],
  ["with entities for letters", `Ada Zo&#235; O'&#379;ak "\\"`],
  ["escaped like a string", `Ada Zoë O\\'Żak \\"\\\\\\"`],
  ["with escaped apostrophes", `Ada Zoë O\\'Żak "\\"`],
  ["as in JSON", JSON.stringify(sent).slice(1, -1)],
  ["as in JSON, in ASCII", `Ada Zo\\u00eb O'\\u017bak \\"\\\\\\"`],
  ["with doubled quotes", `Ada Zoë O''Żak "\\"`],
  ["as in a URL", encodeURIComponent(sent)],
  ["as in a form", encodeURIComponent(sent).replaceAll("%20", "+")],
])("a text stored %s", (_, stored) => {
  expect(isMisread(sent, stored)).toBe(true);
});

test.each<[how: string, stored: string]>([
  ["unchanged", sent],
  ["in lower case", sent.toLowerCase()],
  ["without punctuation", "Ada Zoë OŻak"],
  ["in ASCII", "Ada Zoe O'Zak"],
])("a text stored %s is not a mistake", (_, stored) => {
  expect(isMisread(sent, stored)).toBe(false);
});

test("any text may be stored", () => {
  fc.assert(fc.property(fc.string(), (text) => !isMisread(text, text) && typeof isMisread("Ada", text) === "boolean"));
});
