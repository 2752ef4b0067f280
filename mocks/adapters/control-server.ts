import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { packaged } from "../../fixtures/files/packages.ts";
import { ControlProblem } from "../control/replies.ts";
import { problemReply, type Control } from "../control/control.ts";
import type { ControlReply } from "../control/route.ts";
import { controlPrefix, guard, type GuardOptions } from "./control-guard.ts";
import { notSavedText, readBody, readTarget, rejectConnection } from "./http-messages.ts";

/** The maximum size of a body, in bytes: enough for a record, too small for a world. */
const bodyLimit = 1024 * 1024;

/** What the control API needs of its server. */
export interface ServingControl {
  readonly control: Control;
  readonly guard: GuardOptions;
  /** Counts a connection as idle: an open event stream must not keep the server from closing. */
  readonly letGo: (socket: Socket) => void;
  /** Awaited before a response is sent, as by the server. */
  readonly saved: (() => Promise<void> | undefined) | undefined;
}

/** Answers a request below `/_orgkit`: the console, its files, the event stream, and the control API. */
export async function serveControl(
  { control, guard: guardOptions, letGo, saved }: ServingControl,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = readTarget(request.url ?? "/");
  const path = target.path.slice(controlPrefix.length + 1);
  const isPage = request.method === "GET" && isConsoleFile(path);
  try {
    guard(request, guardOptions, isPage || (request.method === "GET" && path === "health"));
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
    await saved?.()?.catch(rejectUnsaved);
    send(response, reply);
  } catch (error) {
    send(response, problemReply(error));
  }
}

/** @throws ControlProblem if the state cannot be saved for a reason that only the user can fix */
function rejectUnsaved(error: unknown): never {
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

/** @throws ControlProblem if it is too large, not sent as JSON, or not text */
async function readJsonText(request: IncomingMessage, response: ServerResponse): Promise<string> {
  const body = await readBody(request, bodyLimit);
  if (body.byteLength > bodyLimit) {
    // The rest is not read, so the connection cannot be reused.
    rejectConnection(request, response);
    throw new ControlProblem(413, `The body is larger than ${bodyLimit} bytes.`);
  }
  const type = request.headers["content-type"] ?? "";
  // A page of another origin cannot send this type without a preflight, which always fails.
  if (body.byteLength > 0 && !/^application\/json(?:$|;)/i.test(type)) {
    throw new ControlProblem(415, `Send the body with content-type: application/json, not "${type}".`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new ControlProblem(400, "The body is not valid UTF-8.");
  }
}

const directory = packaged("dist/console/");

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  map: "application/json",
};

/** No other origins and nothing inline: records and requests are shown as text, whatever they contain. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Whether a path below `/_orgkit/` may be a file of the console. */
function isConsoleFile(path: string): boolean {
  return path === "" || /^assets\/[\w.-]+$/.test(path);
}

/** A file of the console, or a page that says how to build it. */
async function readConsoleFile(path: string): Promise<ControlReply | undefined> {
  const name = path === "" ? "index.html" : path;
  const headers = {
    "content-type": types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    "content-security-policy": policy,
    // File names of assets contain a hash of their content.
    "cache-control": name.endsWith(".html") ? "no-store" : "public, max-age=31536000, immutable",
  };
  try {
    return { status: 200, headers, body: await readFile(new URL(name, directory), "utf8") };
  } catch {
    return name.endsWith(".html") ? { status: 200, headers, body: notBuilt } : undefined;
  }
}

const notBuilt = `<!doctype html><html lang="en"><title>orgkit</title>
<h1>The console is not built</h1>
<p>Run <code>npm run build:console</code>, then load this page again. The control API works without it:
<a href="state">state</a>.</p></html>
`;

const heartbeatMs = 15_000;
/** Changes within this time are one event. */
const burstMs = 100;

/**
 * Server-sent events until the client disconnects: `hello` first, then `change` when there are new requests, or
 * anything else changed. A reader that falls behind gets none until it has read the last one.
 * @throws ControlProblem if there is no such sandbox
 */
function sendEvents(control: Control, sandbox: string | null, response: ServerResponse): void {
  const { hasChanged, stop } = control.watch(sandbox);
  const tell = (event: string): void => void response.write(`event: ${event}\ndata: {}\n\n`);
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  tell("hello");
  const changes = setInterval(() => {
    if (!response.writableNeedDrain && hasChanged()) tell("change");
  }, burstMs).unref();
  const heartbeat = setInterval(() => response.write(": still here\n\n"), heartbeatMs).unref();
  response.once("close", () => {
    clearInterval(changes);
    clearInterval(heartbeat);
    stop();
  });
}
