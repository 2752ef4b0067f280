import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inputErrorOf, openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { openJournal, removeJournal } from "./journal.ts";

const directory = openTemporaryDirectory();
const baseUrl = "https://target.example";

function line(method: string, status: number | undefined): string {
  const response = status === undefined ? {} : { response: { status, headers: {}, body: "", ms: 1 } };
  const exchange = { request: { method, url: `${baseUrl}/api/v1/users`, headers: {} }, ...response };
  return JSON.stringify({ call: { operation: "listUsers" }, exchange, requests: 1, waited: 0 });
}

test("responses are kept, inconclusive reads are repeated, and a creation never is", () => {
  const lines = [line("GET", 200), line("GET", 503), line("GET", undefined), line("GET", 429), line("POST", undefined)];
  const file = directory.write("kept.yaml.exchanges.jsonl", `${lines.join("\n")}\n{"call":{"oper`);
  expect(openJournal(file, baseUrl)).toBe(2);
  expect(readFileSync(file, "utf8")).toBe(`${line("GET", 200)}\n${line("POST", undefined)}\n`);
  removeJournal(file);
  expect(existsSync(file)).toBe(false);
});

test("without a journal nothing is kept", () => {
  expect(openJournal(join(directory.path, "new.yaml"), baseUrl)).toBe(0);
});

test.each([
  ["of another target", line("GET", 200), "https://other.example", "is of another target"],
  ["of the same host and another path", line("GET", 200), `${baseUrl}/api/v1/users/x`, "is of another target"],
  ["that is a file of another kind", "my notes", baseUrl, "not a journal"],
])("a journal %s is neither used nor changed", (_, text, url, problem) => {
  const file = directory.write("other.exchanges.jsonl", `${text}\n`);
  expect(inputErrorOf(() => openJournal(file, url), directory)).toContain(problem);
  expect(readFileSync(file, "utf8")).toBe(`${text}\n`);
});
