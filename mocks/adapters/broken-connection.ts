import type { SetupServer } from "msw/node";

/** In Node, clients see the error that Node has for it; in a browser, every failure is a network error. */
export function brokenConnection(end: "never" | "refused" | "reset"): Response {
  if (end === "never" || typeof process === "undefined" || process.versions?.node === undefined)
    return Response.error();
  const [call, code, errno] = end === "reset" ? ["read", "ECONNRESET", -104] : ["connect", "ECONNREFUSED", -111];
  throw Object.assign(new ConnectionError(`${call} ${code}`), { code, errno, syscall: call });
}

class ConnectionError extends Error {}

/**
 * Keeps msw from printing the broken connections of scenarios, which are not mistakes of a handler. It prints right after
 * this event, even if there is a listener for it.
 */
export function hideConnectionErrors({ events }: Pick<SetupServer, "events">): void {
  events.on("unhandledException", ({ error }) => {
    if (!(error instanceof ConnectionError)) return;
    const print = console.error;
    console.error = () => undefined;
    queueMicrotask(() => (console.error = print));
  });
}
