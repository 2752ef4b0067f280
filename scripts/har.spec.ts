import { expect } from "@playwright/test";
import { bearer, test, token } from "./cli.fixture.ts";

const json = JSON.stringify({ email: "ada@new.example", name: "Ada Ångström", password: "hunter2-and-more" });
const cookie = "sid=s3cret-of-a-session";
const secrets = new RegExp(`${token}|s3cret-of-a-session|hunter2-and-more`);

test("the HAR files of a proxy and a mock are judged in every form of report, and contain no secret", async ({
  write,
  read,
  readReport,
  mock,
  startProxy,
  orgkit,
}) => {
  const target = await mock();
  const { url, signal, ended } = await startProxy([target.url, "--har", "passed.har"]);
  for (const init of [{ headers: { ...bearer, cookie } }, { method: "POST", headers: bearer, body: json }, {}]) {
    await (await fetch(`${url}/api/v1/users`, init)).text();
  }
  await (await fetch(`${url}/login`)).text();
  signal("SIGINT");
  expect(await ended).toBe(0);
  const journal = await fetch(`${target.url}/_orgkit/journal.har`);
  write({ "journal.har": await journal.text() });
  for (const file of ["passed.har", "journal.har"]) {
    expect(read(file)).not.toMatch(secrets);
    expect(JSON.parse(read(file))).toMatchObject({ log: { version: "1.2", creator: { name: "orgkit" } } });
    const judged = await orgkit(["conform", "--har", file, "--out", "reports"]);
    const out: unknown = expect.stringMatching(/\? no violation in \d exchanges: \d+ of \d+ verified/);
    expect(judged).toMatchObject({ code: 0, err: "", out });
    const command = `orgkit conform ${target.url} --har ${file}`;
    expect(readReport("reports")).toMatchObject({ verdict: "inconclusive", requests: 0, command });
    for (const form of ["report.html", "summary.md", "junit.xml", "badge.svg"].map((name) => read(`reports/${name}`))) {
      expect(form).toContain("no violation");
      expect(form).not.toContain(">conforming");
      expect(form).not.toMatch(secrets);
    }
    expect(await orgkit(["conform", "--har", file, "--complete"])).toMatchObject({ code: 3 });
  }

  write({ "broken.har": read("passed.har").replace(/\\"total\\":\d+/, '\\"total\\":\\"all\\"') });
  const failed = await orgkit(["conform", "--base-url", target.url, "--har", "passed.har", "broken.har"]);
  expect(failed).toMatchObject({ code: 1, err: "", out: expect.stringContaining("✗ ENV-05 listUsers") });
});
