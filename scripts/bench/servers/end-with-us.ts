import type { ChildProcess } from "node:child_process";

const started = new Set<ChildProcess>();

process.once("exit", () => {
  for (const child of started) child.kill("SIGKILL");
});

/** Lets a process not outlive this one, however this one ends. */
export function endWithUs(child: ChildProcess): void {
  started.add(child);
  child.once("exit", () => started.delete(child));
}
