import { expect, test } from "vitest";
import { findBanned, readTerms } from "./words.ts";

const terms = readTerms(`# Contributing

| other table | \`here\` |

## Terms

| write | instead of |
| --- | --- |
| fix | \`zorb\`, \`zorbed\` |
| max… | \`plenty…\` |
| an expired token | \`a token gone stale\` |

## Other

| more | \`fix\` |
`);

test.each([
  ["how to zorb it", ['a.ts:1: write fix instead of "zorb"']],
  ["ok\n\nZorbed.", ['a.ts:3: write fix instead of "Zorbed"']],
  ["const toZorb = zorbIt;", ['a.ts:1: write fix instead of "Zorb"', 'a.ts:1: write fix instead of "zorb"']],
  ["rezorb, zorbs, ZorbedX, fix it here", ['a.ts:1: write fix instead of "Zorbed"']],
  ["plentyUsers, plenty users", ['a.ts:1: write max… instead of "plentyUsers"']],
  [" * a token gone\n * stale", ['a.ts:1: write an expired token instead of "a token gone * stale"']],
])("%j", (text, problems) => {
  expect(findBanned("a.ts", text, terms).toSorted()).toStrictEqual(problems);
});

test("the table itself and released versions of the changelog are skipped", () => {
  expect(findBanned("CONTRIBUTING.md", "zorb\n\n## Terms\n\nzorb\n\n## Other\n\nzorb", terms)).toStrictEqual([
    'CONTRIBUTING.md:1: write fix instead of "zorb"',
    'CONTRIBUTING.md:9: write fix instead of "zorb"',
  ]);
  expect(findBanned("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\nzorb\n\n## 0.1.0\n\nzorb", terms)).toStrictEqual([
    'CHANGELOG.md:5: write fix instead of "zorb"',
  ]);
});
