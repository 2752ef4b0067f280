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
