import { spawn } from "node:child_process";
import type { Launch } from "../servers/contender.ts";
import { endWithUs } from "../servers/end-with-us.ts";
import { processUse } from "./process-tree.ts";

/** What a program took from its start to its end. */
export interface ProcessCost {
  readonly ms: number;
  /** The most that it and its children held at once, where the system tells. Bytes. */
  readonly peakMemory: number | undefined;
}

/** A program starts others as it goes: how often their memory is looked at. */
const lookMs = 50;

/**
 * Runs a program to its end.
 * @throws Error where it does not end with exit code 0
 */
export function runProcess({ program, args }: Launch, environment: NodeJS.ProcessEnv = {}): Promise<ProcessCost> {
  const started = performance.now();
  const child = spawn(program, args, { env: { ...process.env, ...environment }, stdio: ["ignore", "ignore", "pipe"] });
  endWithUs(child);
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  let peakMemory: number | undefined;
  const timer = setInterval(() => {
    const memory = processUse(child.pid ?? 0)?.memory;
    if (memory !== undefined) peakMemory = Math.max(peakMemory ?? 0, memory);
  }, lookMs);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearInterval(timer);
      if (code === 0) resolve({ ms: performance.now() - started, peakMemory });
      else reject(new Error(`${args.join(" ")} ended with ${code}\n${errors}`));
    });
  });
}
