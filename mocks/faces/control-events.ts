import type { ServerResponse } from "node:http";
import type { Control, Watcher } from "../control/control.ts";

/** A reader that is so far behind is let go: it asks anew. Bytes. */
const mostBehind = 4 * 1024 * 1024;
const heartbeatMs = 15_000;
/** What comes within it counts as one burst. */
const burstMs = 100;

/**
 * Server-sent events, until the reader leaves: `hello` first, `call` with each call once it is answered, `missed`
 * with the number of those that came too close upon each other to be told of, `change` when anything else changed.
 * @throws ControlProblem where there is no such sandbox
 */
export function sendEvents(control: Control, sandbox: string | null, response: ServerResponse): void {
  const send = (event: string, data: unknown): void => {
    if (response.writableLength > mostBehind) response.destroy();
    else response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const watcher: Watcher = {
    call: (entry) => send("call", entry),
    missed: (calls) => send("missed", { calls }),
    change: () => send("change", {}),
  };
  const end = control.watch(sandbox, watcher, (task) => {
    const timer = setTimeout(task, burstMs).unref();
    return () => clearTimeout(timer);
  });
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  send("hello", {});
  const heartbeat = setInterval(() => response.write(": still here\n\n"), heartbeatMs).unref();
  response.once("close", () => {
    clearInterval(heartbeat);
    end();
  });
}
