import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What may bring texts of others where they do harm, and the files that may use it, each with the reason. */
const rules: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  /** The directory that it is looked for in; everywhere by default. */
  readonly within?: string;
  readonly allowed: Readonly<Record<string, string>>;
}[] = [
  {
    what: "a regular expression that is not written in the source: a value in it may be too large or take too long",
    pattern: /\bnew RegExp\((?!\s*(?:"[^"]*"|String\.raw`[^`$]*`)\s*[,)])/,
    allowed: {
      "conformance/report/mask-people.ts": "values of a target, escaped, as alternatives without repetition",
      "fixtures/contract/operations.ts": "paths of operations, from the source",
      "fixtures/dialect/keys.ts": "names of lists, from the source",
      "conformance/learn/made-up-world.ts": "kinds of records, from the source",
      "fixtures/dialect/identifier.ts": "a prefix that the schema limits to some characters and a length",
      "conformance/log/facts.ts": "kinds of records, and the id of the run, from the source",
      "conformance/target/record-values.ts": "forms of dates, from the source",
      "conformance/target/exchange.ts": "names of variables, from the source",
      "conformance/report/repeat.ts": "names of variables, which are words",
      "fixtures/values/curl.ts": "names of variables, which are words",
      "conformance/suite/selected-tests.ts": "what the user gives as --grep, as Playwright itself compiles it",
      "conformance/explain/explain.ts": "the width of a terminal, a number",
      "conformance/rules/subscriptions.ts": "kinds of records, from the source",
      "conformance/open-points/samples.ts": "a text of at most three characters",
      "conformance/open-points/formats.ts": "kinds of records, from the source",
      "conformance/target/records.ts": "kinds of records, from the source",
      "scripts/commands/shared-options.ts": "kinds of records, from the source",
      "scripts/init/project.ts": "names of tools, from the source",
    },
  },
  {
    what: "a text of a target that is parsed around conformance/target/parse-json.ts, which bounds how deep it nests",
    pattern:
      /^import [^;]*\btryParseJson\b[^;]*"\.\.\/\.\.\/fixtures\/values\/json\.ts"|\bJSON\.parse\((?!\s*JSON\.stringify\()/m,
    within: "conformance/",
    allowed: {
      "conformance/learn/made-up-world.ts": "a text of an enumeration, with its result unused",
      "conformance/open-points/errors.ts": "a body that the judge has sent",
      "conformance/open-points/template.ts": "an item of a template, from the judge",
      "conformance/suite/run-state.ts": "a file of the suite, read with a schema",
      "conformance/target/altered-token.ts": "a part of the own token",
      "conformance/target/parse-json.ts": "bounds it",
    },
  },
  {
    what: "a print around scripts/terminal/terminal.ts, which makes texts of others visible",
    pattern: /\b(?:process\.)?std(?:out|err)\.write\(|\bconsole\.(?!createServer)\w+\(/,
    allowed: {
      "scripts/terminal/terminal.ts": "prints",
      "scripts/orgkit.ts": "runs before anything else is loaded, and prints a version of Node only",
      "fixtures/input/parse-data.ts": "runs in browsers, too; visible",
      "mocks/service/world-misfits.ts": "runs in browsers, too; visible",
      "mocks/adapters/browser.ts": "in a browser, texts from the source",
      "mocks/adapters/persist.ts": "in a browser, the message of its storage",
      "conformance/index.ts": "an example in a comment",
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
  expect(found.toSorted()).toStrictEqual(Object.keys(allowed).toSorted());
});
