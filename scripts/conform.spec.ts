import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import { certificate } from "../fixtures/network/certificate.fixture.ts";
import { expect } from "@playwright/test";
import { usualRequests } from "../conformance/target/target.ts";
import { listen } from "../fixtures/network/listen.fixture.ts";
import { test, tokens, cli } from "./cli.fixture.ts";
import { getEventListeners } from "node:events";
import { execa } from "execa";
import { conform, learn } from "./index.ts";
import { openDialect } from "../fixtures/dialect/open.ts";

const page = '{"data":[],"meta":{"page":1,"total":0}}';

test("with all options, of which some stand in the config file, a conforming target is completely verified, with few requests, 4 users and no secret in any output", async ({
  directory,
  write,
  read,
  mock,
  orgkit,
  readReport,
}) => {
  const { url } = await mock();
  const { ORGKIT_TOKEN: token, ORGKIT_TOKEN_B: tokenB } = tokens;
  const given = { baseUrl: url, token, tokenB, id: ["subscription=sub_k9p34y6n", "subscription=sub_3wd25rq4"] };
  write({ "orgkit.config.json": JSON.stringify({ conform: given }), "tmp/.keep": "" });
  const args = ["conform", "--allow-writes", "--dialect", "reference", "--complete", "--out", "reports/today"];
  const ended = await orgkit(args, { TMPDIR: join(directory, "tmp") });
  expect(ended).toMatchObject({
    code: 0,
    out: expect.stringMatching(/✓ conforming: all \d+ that apply here verified/),
  });
  expect(readdirSync(join(directory, "tmp"))).toEqual([".keep"]);
  const { requests, created, runId } = readReport("reports/today");
  // What the dialect declares is asked in addition.
  expect(requests).toBeLessThanOrEqual(1.1 * usualRequests);
  expect(created.length).toBeLessThanOrEqual(4);
  expect(created.every(({ sent }) => sent.includes(runId))).toBe(true);
  const files = ["badge.svg", "junit.xml", "report.html", "report.json", "summary.md"];
  expect(readdirSync(join(directory, "reports/today")).toSorted()).toEqual(files);
  const texts = [ended.out, ended.err, ...files.map((file) => read(`reports/today/${file}`))].join();
  for (const secret of Object.values(tokens)) expect(texts).not.toContain(secret);
  const less = await orgkit(["conform", "--grep", "ENV-04", "--complete"]);
  expect(less).toMatchObject({ code: 3, out: expect.stringContaining("Not complete (--complete)") });
});

test("a baseline shows what is fixed; a run that cannot judge leaves no earlier verdict", async ({
  directory,
  mock,
  orgkit,
  read,
  readReport,
}) => {
  const { url, stop } = await mock();
  const broken = await listen(createServer((_, to) => to.end('{"data":[],"meta":{"page":"1","total":0}}')));
  await orgkit(["conform", broken.baseUrl, "--out", "before", "--grep", "ENV-04"], tokens);
  await broken.stop();
  const args = ["conform", url, "--baseline", "before/report.json", "--grep", "ENV-04", "--out", "out"];
  expect((await orgkit(args, tokens)).out).toContain("✓ fixed: ENV-04 listUsers");
  await stop();
  const problem: unknown = expect.stringContaining("cannot be reached");
  expect(await orgkit(args, tokens)).toMatchObject({ code: 3, err: problem });
  expect(readReport("out")).toMatchObject({ verdict: "inconclusive", complete: false, problem });
  for (const file of readdirSync(join(directory, "out"))) {
    expect(read(`out/${file}`), file).not.toMatch(/"conforming"|>conforming/);
  }
});

test("with a baseline, the report names the users that a restart lost, and does not blame the target", async ({
  mock,
  orgkit,
  readReport,
}) => {
  const { url, stop } = await mock();
  const args = ["conform", url, "--allow-writes", "--grep", "CREATE-01", "--patience", "1"];
  expect(await orgkit([...args, "--out", "before"], tokens)).toMatchObject({ code: 0 });
  const { created } = readReport("before");
  const accounts = created.map(({ listedFor }) => listedFor);
  const earlier = created.map(({ sent }) => sent).join();
  expect(new Set(accounts)).toStrictEqual(new Set(["first", "second"]));
  const again = [...args, "--baseline", "before/report.json"];
  expect(await orgkit(again, tokens)).toMatchObject({ code: 0 });
  await stop();
  await mock(["--port", new URL(url).port]);
  const { code, out } = await orgkit([...again, "--out", "after"], tokens);
  expect(code).toBe(0);
  const { removedSince = [] } = readReport("after");
  expect(removedSince).toHaveLength(accounts.length);
  for (const user of removedSince) {
    expect(earlier).toContain(user);
    expect(out).toMatch(new RegExp(`Since removed.*${user}`));
  }
});

test("--ca trusts a private certificate authority, --insecure any certificate, and --cert is the one of the client", async ({
  orgkit,
  write,
}) => {
  const { key, cert } = certificate;
  const { baseUrl, stop } = await listen(
    createTlsServer({ key, cert, ca: cert, requestCert: true, rejectUnauthorized: true }, (_, to) => to.end(page)),
    "https",
  );
  write({ "ca.pem": cert, "key.pem": key });
  const args = ["conform", baseUrl, "--grep", "ENV-0"];
  const client = { ...tokens, ORGKIT_CERT: "ca.pem", ORGKIT_KEY: "key.pem" };
  expect(await orgkit(args, client)).toMatchObject({ code: 3, err: expect.stringContaining("TLS failed") });
  const demand = /demands a client certificate. Give one with --cert FILE and --key FILE/;
  const trusting = [...args, "--ca", "ca.pem"];
  expect(await orgkit(trusting, tokens)).toMatchObject({ code: 3, err: expect.stringMatching(demand) });
  expect(await orgkit(trusting, client)).toMatchObject({ code: 0 });
  const insecure = await orgkit([...args, "--insecure"], client);
  expect(insecure).toMatchObject({ code: 0, out: expect.stringContaining("not verified (--insecure)") });
  await stop();
});

const token = "canary-token-77f1";

/** A target that responds to five requests and never to others. `stalled` resolves when a request is waiting. */
async function startStallingTarget() {
  let calls = 0;
  const { promise: stalled, resolve } = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    calls += 1;
    if (calls <= 5) response.end('{"data":[],"meta":{"page":1,"total":0}}');
    else resolve();
  });
  return { ...(await listen(server)), stalled, calls: () => calls };
}

/** Without an abort, the target would delay a run for longer. Milliseconds. */
const timeout = 14_000;

for (const [name, run] of Object.entries({ conform, learn })) {
  test(`${name} that is aborted rejects at once with the reason, and sends nothing more`, async () => {
    const target = await startStallingTarget();
    const abort = new AbortController();
    const reason = { why: "the build was cancelled" };
    const ended = run({ baseUrl: target.baseUrl, token, signal: abort.signal }).catch((error: unknown) => error);
    await target.stalled;
    const started = performance.now();
    abort.abort(reason);
    expect(await ended).toBe(reason);
    expect(performance.now() - started).toBeLessThan(timeout);
    expect(getEventListeners(abort.signal, "abort")).toEqual([]);
    const sent = target.calls();
    await target.stop();
    expect(target.calls()).toBe(sent);
  });
}

test("Ctrl+C ends a run of conform at once, and its report has what was judged", async ({ directory }) => {
  const target = await startStallingTarget();
  const args = [cli, "conform", target.baseUrl, "--out", join(directory, "out")];
  const child = execa(process.execPath, args, {
    cwd: directory,
    env: { ORGKIT_TOKEN: token, TMPDIR: directory },
    reject: false,
  });
  await target.stalled;
  const started = performance.now();
  child.kill("SIGINT");
  expect(await child).toMatchObject({ exitCode: 3, stdout: expect.stringContaining("it was interrupted") });
  expect(performance.now() - started).toBeLessThan(timeout);
  const report: unknown = JSON.parse(readFileSync(join(directory, "out", "report.json"), "utf8"));
  expect(report).toMatchObject({ verdict: "inconclusive", runId: expect.stringMatching(/^orgkit/) });
  await target.stop();
});

const environment = { ...tokens, ORGKIT_TOKEN_EXPIRED: "aurora-expired-0b2c" };

test("a dialect is learned over HTTP, and its file loads and has no secret", async ({
  orgkit,
  mock,
  directory,
  read,
}) => {
  const { url } = await mock(["--dialect", "offset"]);
  const { code, out, err } = await orgkit(["learn", url, "--allow-writes"], environment);
  expect(code).toBe(0);
  expect(await openDialect(join(directory, "dialect.yaml"))).toMatchObject({
    errors: (await openDialect("offset")).errors,
    createUser: { unique: ["email"] },
    paging: { users: { style: "offset" } },
  });
  const texts = [out, err, read("dialect.yaml")].join("\n");
  for (const secret of Object.values(environment)) expect(texts).not.toContain(secret);
});

test("a target that dies in the middle ends the run with exit 3, and nothing is written", async ({
  orgkit,
  directory,
}) => {
  let calls = 0;
  const target = createServer(({ socket }, response) => {
    calls += 1;
    if (calls >= 20) socket.destroy();
    else response.end('{"data":[],"meta":{"page":1,"total":0}}');
  });
  const { baseUrl, stop } = await listen(target);
  const ended = await orgkit(["learn", baseUrl, "--out", "part.yaml"], environment);
  expect(ended).toMatchObject({ code: 3, err: expect.stringContaining("stopped responding after") });
  expect(readdirSync(directory)).toEqual([]);
  await stop();
});
