import { statusText } from "../../fixtures/values/status-text.ts";
import { toCall, withoutBody, type Reply } from "../service/call.ts";
import type { Simulation } from "../simulation/simulation.ts";
import type { HandlerOptions } from "./handler-options.ts";
import { brokenConnection } from "./broken-connection.ts";
import { wait as realWait, type Wait, aborted } from "./wait.ts";

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

/** The number of parts of a slow body. */
const parts = 10;

/**
 * Converts a reply for `fetch`: a lost response becomes a network error, a hanging one waits until the client gives up.
 */
async function toResponse(reply: Reply, isHead: boolean, wait: Wait, signal: AbortSignal): Promise<Response> {
  const { delayMs = 0, bodyMs = 0, end } = reply.delivery ?? {};
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
  return new Response(streamed(body, bodyMs, end === "cut", wait, signal), head);
}

function streamed(
  body: Uint8Array<ArrayBuffer>,
  bodyMs: number,
  isCut: boolean,
  wait: Wait,
  signal?: AbortSignal,
): ReadableStream<Uint8Array> {
  const sent = isCut ? body.subarray(0, Math.floor(body.byteLength / 2)) : body;
  const size = Math.max(1, Math.ceil(sent.byteLength / parts));
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      if (at < sent.byteLength) {
        await wait(bodyMs / parts, signal);
        controller.enqueue(sent.subarray(at, (at += size)));
      } else if (isCut) controller.error(new TypeError("The connection was lost within the body."));
      else controller.close();
    },
  });
}
