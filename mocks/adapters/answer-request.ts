import type { SetupServer } from "msw/node";
import { statusText } from "../../fixtures/values/status-text.ts";
import { toCall, withoutBody, type Reply } from "../service/call.ts";
import type { Simulation } from "../simulation/simulation.ts";
import type { HandlerOptions } from "./handler-options.ts";
import { aborted, bodyParts, wait as realWait, type Wait } from "./delivery.ts";

/** @param base the base URL of the service for this request, absolute */
export async function answerRequest(
  simulation: Simulation,
  request: Request,
  base: string,
  { wait = realWait, signal }: HandlerOptions,
): Promise<Response> {
  const reply = await simulation.answer(await toCall(request, base));
  const signals = signal === undefined ? [request.signal] : [request.signal, signal()];
  return toResponse(reply, request.method === "HEAD", wait, AbortSignal.any(signals));
}

/**
 * Converts a reply for `fetch`: a lost response becomes a network error, a hanging one waits until the client gives up.
 */
async function toResponse(reply: Reply, isHead: boolean, wait: Wait, signal: AbortSignal): Promise<Response> {
  const { delivery = {} } = reply;
  const { delayMs = 0, bodyMs = 0, end } = delivery;
  await wait(delayMs, signal);
  if (end === "never") await aborted(signal);
  if (end === "never" || end === "refused" || end === "reset") return brokenConnection(end);
  const { status } = reply;
  const body = new TextEncoder().encode(reply.body);
  // Without its length, a body ends with the connection: clients wait for that, and take a cut body for a whole one.
  const headers =
    withoutBody.has(status) || isHead ? reply.headers : { ...reply.headers, "content-length": String(body.byteLength) };
  const head = { status, statusText: statusText(status), headers };
  if (body.byteLength === 0) return new Response(null, head);
  if (end === undefined && bodyMs === 0) return new Response(body, head);
  return new Response(streamParts(bodyParts(body, delivery, wait, signal), end === "cut"), head);
}

function streamParts(sent: AsyncGenerator<Uint8Array, void>, isCut: boolean): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await sent.next();
      if (done !== true) controller.enqueue(value);
      else if (isCut) controller.error(new TypeError("The connection was lost within the body."));
      else controller.close();
    },
  });
}

/** In Node, clients see the error that Node has for it; in a browser, every failure is a network error. */
function brokenConnection(end: "never" | "refused" | "reset"): Response {
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
