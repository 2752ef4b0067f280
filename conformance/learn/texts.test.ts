import { expect, test } from "vitest";
import { learnedText } from "./texts.ts";

test.each([
  [
    "what was learned of the lists is a success",
    ["paging.users.style"],
    "\n✓ 2 keys, 2 certain and 0 likely, in 50 of",
  ],
  ["nothing of the lists is none", [], "\n? neither list could be read, so almost nothing was learned\n? 1 keys"],
])("%s", (_, keys, shown) => {
  const evidence = { value: 1, confidence: "certain", evidence: [] } as const;
  const text = learnedText(
    {
      baseUrl: "https://staging.example/x",
      keys: [...keys, "auth.challenge"].map((key) => ({ key, ...evidence })),
      missing: [],
      requests: 50,
      created: [],
    },
    { out: "dialect.yaml", paint: (__, part) => part },
  );
  expect(text).toContain(shown);
  expect(text.includes("✓")).toBe(keys.length > 0);
});

test("what was seen, and no dialect can say, is listed apart", () => {
  const text = learnedText(
    {
      baseUrl: "https://staging.example/x",
      keys: [],
      missing: [
        { key: "subscriptions", reason: "the second account's token reads a subscription of the first", isSeen: true },
        { key: "limits.rate", reason: "no header announces a limit" },
      ],
      requests: 50,
      created: [],
    },
    { out: "dialect.yaml", paint: (_, part) => part },
  );
  expect(text).toMatch(/Not learned \(1 keys\).*\n {2}– limits\.rate: no header/);
  expect(text).toMatch(/Seen, .* \(1 keys\).*\n {2}– subscriptions: the second account's token reads/);
});
