import { expect, test } from "vitest";
import { suiteLineSchema } from "./run.ts";

const facts = {
  index: 0,
  name: "staging",
  baseUrl: "https://x.example",
  dialect: null,
  runId: "orgkit12ab34",
  startedAt: "2026-11-22T10:00:00.000Z",
  durationMs: 1,
  requests: 1,
  waitedMs: 0,
  created: [],
};
const finding = { id: "ENV-01", operation: "listUsers", status: "passed", message: "", evidence: [] };

function isTaken(changed: Partial<Record<keyof typeof facts, unknown>>, id = "ENV-01"): boolean {
  const attachment = { facts: { ...facts, ...changed }, exchanges: [], findings: [{ ...finding, id }] };
  return suiteLineSchema.safeParse({ attachment }).success;
}

test("what the suite or a blob report tells is taken only where it is what it must be", () => {
  expect(isTaken({})).toBe(true);
  for (const name of ["..", ".", "../x", "a/b", "a\\b", "", "a\u001B[31m", "a\n::error::"]) {
    expect([name, isTaken({ name })]).toStrictEqual([name, false]);
  }
  expect(isTaken({ baseUrl: "https://x.example/\u001B[31m" })).toBe(false);
  expect(isTaken({ baseUrl: "javascript:alert(1)" })).toBe(false);
  expect(isTaken({ runId: "x\n::error::" })).toBe(false);
  expect(isTaken({}, "ENV-99")).toBe(false);
});
