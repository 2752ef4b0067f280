import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { reportSchema } from "../conformance/report/report.ts";
import { runReportSchema } from "../conformance/report/run-report.ts";
import { test } from "./cli.fixture.ts";

const first = "canary/Token+one==";
const tokens = { ORGKIT_TOKEN: first, ORGKIT_TOKEN_B: "canary-token-two-5120" };
const aurora = { ORGKIT_TOKEN: "aurora-token-4f7a91", ORGKIT_TOKEN_B: "brightwater-token-c83d20" };
const everything = ["-s", "sub_k9p34y6n", "-s", "sub_3wd25rq4", "--allow-writes", "--dialect", "reference"];

async function listen(server: Server, scheme = "http"): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `${scheme}://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

test("without --allow-writes a target sees no method but GET", async ({ orgkit }) => {
  const methods = new Set<string>();
  const server = createServer((request, response) => {
    methods.add(request.method ?? "");
    response.end(JSON.stringify({ data: [{ id: 1 }], meta: { page: 1, total: 1 } }));
  });
  const url = await listen(server);
  await orgkit(["conform", url, "-s", "1", "-s", "2", "--dialect", "reference"], tokens);
  server.close();
  expect([...methods]).toEqual(["GET"]);
});

test("with everything on a conforming target is completely verified, by at most 160 requests and 2 users", async ({
  folder,
  mock,
  orgkit,
}) => {
  const { url } = await mock();
  const ended = await orgkit(["conform", url, ...everything, "--complete", "--out", "out"], aurora);
  expect(ended.out).toContain("✓ conforming: all 134 that arise here verified, of 144");
  expect(ended.code).toBe(0);
  const report = reportSchema.parse(JSON.parse(readFileSync(join(folder, "out/report.json"), "utf8")));
  expect(report.requests).toBeLessThanOrEqual(160);
  expect(report.created).toHaveLength(2);
  expect(report.created.every(({ sent }) => sent.includes(report.runId))).toBe(true);
  expect(readdirSync(join(folder, "out")).toSorted()).toEqual([
    "badge.svg",
    "junit.xml",
    "report.html",
    "report.json",
    "summary.md",
  ]);
  const less = await orgkit(["conform", url, "--complete"], aurora);
  expect(less.code).toBe(3);
  expect(less.out).toContain("To verify more, give --allow-writes");
});

test("two reports of one target differ in when, and in what was created, alone", async ({ folder, mock, orgkit }) => {
  const { url } = await mock();
  for (const out of ["one", "two"]) await orgkit(["conform", url, "-s", "sub_k9p34y6n", "--out", out], aurora);
  const [one, two] = ["one", "two"].map((out) => readFileSync(join(folder, out, "report.json"), "utf8").split("\n"));
  const different = one?.filter((line, index) => line !== two?.[index]).map((line) => line.trim().split(":")[0]);
  const expected = new Set(['"digest"', '"durationMs"', '"runId"', '"startedAt"', '"ms"']);
  expect(different?.filter((name) => !expected.has(name ?? ""))).toEqual([]);
});

test("a baseline tells what is new and what is fixed; verify tells an edited report", async ({
  folder,
  mock,
  orgkit,
}) => {
  const { url } = await mock();
  const server = createServer((_, response) => response.end('{"data":[],"meta":{"page":"1","total":0}}'));
  await orgkit(["conform", await listen(server), "--out", "before", "--level", "stated"], aurora);
  server.close();
  const ended = await orgkit(["conform", url, "--baseline", "before/report.json", "--level", "stated"], aurora);
  expect(ended.out).toContain("✓ fixed: ENV-04 listUsers");
  const path = join(folder, "before/report.json");
  expect(await orgkit(["verify", "before/report.json"])).toMatchObject({ code: 0 });
  writeFileSync(join(folder, "other.json"), "{}");
  const other = await orgkit(["verify", "other.json"]);
  expect(other.code).toBe(2);
  expect(other.err).toContain("it is not a report");
  writeFileSync(path, readFileSync(path, "utf8").replace('"non-conforming"', '"conforming"'));
  const edited = await orgkit(["verify", "before/report.json"]);
  expect(edited.code).toBe(1);
  expect(edited.out).toContain("✗ edited since it was made");
  expect(edited.out).toContain("✗ it says conforming, but its results make it non-conforming");
});

test("several targets make one report, and each its own", async ({ folder, mock, orgkit }) => {
  const [one, two] = [await mock(), await mock(["--dialect", "offset"])];
  const args = ["-t", `one=${one.url}`, "-t", `two=${two.url}`, "--level", "stated", "--out", "out"];
  const ended = await orgkit(["conform", ...args], { ...aurora, GITHUB_ACTIONS: "true" });
  expect(ended.code).toBe(0);
  expect(ended.out).toContain("where the targets differ and the document is silent");
  expect(ended.out).toContain("::warning");
  const run = runReportSchema.parse(JSON.parse(readFileSync(join(folder, "out/report.json"), "utf8")));
  expect(run.targets.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["one", "conforming"],
    ["two", "conforming"],
  ]);
  expect(readdirSync(join(folder, "out/two"))).toContain("report.html");
  for (const file of ["out/report.json", "out/two/report.json"]) {
    expect((await orgkit(["verify", file])).out).toContain("✓ not edited since it was made");
  }
});

test("targets.yaml gives each target its own token, dialect and ids", async ({ folder, mock, orgkit }) => {
  const { url } = await mock();
  writeFileSync(
    join(folder, "targets.yaml"),
    `targets:\n  staging: { baseUrl: "${url}", token: STAGING_TOKEN, dialect: reference, subscriptionId: [sub_k9p34y6n] }\n`,
  );
  const args = ["conform", "--targets", "targets.yaml"];
  expect((await orgkit(args)).err).toContain("STAGING_TOKEN: is not set");
  const ended = await orgkit(args, { STAGING_TOKEN: aurora.ORGKIT_TOKEN });
  expect(ended.code).toBe(0);
  expect(ended.out).toContain("$STAGING_TOKEN");
  expect(ended.out).toContain("Dialect         reference");
});

test("a private certificate authority is trusted where it is given, and any where that is said", async ({
  folder,
  orgkit,
}) => {
  const key = readFileSync(new URL("../conformance/strangers/test-only-localhost.key.pem", import.meta.url));
  const cert = readFileSync(new URL("../conformance/strangers/test-only-localhost.cert.pem", import.meta.url));
  const server = createTlsServer({ key, cert }, (_, response) =>
    response.end('{"data":[],"meta":{"page":1,"total":0}}'),
  );
  const url = await listen(server, "https");
  writeFileSync(join(folder, "ca.pem"), cert);
  const args = ["conform", url, "--grep", "ENV-0"];
  const stranger = await orgkit(args, tokens);
  expect(stranger).toMatchObject({ code: 3 });
  expect(stranger.err).toContain("TLS failed");
  expect(await orgkit([...args, "--ca", "ca.pem"], tokens)).toMatchObject({ code: 0 });
  const insecure = await orgkit([...args, "--insecure"], tokens);
  expect(insecure.code).toBe(0);
  expect(insecure.out).toContain("any is accepted (--insecure)");
  server.close();
});

test("explain tells of a requirement, and finds the one that was meant", async ({ orgkit }) => {
  const ended = await orgkit(["explain", "env-04"]);
  expect(ended).toMatchObject({ code: 0, err: "" });
  expect(ended.out).toContain("ENV-04  `meta.page` is an integer");
  expect((await orgkit(["explain"])).out.split("\n")).toHaveLength(78);
  expect((await orgkit(["explain", "ENV-44"])).err).toContain("did you mean ENV-04");
  expect((await orgkit(["explain", "createUser.unique"])).out).toContain("Checked by  DECL-23");
  expect(await orgkit(["explain", "latencyy"])).toMatchObject({ code: 2, err: expect.stringContaining("latency?") });
});
