import { EventSourceParserStream, type EventSourceMessage } from "eventsource-parser/stream";
import { percentDecoded } from "../../fixtures/values/text.ts";
import { ControlProblem } from "../control/control-problem.ts";
import type { ProblemDetails } from "../control/replies.ts";

const tokenKey = "orgkit-control-token";

/**
 * Takes the control token from the address (`#token=…`, as the mock prints it) and removes it there, so that it does
 * not end up in a screenshot or a bookmark. Keeps it for this tab.
 */
export function takeToken(): void {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (token === undefined) return;
  sessionStorage.setItem(tokenKey, percentDecoded(token));
  history.replaceState(null, "", location.pathname + location.search);
}

/**
 * Sends a request to the control API.
 * @param request for instance `PUT scenarios`
 * @throws ControlProblem with the API's message; with status 0 if it does not respond
 */
export async function send(request: string, body?: unknown): Promise<Response> {
  const [method = "", path = ""] = request.split(" ");
  const headers = new Headers(body === undefined ? {} : { "content-type": "application/json" });
  const token = sessionStorage.getItem(tokenKey);
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  const sent = body === undefined ? null : JSON.stringify(body);
  const reply = await fetch(path, { method, headers, body: sent }).catch(() => {
    throw new ControlProblem(0, "The mock does not respond.");
  });
  if (reply.ok) return reply;
  const problem: Partial<ProblemDetails> = await reply.json().catch(() => ({}));
  throw new ControlProblem(reply.status, problem.detail ?? `The mock responded with ${reply.status}.`, problem.errors);
}

/** Sends a request, and returns the data of its response, which `control/replies.ts` describes. */
export async function read<Reply>(request: string, body?: unknown): Promise<Reply> {
  const reply: Reply = await (await send(request, body)).json();
  return reply;
}

/** Reads events until the connection ends. `EventSource` cannot send the control token. */
export async function readEvents(receive: (event: EventSourceMessage) => Promise<void>): Promise<void> {
  const { body } = await send("GET events");
  await body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .pipeTo(new WritableStream({ write: receive }));
}
