import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What may bring texts of others where they do harm, and the files that may use it, by the reason. */
const rules: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  /** The directory that it is looked for in; everywhere by default. */
  readonly within?: string;
  readonly allowed: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    what: "a regular expression that is not written in the source: a value in it may be too large or take too long",
    pattern: /\bnew RegExp\((?!\s*(?:"[^"]*"|String\.raw`[^`$]*`)\s*[,)])/,
    allowed: {
      "names and forms from the source": [
        "conformance/learn/made-up-world.ts",
        "conformance/log/facts.ts",
        "conformance/open-points/formats.ts",
        "conformance/report/repeat.ts",
        "conformance/rules/subscriptions.ts",
        "conformance/target/exchange.ts",
        "conformance/log/records.ts",
        "fixtures/contract/operations.ts",
        "fixtures/dialect/keys.ts",
        "fixtures/values/curl.ts",
        "mocks/control/control.ts",
        "scripts/commands/shared-options.ts",
        "scripts/init/project.ts",
      ],
      "values of a target, escaped, as alternatives without repetition": ["conformance/report/mask-people.ts"],
      "a prefix that the schema limits to some characters and a length": ["fixtures/dialect/identifier.ts"],
      "what the user gives as --grep, as Playwright itself compiles it": ["conformance/suite/suite.ts"],
      "the width of a terminal, a number": ["conformance/explain/explain.ts"],
      "a text of at most three characters": ["conformance/open-points/samples.ts"],
    },
  },
  {
    what: "a text of a target that is parsed around conformance/target/parse-json.ts, which bounds how deep it nests",
    pattern:
      /^import [^;]*\btryParseJson\b[^;]*"\.\.\/\.\.\/fixtures\/values\/json\.ts"|\bJSON\.parse\((?!\s*JSON\.stringify\()/m,
    within: "conformance/",
    allowed: {
      "a text from the judge or its user": [
        "conformance/learn/made-up-world.ts",
        "conformance/open-points/errors.ts",
        "conformance/open-points/template.ts",
        "conformance/suite/open-target.ts",
        "conformance/target/altered-token.ts",
      ],
      "bounds it": ["conformance/target/parse-json.ts"],
    },
  },
  {
    what: "a print around scripts/terminal/terminal.ts, which makes texts of others visible",
    pattern: /\b(?:process\.)?std(?:out|err)\.write\(|\bconsole\.(?!createServer)\w+\(/,
    allowed: {
      prints: ["scripts/terminal/terminal.ts"],
      "runs before anything else is loaded, and prints a version of Node only": ["scripts/orgkit.ts"],
      "runs in browsers, too, and prints what is visible": [
        "fixtures/input/parse-data.ts",
        "mocks/adapters/browser.ts",
        "mocks/adapters/persist.ts",
        "mocks/service/world-misfits.ts",
        "mocks/simulation/handlers.ts",
      ],
      "an example in a comment": ["conformance/index.ts"],
    },
  },
];

/** Everything that is published. */
const product = globSync("{fixtures,mocks,conformance,scripts}/**/*.ts", { cwd: root }).filter(
  (path) =>
    !/node_modules|\.(?:test|spec|fixture|generated|d)\.ts$|^conformance\/test-servers\//.test(path) &&
    !/^scripts\/(?:bench|check|config|generate|release|roundtrip|test|openapi-types)\b/.test(path) &&
    path !== "scripts/lint-openapi.ts",
);

test.each(rules)("only where it is harmless there is $what", ({ pattern, within = "", allowed }) => {
  const found = product.filter(
    (path) => path.startsWith(within) && pattern.test(readFileSync(`${root}/${path}`, "utf8")),
  );
  expect(found.toSorted()).toStrictEqual(Object.values(allowed).flat().toSorted());
});
