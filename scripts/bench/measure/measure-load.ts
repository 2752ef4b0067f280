import { cpus } from "node:os";
import { runLoad } from "../load/run-load.ts";
import type { Load } from "../load/request.ts";
import type { StartedServer } from "../servers/start-server.ts";
import { processUse } from "./process-tree.ts";
import { median, quantile } from "./statistics.ts";

/** One window of load on one server. */
export interface Measurement {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time the server took for a call; not where the system does not tell. Microseconds. */
  readonly cpuMicros?: number;
  /** Processors the server kept busy: at about 1 or more it was the server that set the pace. */
  readonly serverBusy?: number;
  /** Processors the load kept busy. */
  readonly clientBusy: number;
  /** Processors that all other programs kept busy: they disturb. Not where the system does not tell. */
  readonly othersBusy?: number;
}

export interface Window {
  readonly load: Load;
  readonly seconds: number;
  /** Before what is measured; what the server needs, by default. */
  readonly warmUpSeconds?: number;
  /** Calls a second; as many as the server can take, by default. */
  readonly rate?: number | undefined;
}

/** More than this of a processor, and a window counts as disturbed. */
const quiet = 0.1;
const mostTries = 3;

/**
 * Puts a load on a server, and reads what it cost both sides. Where other programs disturbed it, it measures again,
 * up to three times in all, and the least disturbed window counts, fast or slow.
 */
export async function measureLoad(server: StartedServer, window: Window): Promise<Measurement> {
  let best = await measureOnce(server, window);
  for (let tries = 1; tries < mostTries && disturbance(best) > quiet; tries += 1) {
    const again = await measureOnce(server, { ...window, warmUpSeconds: 0.2 });
    if (disturbance(again) < disturbance(best)) best = again;
  }
  return best;
}

/** Whether other programs took so much of the machine, in most of these windows, that speeds say little. */
export function isDisturbed(windows: readonly Measurement[]): boolean {
  return median(windows.map(disturbance)) > quiet;
}

function disturbance({ othersBusy = 0 }: Measurement): number {
  return othersBusy;
}

async function measureOnce(server: StartedServer, window: Window): Promise<Measurement> {
  const { warmUpSeconds = 1, isParallel = false } = server.contender;
  const edges: Edge[] = [];
  const { elapsedMs, latenciesMs } = await runLoad({
    port: server.port,
    load: window.load,
    warmUpMs: (window.warmUpSeconds ?? warmUpSeconds) * 1000,
    durationMs: window.seconds * 1000,
    rate: window.rate,
    staysAwake: !isParallel,
    atEdge: () => edges.push(readEdge(server.pid)),
  });
  const [before, after] = edges;
  if (before === undefined || after === undefined) throw new Error("a window without its edges");
  const calls = latenciesMs.length;
  return {
    perSecond: (calls / elapsedMs) * 1000,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
    clientBusy: (after.client - before.client) / elapsedMs,
    ...serverCost(before, after, calls, elapsedMs),
  };
}

/** Processor time so far, as a window opens or ends. Milliseconds. */
interface Edge {
  readonly server: number | undefined;
  readonly client: number;
  readonly machine: number;
}

function readEdge(pid: number): Edge {
  const { user, system } = process.cpuUsage();
  const times = cpus().map((cpu) => cpu.times);
  return {
    server: processUse(pid)?.cpuMs,
    client: (user + system) / 1000,
    machine: times.reduce((sum, time) => sum + time.user + time.nice + time.sys + time.irq, 0),
  };
}

function serverCost(
  before: Edge,
  after: Edge,
  calls: number,
  elapsedMs: number,
): Pick<Measurement, "cpuMicros" | "serverBusy" | "othersBusy"> {
  if (before.server === undefined || after.server === undefined) return {};
  const server = after.server - before.server;
  const others = after.machine - before.machine - server - (after.client - before.client);
  return {
    cpuMicros: (server / calls) * 1000,
    serverBusy: server / elapsedMs,
    othersBusy: Math.max(0, others) / elapsedMs,
  };
}
