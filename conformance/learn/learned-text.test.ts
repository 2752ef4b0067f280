import { expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { learnedText } from "./learned-text.ts";

const paint = (_: string, text: string): string => text;

function textOf(keys: readonly string[]): string {
  return learnedText(
    {
      baseUrl: "https://staging.example/x",
      dialect: dialectSchema.parse({}),
      text: "",
      keys: keys.map((key) => ({ key, value: 1, confidence: "certain", evidence: [] })),
      missing: [],
      requests: 50,
      created: [],
    },
    { out: "dialect.yaml", paint },
  );
}

test("what was learned of the lists is a success", () => {
  expect(textOf(["paging.users.style", "auth.challenge"])).toContain("\n✓ 2 keys, 2 certain and 0 likely, in 50 of");
});

test("where no list could be read, it is none", () => {
  const text = textOf(["auth.challenge"]);
  expect(text).toContain("\n? neither list could be read, so hardly anything was learned\n? 1 keys");
  expect(text).not.toContain("✓");
});
