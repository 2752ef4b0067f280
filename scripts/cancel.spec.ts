import { getEventListeners } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { execa } from "execa";
import { listen } from "../conformance/test-servers/serve.ts";
import type { Running } from "../conformance/test-servers/independent-server.ts";
import { cli, test as base } from "./cli.fixture.ts";
import { conform, learn } from "./index.ts";

const token = "canary-token-77f1";

interface Held extends Running {
  /** Resolves when a request is waiting. */
  readonly held: Promise<void>;
  readonly calls: () => number;
}

const test = base.extend<{ temporary: string; hold: (answered: number) => Promise<Held> }>({
  /** Temporary files are in a separate directory, so that the test sees what remains. */
  temporary: async ({ directory }, use) => {
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = directory;
    await use(directory);
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  },
  /** A target that responds to N requests, and never to others. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that one needs from the pattern
  hold: async ({}, use) => {
    const targets: Held[] = [];
    await use(async (answered) => {
      let calls = 0;
      const { promise: held, resolve } = Promise.withResolvers<void>();
      const server = createServer((_, response) => {
        calls += 1;
        if (calls <= answered) response.end('{"data":[],"meta":{"page":1,"total":0}}');
        else resolve();
      });
      const target = { ...(await listen(server)), held, calls: () => calls };
      targets.push(target);
      return target;
    });
    for (const target of targets) await target.stop();
  },
});

/** The target would delay a run for 15 s. Milliseconds. */
const atOnce = 14_000;

for (const [name, call] of Object.entries({ conform, learn })) {
  test(`${name} that is aborted in mid-run rejects at once with the reason, and leaves nothing behind`, async ({
    hold,
    temporary,
  }) => {
    const target = await hold(5);
    const stop = new AbortController();
    const reason = { why: "the build was cancelled" };
    const running = call({ baseUrl: target.baseUrl, token, signal: stop.signal });
    const ended = running.catch((error: unknown) => error);
    await target.held;

    const started = performance.now();
    stop.abort(reason);
    expect(await ended).toBe(reason);
    expect(performance.now() - started).toBeLessThan(atOnce);
    const sent = target.calls();
    expect(readdirSync(temporary)).toEqual([]);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
    await target.stop();
    expect(target.calls()).toBe(sent);
  });
}

test("what a callback throws ends the run", async ({ hold }) => {
  const { baseUrl } = await hold(Number.POSITIVE_INFINITY);
  const fault = new Error("the caller's own");
  const fail = (): never => {
    throw fault;
  };
  await expect(conform({ baseUrl, token, onExperiment: fail })).rejects.toBe(fault);
  await expect(learn({ baseUrl, token, onProgress: fail })).rejects.toBe(fault);
});

test("Ctrl+C ends a run of conform at once, and leaves nothing that looks like a report", async ({
  hold,
  temporary,
}) => {
  const target = await hold(5);
  const args = [cli, "conform", target.baseUrl, "--out", join(temporary, "out")];
  const child = execa(process.execPath, args, { cwd: temporary, env: { ORGKIT_TOKEN: token }, reject: false });
  await target.held;
  const started = performance.now();
  child.kill("SIGINT");
  expect(await child).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("Stopped.") });
  expect(performance.now() - started).toBeLessThan(atOnce);
  // A complete run would send 28.
  expect(target.calls()).toBeLessThan(12);
  expect(readdirSync(temporary, { recursive: true })).toEqual(["out"]);
});
