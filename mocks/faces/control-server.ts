import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ControlProblem } from "../control/control-problem.ts";
import { problemReply, type Control } from "../control/control.ts";
import type { ControlReply } from "../control/route.ts";
import { isConsoleFile, readConsoleFile } from "./console-files.ts";
import { controlPrefix, guard, type GuardOptions } from "./control-guard.ts";
import { sendEvents } from "./control-events.ts";
import { readBody, readTarget } from "./http-call.ts";
import { notSavedText } from "./http-delivery.ts";

/** A body of the control API may hold a whole record, not a whole world. Bytes. */
const bodyLimit = 1024 * 1024;

/** What the control API of a server works with. */
export interface ServingControl {
  readonly control: Control;
  readonly guard: GuardOptions;
  /** Counts a connection as idle: whoever watches must not keep the server from closing. */
  readonly letGo: (socket: Socket) => void;
  /** Waited for before a reply is sent, as by the server. */
  readonly saved: (() => Promise<void> | undefined) | undefined;
}

/** Answers a request below `/_orgkit`: the console, its files, the events, and the control API. */
export async function serveControl(
  { control, guard: guardOptions, letGo, saved }: ServingControl,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = readTarget(request.url ?? "/");
  const path = target.path.slice(controlPrefix.length + 1);
  const isPage = request.method === "GET" && isConsoleFile(path);
  try {
    guard(request, guardOptions, isPage);
    const location = `${controlPrefix}/`;
    if (target.path === "/") return send(response, { status: 302, headers: { location, vary: "accept" }, body: "" });
    if (target.path === controlPrefix) return send(response, { status: 308, headers: { location }, body: "" });
    if (path === "events" && request.method === "GET") {
      sendEvents(control, new URLSearchParams(target.query).get("sandbox"), response);
      return letGo(request.socket);
    }
    const file = isPage ? await readConsoleFile(path) : undefined;
    if (file !== undefined) return send(response, file);
    const body = await readJsonText(request, response);
    const method = request.method ?? "GET";
    const reply = await control.answer({ method, path, query: target.query, body });
    await saved?.()?.catch(refuseUnsaved);
    send(response, reply);
  } catch (error) {
    send(response, problemReply(error));
  }
}

/** @throws ControlProblem where only the user can mend what keeps the state from being saved */
function refuseUnsaved(error: unknown): never {
  const text = notSavedText(error);
  throw text === undefined ? error : new ControlProblem(500, text);
}

function send(response: ServerResponse, { status, headers, body }: ControlReply): void {
  response.writeHead(status, {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    ...headers,
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

/** @throws ControlProblem where it is too large, not sent as JSON, or no text */
async function readJsonText(request: IncomingMessage, response: ServerResponse): Promise<string> {
  const body = await new Promise<Uint8Array>((read, failed) => readBody(request, bodyLimit, { read, failed }));
  if (body.byteLength > bodyLimit) {
    // The rest is not read, so nothing more can come on this connection.
    response.setHeader("connection", "close");
    throw new ControlProblem(413, `A body may have ${bodyLimit} bytes.`);
  }
  const type = request.headers["content-type"] ?? "";
  // A page of another origin cannot send this type without asking first, and it is never allowed.
  if (body.byteLength > 0 && !/^application\/json(?:$|;)/i.test(type)) {
    throw new ControlProblem(415, `Send the body with content-type: application/json, not "${type}".`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new ControlProblem(400, "The body is no text in UTF-8.");
  }
}
