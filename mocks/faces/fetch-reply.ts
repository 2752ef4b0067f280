import type { Reply } from "../service/call.ts";
import { aborted, type Wait } from "./wait.ts";

/** Over how many parts a slow body is spread. */
const parts = 10;

/**
 * A reply as `fetch` knows it. What the network would lose is an error; what never comes waits for the
 * caller to give up.
 */
export async function toResponse(reply: Reply, wait: Wait, signal?: AbortSignal): Promise<Response> {
  const { delayMs = 0, bodyMs = 0, end } = reply.delivery ?? {};
  await wait(delayMs, signal);
  if (end === "never") await aborted(signal);
  if (end === "never" || end === "refused" || end === "reset") return Response.error();
  const { status, headers } = reply;
  if (reply.body === "") return new Response(null, { status, headers });
  if (end === undefined && bodyMs === 0) return new Response(reply.body, { status, headers });
  return new Response(streamed(new TextEncoder().encode(reply.body), bodyMs, end === "cut", wait, signal), {
    status,
    headers,
  });
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
