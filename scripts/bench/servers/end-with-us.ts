import type { ChildProcess } from "node:child_process";

const started = new Map<ChildProcess, () => void>();

process.once("exit", () => {
  for (const end of started.values()) end();
});

/**
 * Lets a process not outlive this one, however this one ends.
 * @param end how it is ended: it alone, by default
 */
export function endWithUs(child: ChildProcess, end: () => void = () => void child.kill("SIGKILL")): void {
  started.set(child, end);
  child.once("exit", () => started.delete(child));
}
