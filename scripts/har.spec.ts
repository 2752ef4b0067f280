import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { reportSchema } from "../conformance/report/report.ts";
import { test } from "./cli.fixture.ts";

const token = "aurora-token-4f7a91";
const bearer = { authorization: `Bearer ${token}` };

/** A visit: lists, pages, a creation, and requests that fail. */
async function visit(url: string): Promise<void> {
  const json = { ...bearer, "content-type": "application/json" };
  const body = JSON.stringify({ email: "ada@new.example", name: "Ada Ångström", password: "hunter2-and-more" });
  const requests: readonly (readonly [path: string, init: RequestInit])[] = [
    ["/api/v1/users", { headers: bearer }],
    ["/api/v1/users?per_page=2&page=2", { headers: { ...bearer, cookie: "sid=s3cret-of-a-session" } }],
    ["/api/v1/invoices", { headers: bearer }],
    ["/api/v1/users", { headers: json, method: "POST", body }],
    ["/api/v1/users", {}],
    ["/login", {}],
  ];
  for (const [path, init] of requests) await (await fetch(url + path, init)).text();
}

const secrets = [token, "s3cret-of-a-session", "hunter2-and-more"];

test("the HAR files of a proxy and a mock are judged in every form of report, and contain no secret", async ({
  directory,
  mock,
  startProxy,
  orgkit,
}) => {
  const target = await mock();
  const { url, signal, ended } = await startProxy([target.url, "--har", "passed.har"]);
  await visit(url);
  signal("SIGINT");
  expect(await ended).toBe(0);
  const journal = await fetch(`${target.url}/_orgkit/journal.har`);
  writeFileSync(join(directory, "journal.har"), await journal.text());
  for (const file of ["passed.har", "journal.har"]) {
    const text = readFileSync(join(directory, file), "utf8");
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(JSON.parse(text)).toMatchObject({ log: { version: "1.2", creator: { name: "orgkit" } } });
    const judged = await orgkit(["conform", "--har", file, "--out", "reports"]);
    expect(judged).toMatchObject({ code: 0, err: "" });
    expect(judged.out).toMatch(/\? no violation in \d exchanges: \d+ of \d+ verified/);
    const report = reportSchema.parse(JSON.parse(readFileSync(join(directory, "reports", "report.json"), "utf8")));
    expect(report).toMatchObject({ verdict: "inconclusive", requests: 0, target: { baseUrl: target.url } });
    expect(report.command).toBe(`orgkit conform ${target.url} --har ${file}`);
    for (const name of ["report.html", "summary.md", "junit.xml", "badge.svg"]) {
      const form = readFileSync(join(directory, "reports", name), "utf8");
      expect(form).toContain("no violation");
      expect(form).not.toContain(">conforming");
      for (const secret of secrets) expect(form).not.toContain(secret);
    }
    expect(await orgkit(["conform", "--har", file, "--complete"])).toMatchObject({ code: 3 });
  }

  const broken = readFileSync(join(directory, "passed.har"), "utf8").replace(
    /\\"total\\":\d+/,
    '\\"total\\":\\"all\\"',
  );
  writeFileSync(join(directory, "broken.har"), broken);
  const failed = await orgkit(["conform", "--base-url", target.url, "--har", "passed.har", "broken.har"]);
  expect(failed).toMatchObject({ code: 1, err: "", out: expect.stringContaining("✗ ENV-05 listUsers") });
});
