import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as wait } from "node:timers/promises";
import autocannon, { type Request } from "autocannon";
import { execa } from "execa";
import getPort from "get-port";
import pidusage from "pidusage";
import { crowdWorld } from "../../fixtures/worlds/crowd.ts";

/** Figures of one round, by name with unit. */
export type Figures = Readonly<Record<string, number>>;

/** The command of a server on a port. @param directory an empty one, for its files */
type ServerCommand = (port: number, directory: string) => readonly string[];

const [account] = (await crowdWorld(1000, 1)).accounts;
const token = account?.tokens[0]?.token ?? "";
const users = account?.users ?? [];
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

/** The published `orgkit mock`. @param checkout with its `dist` */
export function orgkitCommand(checkout: string, ...options: readonly string[]): ServerCommand {
  const program = join(checkout, "dist/lib/orgkit.mjs");
  return (port) => [program, "mock", "--port", String(port), "--world", "crowd:1000", "--quiet", ...options];
}

export const bareCommand: ServerCommand = (port, directory) => {
  const data = join(directory, "data.json");
  writeFileSync(data, JSON.stringify({ token, users }));
  return [fileURLToPath(new URL("projects/bare-server.mjs", import.meta.url)), String(port), data];
};

const pageSize = 20;
const pages: readonly Request[] = Array.from({ length: users.length / pageSize }, (_, index) => ({
  path: `/api/v1/users?page=${index + 1}&per_page=${pageSize}`,
}));

let created = 0;
const creation: Request = {
  path: "/api/v1/users",
  method: "POST",
  setupRequest: (request) => {
    created += 1;
    return { ...request, body: JSON.stringify({ email: `load-${created}@bench.example`, name: "Load Test" }) };
  },
};

/**
 * Starts a server, measures its start and its load, and stops it.
 * @param seconds of each load; 0 for the start alone
 * @throws Error if it does not start, or if a response is not 2xx, since that would measure something else
 */
export async function measureServer(command: ServerCommand, seconds: number): Promise<Figures> {
  using directory = mkdtempDisposableSync(join(tmpdir(), "orgkit-bench-"));
  const port = await getPort({ host: "127.0.0.1" });
  const url = `http://127.0.0.1:${port}`;
  const child = execa(process.execPath, command(port, directory.path), {
    stdio: ["ignore", "ignore", "inherit"],
    reject: false,
  });
  const usage = () => pidusage(child.pid ?? 0);
  const startedAt = performance.now();
  try {
    while (!(await hasFirstPage(url))) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      await wait(2);
    }
    const { memory, ctime } = await usage();
    const startMs = performance.now() - startedAt;
    if (seconds === 0) return { "start ms": startMs, "memory MB": memory / 1e6 };
    return {
      "start CPU ms": ctime,
      "memory MB": memory / 1e6,
      ...(await measureLoad("listUsers", pages)),
      ...(await measureLoad("createUser", [creation])),
    };
  } finally {
    child.kill();
    await child;
  }

  /** The CPU time of a request at full load, which other programs do not change; and the latency at half of it. */
  async function measureLoad(name: string, requests: readonly Request[]): Promise<Figures> {
    const options = { url, headers, requests: [...requests], connections: 32, duration: seconds };
    // Servers need some seconds to reach full speed.
    await autocannon(options);
    const before = (await usage()).ctime;
    const { "2xx": successes, non2xx, errors, duration } = await autocannon(options);
    if (non2xx + errors > 0) throw new Error(`${non2xx} responses are not 2xx, and ${errors} requests failed`);
    const micros = (((await usage()).ctime - before) * 1000) / successes;
    const overallRate = Math.ceil(successes / duration / 2);
    const { latency } = await autocannon({ ...options, overallRate });
    return { [`${name} µs`]: micros, [`${name} p99 ms`]: latency.p99 };
  }
}

async function hasFirstPage(url: string): Promise<boolean> {
  try {
    const { data }: { data: readonly unknown[] } = await (await fetch(`${url}${pages[0]?.path}`, { headers })).json();
    return data.length === pageSize;
  } catch {
    return false;
  }
}
