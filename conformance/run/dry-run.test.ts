import { expect, test } from "vitest";
import { listRequests } from "./dry-run.ts";
import { readConformOptions } from "./conform.ts";

const token = "token-of-a-dry-run";

/** What a run would send to a target that nobody can reach. */
async function list(grep?: string) {
  const ids = { subscription: ["s-1", "s-2"] };
  return listRequests(
    await readConformOptions({ baseUrl: "http://127.0.0.1:1/x", token, ids, allowWrites: true, grep }),
  );
}

test("a dry run lists all requests in their order, without tokens, and sends nothing", async () => {
  const { lines, requests, report } = await list();
  expect(report.results.filter(({ status }) => status === "failed")).toEqual([]);
  expect(lines[0]).toMatch(/^ {2}\d+ × GET \/api\/v1\/users$/);
  expect(lines.reduce((sum, line) => sum + Number.parseInt(line, 10), 0)).toBe(requests);
  expect(lines.findIndex((line) => line.includes("POST"))).toBeGreaterThan(lines.length / 2);
  const text = lines.join("\n");
  for (const part of ["unknown token", "/subscriptions/s-2", "OPTIONS", "?"]) expect(text).toContain(part);
  expect(text).not.toContain(token);
});

test("a dry run of one requirement lists what it needs, and what it cannot verify", async () => {
  const { lines, report } = await list("SCOPE-01");
  expect(lines.length).toBeGreaterThan(10);
  expect(report.results).toMatchObject([{ status: "skipped", reason: expect.stringContaining("second account") }]);
});
