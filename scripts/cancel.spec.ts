import { spawn } from "node:child_process";
import { getEventListeners, once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { listen } from "../conformance/strangers/serve.ts";
import type { Running } from "../conformance/strangers/stranger.ts";
import { test as base } from "./cli.fixture.ts";
import { conform, diff, learn } from "./index.ts";

const token = "canary-token-77f1";
const empty = '{"data":[],"meta":{"page":1,"total":0}}';

/** `test` whose temporary files lie in a folder of its own, so that one can see what is left of them. */
const test = base.extend<{ temporary: string }>({
  temporary: async ({ folder }, use) => {
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = folder;
    await use(folder);
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  },
});

/** Playwright keeps a cache of its own there. */
function leftIn(temporary: string): readonly string[] {
  return readdirSync(temporary).filter((name) => !name.startsWith("playwright"));
}

interface Held extends Running {
  /** Resolves once a call is held. */
  readonly held: Promise<void>;
  readonly calls: () => number;
}

/** A target that answers so many calls, and holds all others for ever. */
async function startHolding(answered: number): Promise<Held> {
  let calls = 0;
  const { promise: held, resolve } = Promise.withResolvers<void>();
  const answer: RequestListener = (_, response) => {
    calls += 1;
    if (calls <= answered) response.end(empty);
    else resolve();
  };
  return { ...(await listen(createServer(answer))), held, calls: () => calls };
}

for (const [name, call] of Object.entries({ conform, learn })) {
  test(`${name} that is aborted in mid-run rejects at once with the reason, and leaves nothing behind`, async ({
    temporary,
  }) => {
    const target = await startHolding(5);
    const stop = new AbortController();
    const reason = { why: "the build was cancelled" };
    const running = call({ baseUrl: target.baseUrl, token, signal: stop.signal });
    const ended = running.catch((error: unknown) => error);
    await target.held;

    const started = performance.now();
    stop.abort(reason);
    expect(await ended).toBe(reason);
    // The target would keep it waiting for 15 s.
    expect(performance.now() - started).toBeLessThan(14_000);
    const sent = target.calls();
    expect(leftIn(temporary)).toEqual([]);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
    await target.stop();
    expect(target.calls()).toBe(sent);
  });
}

test("diff that is aborted in mid-run rejects with the reason", async ({ temporary }) => {
  const target = await startHolding(5);
  const stop = new AbortController();
  const running = diff({ baseUrl: target.baseUrl, token }, "reference", { signal: stop.signal });
  const ended = running.catch((error: unknown) => error);
  await target.held;
  stop.abort("enough");
  expect(await ended).toBe("enough");
  expect(leftIn(temporary)).toEqual([]);
  await target.stop();
});

test("what a callback throws ends the run", async () => {
  const target = await startHolding(Number.POSITIVE_INFINITY);
  const { baseUrl } = target;
  const fault = new Error("the caller's own");
  const fail = (): never => {
    throw fault;
  };
  await expect(conform({ baseUrl, token, onResult: fail })).rejects.toBe(fault);
  await expect(learn({ baseUrl, token, onProgress: fail })).rejects.toBe(fault);
  await target.stop();
});

test("learn with a journal goes on where it was stopped", async ({ folder }) => {
  const journal = join(folder, "exchanges.jsonl");
  const stop = new AbortController();
  const first = await startHolding(8);
  const { port } = new URL(first.baseUrl);
  const ended = learn({ baseUrl: first.baseUrl, token, journal, signal: stop.signal }).catch(() => "stopped");
  await first.held;
  stop.abort();
  expect(await ended).toBe("stopped");
  await first.stop();
  expect(readFileSync(journal, "utf8")).not.toContain(token);

  let calls = 0;
  const again = createServer((_, response) => {
    calls += 1;
    response.end(empty);
  });
  again.listen(Number(port), "127.0.0.1");
  await once(again, "listening");
  const kept: number[] = [];
  const learned = await learn({
    baseUrl: first.baseUrl,
    token,
    journal,
    onProgress: (progress) => void kept.push(progress.kept),
  });
  again.close();
  expect(kept[0]).toBe(8);
  expect(learned.requests).toBe(8 + calls);
  expect(existsSync(journal)).toBe(true);
});

test("Ctrl+C ends a run of conform at once, and leaves nothing behind", async ({ temporary }) => {
  const target = await startHolding(5);
  const cli = new URL("cli.ts", import.meta.url).pathname;
  const args = [cli, "conform", target.baseUrl, "--out", join(temporary, "out")];
  const child = spawn(process.execPath, args, { cwd: temporary, env: { ...process.env, ORGKIT_TOKEN: token } });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(child, "close");
  await target.held;
  const started = performance.now();
  child.kill("SIGINT");
  expect(await ended).toEqual([3, null]);
  // The target would keep it waiting for 15 s.
  expect(performance.now() - started).toBeLessThan(14_000);
  expect(said).toContain("Stopped.");
  // The whole run would send 28.
  expect(target.calls()).toBeLessThan(12);
  expect(leftIn(temporary)).toEqual(["out"]);
  await target.stop();
});
