import { http, type HttpHandler } from "msw";
import { operations } from "../../fixtures/contract/operations.ts";
import { statusText } from "../../fixtures/values/status-text.ts";
import type { Call, Reply } from "../service/call.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { withoutBody } from "../service/call.ts";
import { readHandlerBaseUrl, type HandlerOptions } from "./handler-options.ts";
import { brokenConnection } from "./broken-connection.ts";
import { wait as realWait, type Wait, aborted } from "./wait.ts";

/**
 * The msw adapter: request handlers for `setupServer(...createHandlers(simulation))` and `setupWorker`. The simulation
 * answers everything below `/api/` of the base URL, so an unknown path or method gets the dialect's error, not the
 * network's. Its own request handlers come first.
 * @throws InputError if the base URL is not absolute, or an option is unknown
 */
export function createHandlers(simulation: Simulation, options: HandlerOptions = {}): readonly HttpHandler[] {
  const { origin, prefix } = readHandlerBaseUrl("createHandlers", options, simulation);
  const base = origin + prefix;
  const { wait = realWait, signal } = options;
  const answer = async ({ request }: { request: Request }): Promise<Response> => {
    const reply = await simulation.answer(await toCall(request, prefix));
    const signals = signal === undefined ? [request.signal] : [request.signal, signal()];
    return toResponse(reply, { isHead: request.method === "HEAD", wait, signal: AbortSignal.any(signals) });
  };
  const baseFor = (request: Request): string => (origin === "*" ? new URL(request.url).origin : origin) + prefix;
  return [
    http.all(
      ({ request }) => simulation.handles(request, baseFor(request)),
      ({ request }) => simulation.handle(request, baseFor(request)),
    ),
    ...handled.map(({ method, path }) => (method === "GET" ? http.get : http.post)(base + path, answer)),
    http.all(`${base}/api/*`, answer),
  ];
}

/** The paths of all operations in msw's syntax. */
const handled = Object.values(operations).map(({ method, path }) => ({ method, path: path.replace("{id}", ":id") }));

async function toCall(request: Request, prefix: string): Promise<Call> {
  const url = new URL(request.url);
  return {
    method: request.method.toUpperCase(),
    path: url.pathname.slice(prefix.length),
    baseUrl: url.origin + prefix,
    query: url.search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: new Uint8Array(await request.arrayBuffer()),
  };
}

/** The number of parts of a slow body. */
const parts = 10;

/**
 * Converts a reply for `fetch`: a lost response becomes a network error, a hanging one waits until the client gives up.
 */
async function toResponse(
  reply: Reply,
  { isHead, wait, signal }: { readonly isHead: boolean; readonly wait: Wait; readonly signal: AbortSignal },
): Promise<Response> {
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
