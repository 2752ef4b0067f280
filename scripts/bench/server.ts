import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import autocannon, { type Request } from "autocannon";
import { execa } from "execa";
import getPort from "get-port";
import pidusage from "pidusage";
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
  const headers = { authorization: `Bearer ${server.token}` };
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

/**
 * Sends requests over 32 connections, each as soon as the previous one has its response.
 * @returns requests a second, and the server's CPU time per request
 * @throws Error if a response is not 2xx, since that would measure something else
 */
export async function measureLoad(
  name: string,
  { server, url, usage }: RunningServer,
  requests: Request[],
  seconds: number,
): Promise<Figures> {
  const fire = async (duration: number) => {
    const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
    const result = await autocannon({ url, headers, requests, duration, connections: 32 });
    const { "2xx": successes, non2xx, errors } = result;
    if (non2xx + errors === 0) return result;
    throw new Error(`${server.name}, ${name}: ${successes} successes, ${non2xx} other responses, ${errors} errors`);
  };
  // Servers need some seconds to reach full speed.
  await fire(seconds);
  const before = await usage();
  const { requests: sent, duration } = await fire(seconds);
  const micros = ((await usage()).ctime - before.ctime) * 1000;
  return { [`${name}/s`]: sent.total / duration, [`${name} µs`]: micros / sent.total };
}

/** Pages of users, in turn. */
export function pages(server: Server, from: number, count: number): Request[] {
  return Array.from({ length: count }, (_, index) => ({ path: pagePath(server, from + index) }));
}

let created = 0;

/** A user that does not exist yet. */
function newUser(): string {
  created += 1;
  return JSON.stringify({ email: `load-${created}@bench.example`, name: "Load Test", role: "member" });
}

export function creations({ users }: Server): Request[] {
  return [{ method: "POST", path: users, setupRequest: (request) => ({ ...request, body: newUser() }) }];
}

/** Checks that a page has the right users, so that no wrong response is measured. */
export async function checkPage({ server, url }: RunningServer, page: number, users: readonly { id?: unknown }[]) {
  const headers = { authorization: `Bearer ${server.token}` };
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
