import { takeLock } from "./lock.ts";

/** A process of a test: takes a lock, tells whether it got it, and holds it until its input ends. */
const [path = ""] = process.argv.slice(2);
try {
  const lock = await takeLock(path, "test.state");
  process.stdout.write("taken\n");
  process.stdin.resume().once("end", () => void lock.release());
} catch (error) {
  process.stdout.write(`refused ${error instanceof Error ? error.message : ""}\n`);
}
