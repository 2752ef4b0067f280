import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import type { LoadCall } from "../load/request.ts";
import { listCall, type Contender } from "./contender.ts";
import { endWithUs } from "./end-with-us.ts";

/** A server of its own process, ready to be called. */
export interface StartedServer {
  readonly contender: Contender;
  readonly port: number;
  readonly pid: number;
  /** From the start of the process to the first good answer. Milliseconds. */
  readonly startMs: number;
  stop(): Promise<void>;
}

const patienceMs = 120_000;
const askAgainMs = 2;

/**
 * Starts a server on a free port of this machine, and waits for its first answer to `listUsers`.
 * @throws Error where it ends by itself, or does not answer within two minutes
 */
export async function startServer(contender: Contender): Promise<StartedServer> {
  const folder = mkdtempSync(join(tmpdir(), "orgkit-bench-"));
  const port = await freePort();
  const { program, args } = contender.launch({ folder, port });
  const started = performance.now();
  const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  endWithUs(child);
  const said = lastWords(child);
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    await endProcess(child, ended);
    rmSync(folder, { recursive: true });
  };
  const call = listCall(contender, 1);
  while (!(await answers(port, call))) {
    const isOver = child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
    if (isOver || performance.now() - started > patienceMs) {
      await stop();
      throw new Error(`${contender.name} ${isOver ? "ended" : "did not answer"}: ${said()}`);
    }
    await passed(askAgainMs);
  }
  return { contender, port, pid: child.pid ?? 0, startMs: performance.now() - started, stop };
}

/** The end of what a process writes to its standard error. */
function lastWords(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => (text = (text + part).slice(-2000)));
  child.once("error", (error) => (text += error.message));
  return () => text;
}

async function endProcess(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
  await ended;
  clearTimeout(timer);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

/** Whether a good answer comes. */
function answers(port: number, { path, token }: LoadCall): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const options = { host: "127.0.0.1", port, path, headers, agent: false, timeout: patienceMs };
    const attempt = request(options, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode === 200));
    });
    attempt.once("timeout", () => attempt.destroy());
    attempt.once("error", () => resolve(false));
    attempt.end();
  });
}
