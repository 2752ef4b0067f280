import type { ServerResponse } from "node:http";
import type { Control } from "../control/control.ts";

/** A reader that is so far behind is let go: it asks anew. Bytes. */
const mostBehind = 4 * 1024 * 1024;
const heartbeatMs = 15_000;

/**
 * Server-sent events, until the reader leaves: `hello` first, `call` with each call once it is answered,
 * `change` when anything else changed.
 * @throws ControlProblem where there is no such sandbox
 */
export function sendEvents(control: Control, sandbox: string | null, response: ServerResponse): void {
  const send = (event: string, data: unknown): void => {
    if (response.writableLength > mostBehind) response.destroy();
    else response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const end = control.watch(sandbox, {
    call: (entry) => send("call", entry),
    change: () => send("change", {}),
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
