import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { reportSchema, type Report } from "../conformance/report/report.ts";
import { usualRequests } from "../conformance/target/target.ts";
import { listen } from "../conformance/test-servers/serve.ts";
import { test } from "./cli.fixture.ts";

const aurora = { ORGKIT_TOKEN: "aurora-token-4f7a91", ORGKIT_TOKEN_B: "brightwater-token-c83d20" };
const known = ["--id", "subscription=sub_k9p34y6n", "--id", "subscription=sub_3wd25rq4"];

function readReport(...path: readonly string[]): Report {
  return reportSchema.parse(JSON.parse(readFileSync(join(...path), "utf8")));
}

test("without --allow-writes, a target gets only read methods", async ({ orgkit }) => {
  const methods = new Set<string>();
  const server = createServer((request, response) => {
    methods.add(request.method ?? "");
    response.end(JSON.stringify({ data: [{ id: 1 }], meta: { page: 1, total: 1 } }));
  });
  const { baseUrl, stop } = await listen(server);
  const args = ["conform", baseUrl, "-s", "1", "-s", "2", "--dialect", "reference"];
  const { out } = await orgkit(args, { ...aurora, ORGKIT_ALLOW_WRITES: "0" });
  await stop();
  expect([...methods].filter((method) => !["GET", "HEAD", "OPTIONS"].includes(method))).toEqual([]);
  expect(out).toContain("writes are off");
});

test("with all options a conforming target is completely verified, with few requests and 4 users", async ({
  directory,
  mock,
  orgkit,
}) => {
  const { url } = await mock();
  const ended = await orgkit(
    ["conform", url, ...known, "--allow-writes", "--dialect", "reference", "--complete", "--out", "out"],
    aurora,
  );
  expect(ended.out).toMatch(/✓ conforming: all \d+ that apply here verified, of \d+/);
  expect(ended.code).toBe(0);
  const report = readReport(directory, "out/report.json");
  // What a dialect declares is asked in addition.
  expect(report.requests).toBeLessThanOrEqual(1.05 * usualRequests);
  expect(report.created.length).toBeLessThanOrEqual(4);
  expect(report.created.every(({ sent }) => sent.includes(report.runId))).toBe(true);
  const files = ["badge.svg", "junit.xml", "report.html", "report.json", "summary.md"];
  expect(readdirSync(join(directory, "out")).toSorted()).toEqual(files);
  const less = await orgkit(["conform", url, "--complete"], aurora);
  expect(less).toMatchObject({ code: 3, out: expect.stringContaining("Not complete (--complete)") });
});

test("a baseline shows what is fixed; a run that cannot judge leaves no earlier verdict", async ({
  directory,
  mock,
  orgkit,
}) => {
  const { url, stop } = await mock();
  const broken = await listen(createServer((_, to) => to.end('{"data":[],"meta":{"page":"1","total":0}}')));
  await orgkit(["conform", broken.baseUrl, "--out", "before", "--level", "stated"], aurora);
  await broken.stop();
  const args = ["conform", url, "--baseline", "before/report.json", "--level", "stated", "--out", "out"];
  expect((await orgkit(args, aurora)).out).toContain("✓ fixed: ENV-04 listUsers");
  await stop();
  expect(await orgkit(args, aurora)).toMatchObject({ code: 3, err: expect.stringContaining("cannot be reached") });
  const report = readReport(directory, "out/report.json");
  expect(report).toMatchObject({ verdict: "inconclusive", complete: false });
  expect(report.problem).toContain("cannot be reached");
  for (const file of readdirSync(join(directory, "out"))) {
    expect(readFileSync(join(directory, "out", file), "utf8"), file).not.toMatch(/"conforming"|>conforming/);
  }
});

test("with a baseline, users that a restart lost fail CREATE-01", async ({ directory, mock, orgkit }) => {
  const { url, stop } = await mock(["--port", "0"]);
  const judge = (...args: readonly string[]) =>
    orgkit(["conform", url, "--allow-writes", "--grep", "CREATE-01", ...args], aurora);
  expect(await judge("--out", "before")).toMatchObject({ code: 0 });
  const { created } = readReport(directory, "before/report.json");
  expect(new Set(created.map(({ listedFor }) => listedFor))).toStrictEqual(new Set(["first", "second"]));
  const baseline = ["--baseline", "before/report.json"];
  expect(await judge(...baseline)).toMatchObject({ code: 0 });
  await stop();
  await mock(["--port", new URL(url).port]);
  const lost = await judge(...baseline);
  expect(lost.code).toBe(1);
  expect(lost.out).toMatch(/✗ CREATE-01 createUser[\s\S]*was listed at its end, and is gone/);
});

test("--ca trusts a private certificate authority, --insecure any certificate", async ({ directory, orgkit }) => {
  const [key, cert] = ["key", "cert"].map((part) =>
    readFileSync(new URL(`../conformance/test-servers/test-only-localhost.${part}.pem`, import.meta.url), "utf8"),
  );
  const server = createTlsServer({ key, cert }, (_, to) => to.end('{"data":[],"meta":{"page":1,"total":0}}'));
  const { baseUrl, stop } = await listen(server, "https");
  writeFileSync(join(directory, "ca.pem"), cert ?? "");
  const args = ["conform", baseUrl, "--grep", "ENV-0"];
  expect(await orgkit(args, aurora)).toMatchObject({ code: 3, err: expect.stringContaining("TLS failed") });
  expect(await orgkit([...args, "--ca", "ca.pem"], aurora)).toMatchObject({ code: 0 });
  const insecure = await orgkit([...args, "--insecure"], aurora);
  expect(insecure).toMatchObject({ code: 0, out: expect.stringContaining("not verified (--insecure)") });
  await stop();
});
