import { getEventListeners } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { execa } from "execa";
import { listen } from "../fixtures/network/listen.fixture.ts";
import { cli, test } from "./cli.fixture.ts";
import { conform, learn } from "./index.ts";

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
