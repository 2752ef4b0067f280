import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/files/temporary-directory.fixture.ts";

const config = fileURLToPath(new URL("../../.oxlintrc.json", import.meta.url));
const oxlint = fileURLToPath(new URL("../../node_modules/oxlint/bin/oxlint", import.meta.url));

/** Files, what they import, and whether the linter reports it. */
const imports: readonly (readonly [path: string, specifier: string, isReported: boolean])[] = [
  ["fixtures/ok.ts", "./contract/operations.ts", false],
  ["fixtures/back.ts", "../mocks/simulation/simulation.ts", true],
  ["mocks/adapters/ok.ts", "../../fixtures/contract/operations.ts", false],
  ["mocks/adapters/back.ts", "../../conformance/run/conform.ts", true],
  ["mocks/simulation/node.ts", "node:fs", true],
  ["mocks/simulation/adapter.ts", "../adapters/http-server.ts", true],
  ["mocks/service/back.ts", "../simulation/simulation.ts", true],
  ["mocks/control/back.ts", "../adapters/http-server.ts", true],
  ["conformance/mock.ts", "../mocks/simulation/simulation.ts", true],
  ["conformance/mock.spec.ts", "../mocks/simulation/simulation.ts", false],
  ["conformance/rules/back.ts", "../requirements/catalogue.ts", true],
  ["conformance/requirements/ok.ts", "../rules/path.ts", false],
  ["conformance/back.spec.ts", "../scripts/cli.ts", true],
  ["scripts/ok.ts", "../conformance/run/conform.ts", false],
  ["scripts/circle-a.ts", "./circle-b.ts", true],
  ["scripts/circle-b.ts", "./circle-a.ts", true],
];

const directory = openTemporaryDirectory();

test("fixtures → mocks → conformance → scripts: an import back is reported, any other is not, and a circle is", () => {
  directory.write(".oxlintrc.json", readFileSync(config, "utf8"));
  for (const [path, specifier] of imports) {
    mkdirSync(dirname(join(directory.path, path)), { recursive: true });
    directory.write(path, `export * from "${specifier}";\n`);
  }
  const options = { cwd: directory.path, encoding: "utf8" } as const;
  const { stdout } = spawnSync(process.execPath, [oxlint, "--format", "unix"], options);
  const lines = stdout.split("\n").filter((line) => /no-restricted-imports|no-cycle/.test(line));
  for (const [path, , isReported] of imports) {
    expect(
      lines.some((line) => line.includes(path)),
      path,
    ).toBe(isReported);
  }
});

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The sources of the product, without tests. */
const sources = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|spec|fixture)\.|test-servers/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** Files that read the messages of other packages, which give no code. */
const readers = new Map([
  ["conformance/proxy/prism.ts", "Node: the name of the missing package"],
  ["conformance/target/no-reply.ts", "undici: the status of a proxy"],
  ["fixtures/input/parse-data.ts", "the YAML parser"],
  ["mocks/control/control.ts", "V8: a string is too long"],
]);

test("no code reads the text of a message: whoever rewords one must not change a verdict", () => {
  const text = String.raw`\b(?:message|reason)\b`;
  const decides = new RegExp(
    String.raw`${text}\)?[?!]?\.(?:includes|startsWith|endsWith|match|search|indexOf)\(|\.(?:test|exec)\([\w.?]*${text}|${text} [!=]== ["'\`]`,
  );
  const found = sources.filter((source) => decides.test(source.text)).map(({ path }) => path);
  expect(found.filter((path) => !readers.has(path))).toStrictEqual([]);
});

test("directories import each other one way", () => {
  const edges = new Set(
    sources.flatMap(({ path, text }) => {
      const imported = [...text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, specifier = ""]) => specifier);
      return imported.map((specifier) => `${dirname(path)} ${dirname(join(dirname(path), specifier))}`);
    }),
  );
  const pairs = [...edges].flatMap((edge) => {
    const [from = "", to = ""] = edge.split(" ");
    return from < to && edges.has(`${to} ${from}`) ? [edge] : [];
  });
  expect(pairs).toStrictEqual([]);
});
