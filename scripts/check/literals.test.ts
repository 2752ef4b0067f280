import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { collections, recordKinds } from "../../fixtures/contract/record-kinds.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const names: readonly string[] = [...operationIds, ...recordKinds, ...collections];

/** What is created (§4), and the list that is asked where any would do. */
const created = ["createUser", "listUsers", "user"];

/**
 * The files that may name operations and kinds, which of them, and why. Anywhere else a new operation or kind would be
 * left out without a word: use the tables, or what is derived from them (`listOperationIds`, `byList`, `recordKinds`,
 * `collections`).
 */
const exceptions: readonly (readonly [file: RegExp, allowed: readonly string[], why: string])[] = [
  [
    /^fixtures\/contract\/(?:operations|record-kinds|resources)\.ts$/,
    names,
    "tables, of which the compiler asks for each row",
  ],
  [/^fixtures\/(?:contract\/open-points|dialect\/read-dialect)\.ts$/, ["createUser"], "the dialect key of this name"],
  [/^conformance\/requirements\//, names, "a requirement names what its sentence is about, and shows records"],
  [/^conformance\//, created, "creations are of users"],
  [/^conformance\/(?:experiments\/creations|open-points\/(?:records|subscriptions))\.ts$/, ["listInvoices"], "§5"],
  [/^(?:conformance\/open-points\/subscriptions|scripts\/generate\/pages)\.ts$/, ["subscriptions"], "a dialect key"],
  [/^mocks\/service\/(?:accounts|service)\.ts$/, ["subscription", "subscriptions"], "the dialect key subscriptionId"],
  [/^mocks\/(?:scenarios\/lists|service\/create-user|state\/state)\.ts$/, created, "creations are of users"],
  [/^mocks\/adapters\/example-project\//, ["listUsers"], "code of an application"],
  [/^mocks\/console\/text\.ts$/, ["getSubscription"], "the compiler asks for the ids of each operation"],
  [/^conformance\/log\/records\.ts$/, ["invoice"], "names of fields in any service"],
  [/^scripts\/bench\//, created, "measures two operations"],
];

/** What code is often about: only their names in quotes are looked for, of the others also members and variables. */
const frequent: ReadonlySet<string> = new Set([...created, "users", "subscription", "subscriptions"]);

const others = names.filter((name) => !frequent.has(name)).join("|");
const nameInCode = new RegExp(`(?<=["'\`])(?:${names.join("|")})(?=["'\`])|(?<![\\w-])(?:${others})(?![\\w-])`, "g");

/** The names in the code of a file, without its comments. */
function namesIn(file: string): readonly string[] {
  const code = readFileSync(`${root}/${file}`, "utf8").replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, "");
  return [...code.matchAll(nameInCode)].map(([name]) => name);
}

const noProduct = /\.(?:test|spec|fixture|generated|config)\.ts$|^conformance\/test-servers\/|node_modules/;

const files = globSync("{fixtures,mocks,conformance,scripts}/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !noProduct.test(file),
);

test("no code names operations or kinds of records, except where it is about them", () => {
  const found = files.flatMap((file) => namesIn(file).map((name) => ({ file, name })));
  const isAllowed = ({ file, name }: (typeof found)[number]): boolean =>
    exceptions.some(([pattern, allowed]) => pattern.test(file) && allowed.includes(name));
  const named = found.filter((one) => !isAllowed(one)).map(({ file, name }) => `${file}: ${name}`);
  expect(named, "take them from a table; an ordinary word of the code belongs to `frequent`").toStrictEqual([]);
  const unused = exceptions.filter(([pattern]) => !found.some(({ file }) => pattern.test(file)));
  expect(unused.map(([pattern]) => String(pattern))).toStrictEqual([]);
});
