import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { execa } from "execa";
import getPort from "get-port";
import pidusage from "pidusage";
import { Pool } from "undici";
import type { Figures } from "./report.ts";

/** A server to measure, and how to send requests to it. */
export interface Server {
  readonly name: string;
  readonly token: string;
  /** The path for listing and creating users. */
  readonly users: string;
  /** The query parameters for page number and size. */
  readonly paging: readonly [page: string, size: string];
  /**
   * @param directory an empty one, for its files
   * @returns the program and its arguments
   */
  readonly launch: (port: number, directory: string) => readonly string[];
}

export interface RunningServer extends AsyncDisposable {
  readonly server: Server;
  /** Its base URL. */
  readonly url: string;
  /** From the start of the process to the first page of users. */
  readonly startMs: number;
  /** Current memory in bytes, and CPU time so far in milliseconds. */
  readonly usage: () => Promise<{ readonly memory: number; readonly ctime: number }>;
}

/** The page size, on all servers. */
export const pageSize = 20;

/** The path of a page of users; the first is 1. */
function pagePath({ users, paging: [page, size] }: Server, number: number): string {
  return `${users}?${page}=${number}&${size}=${pageSize}`;
}

function temporaryDirectory() {
  return mkdtempDisposableSync(join(tmpdir(), "orgkit-bench-"));
}

/**
 * Starts a server on a free port, and waits for its first page of users.
 * @throws Error if it exits, or does not respond within two minutes
 */
export async function startServer(server: Server): Promise<RunningServer> {
  const directory = temporaryDirectory();
  const port = await getPort({ host: "127.0.0.1" });
  const url = `http://127.0.0.1:${port}`;
  const [program = "", ...args] = server.launch(port, directory.path);
  const started = performance.now();
  const child = execa(program, args, { cwd: directory.path, stdio: ["ignore", "ignore", "pipe"], reject: false });
  const stop = async (): Promise<void> => {
    child.kill();
    await child;
    directory.remove();
  };
  const headers = headersFor(server);
  const answers = (): Promise<boolean> =>
    fetch(`${url}${pagePath(server, 1)}`, { headers }).then(
      async (response) => (await response.text()) !== "" && response.ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null || child.pid === undefined || performance.now() - started > 120_000) {
      await stop();
      throw new Error(`${server.name} does not answer: ${(await child).message}`);
    }
    await passed(2);
  }
  return {
    server,
    url,
    startMs: performance.now() - started,
    usage: () => pidusage(child.pid ?? 0),
    [Symbol.asyncDispose]: stop,
  };
}

/** The cost of the start, right after the first page. */
export async function startOf({ startMs, usage }: RunningServer): Promise<Figures> {
  const { memory, ctime } = await usage();
  return { "start ms": startMs, "start CPU ms": ctime, "memory MB": memory / 1e6 };
}

/** A request that is sent again and again, with a new body each time if it has one. */
export interface BenchRequest {
  readonly path: string;
  readonly newBody?: () => string;
}

const connections = 32;

function headersFor({ token }: Server) {
  return { authorization: `Bearer ${token}`, "content-type": "application/json" };
}

/**
 * Sends requests over 32 connections, each as soon as the previous one has its response; then half as many a second.
 * @returns requests a second, the server's CPU time per request, and the latency at half of that load
 * @throws Error if a response is not 2xx, since that would measure something else
 */
export async function measureLoad(
  name: string,
  running: RunningServer,
  requests: readonly BenchRequest[],
  seconds: number,
): Promise<Figures> {
  const { server, url, usage } = running;
  const fire = async () => {
    const result = await autocannon({
      url,
      headers: headersFor(server),
      requests: requests.map(({ path, newBody }) =>
        newBody === undefined
          ? { path }
          : { path, method: "POST", setupRequest: (request) => ({ ...request, body: newBody() }) },
      ),
      duration: seconds,
      connections,
    });
    const { "2xx": successes, non2xx, errors } = result;
    if (non2xx + errors === 0) return result;
    throw new Error(`${server.name}, ${name}: ${successes} successes, ${non2xx} other responses, ${errors} errors`);
  };
  // Servers need some seconds to reach full speed.
  await fire();
  const before = await usage();
  const { requests: sent, duration } = await fire();
  const micros = ((await usage()).ctime - before.ctime) * 1000;
  const rate = sent.total / duration;
  const p99 = await measureLatency(running, requests, rate / 2, seconds);
  return { [`${name}/s`]: rate, [`${name} µs`]: micros / sent.total, [`${name} p99 ms`]: p99 };
}

/**
 * Sends requests at a rate, whether or not earlier ones have their response.
 * @returns the latency that 99 % of them do not exceed, in milliseconds
 */
async function measureLatency(
  { server, url }: RunningServer,
  requests: readonly BenchRequest[],
  rate: number,
  seconds: number,
): Promise<number> {
  const pool = new Pool(url, { connections });
  const latencies: number[] = [];
  const send = async ({ path, newBody }: BenchRequest): Promise<void> => {
    const sentAt = performance.now();
    const body = newBody?.() ?? null;
    const method = body === null ? "GET" : "POST";
    const response = await pool.request({ path, method, headers: headersFor(server), body });
    await response.body.dump();
    latencies.push(performance.now() - sentAt);
  };
  const started = performance.now();
  const all: Promise<void>[] = [];
  while (performance.now() - started < seconds * 1000) {
    const due = ((performance.now() - started) / 1000) * rate;
    while (all.length < due) {
      const request = requests[all.length % requests.length];
      if (request !== undefined) all.push(send(request));
    }
    await passed(1);
  }
  await Promise.all(all);
  await pool.close();
  return latencies.toSorted((one, other) => one - other)[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
}

/** Pages of users, in turn. */
export function pages(server: Server, from: number, count: number): readonly BenchRequest[] {
  return Array.from({ length: count }, (_, index) => ({ path: pagePath(server, from + index) }));
}

let created = 0;

/** Creations of users that do not exist yet. */
export function creations({ users }: Server): readonly BenchRequest[] {
  const newBody = (): string => {
    created += 1;
    return JSON.stringify({ email: `load-${created}@bench.example`, name: "Load Test", role: "member" });
  };
  return [{ path: users, newBody }];
}

/** Checks that a page has the right users, so that no wrong response is measured. */
export async function checkPage({ server, url }: RunningServer, page: number, users: readonly { id?: unknown }[]) {
  const headers = headersFor(server);
  const text = await (await fetch(`${url}${pagePath(server, page)}`, { headers })).text();
  const missing = users.filter(({ id }) => !text.includes(`"${String(id)}"`));
  if (missing.length > 0) throw new Error(`${server.name}: page ${page} lacks ${missing.length} of its users`);
}

/** A template as JSON, with texts that are names replaced by their values. */
export function fill(template: unknown, values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`"${name}"`, () => JSON.stringify(value)),
    JSON.stringify(template),
  );
}

const peers = fileURLToPath(new URL("peers", import.meta.url));

/** A file of a package that is installed in `peers/`. */
export function peerFile(file: string): string {
  return join(peers, "node_modules", file);
}

/** Installs the packages of `peers/`, from their lock file and without their scripts. */
export async function installPeers(): Promise<void> {
  await execa("npm", ["install", "--prefix", peers, "--ignore-scripts", "--no-save", "--no-audit", "--no-fund"]);
}
