import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isIPv6, type AddressInfo } from "node:net";
import { InputError } from "../../fixtures/input-error.ts";
import type { Call, Reply } from "../service/call.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { followConnections, type Connections } from "./connections.ts";
import { openControl, type ControlServerOptions } from "./control-options.ts";
import { isControl, serveControl, type ServingControl } from "./control-server.ts";
import { deliver } from "./http-delivery.ts";
import { wait as realWait, type Wait } from "./wait.ts";

export interface ServerOptions {
  /** 127.0.0.1 by default: the mock is for this machine unless asked otherwise. */
  readonly host?: string;
  /** 4010 by default; 0 picks a free one. */
  readonly port?: number;
  /** Told of each answer, for a log. */
  readonly onAnswer?: (call: Call, reply: Reply) => void;
  /** How a delay passes: by real time, unless a test wants otherwise. */
  readonly wait?: Wait;
  /** The control API and console below `/_orgkit/`; none without. */
  readonly control?: ControlServerOptions;
}

/** A simulation reachable over HTTP. */
export interface RunningServer {
  /** The base URL, with the actual port and without a slash at its end. */
  readonly url: string;
  /** What the control API asks for, where the server is open to other machines. */
  readonly controlToken: string | undefined;
  /** Takes no new calls, lets those in flight finish, then resolves. */
  close(): Promise<void>;
}

/** Answers a call; a sandbox answers those with its token. */
type Answer = (call: Call) => Promise<Reply>;

interface Serving {
  readonly answer: Answer;
  readonly bodyBytes: () => number;
  readonly wait: Wait;
  /** Aborted once the server closes. */
  readonly closing: AbortSignal;
  readonly connections: Connections;
  readonly onAnswer: ServerOptions["onAnswer"];
}

/**
 * The HTTP face: serves a simulation at the root of a host and port.
 * @throws InputError where host and port cannot be had
 */
export async function startServer(simulation: Simulation, options: ServerOptions = {}): Promise<RunningServer> {
  const { host = "127.0.0.1", port = 4010, wait = realWait } = options;
  const closing = new AbortController();
  const server = createServer();
  const connections = followConnections(server);
  const serving: Omit<Serving, "answer"> = {
    bodyBytes: () => simulation.dialect.limits.bodyBytes,
    wait,
    closing: closing.signal,
    connections,
    onAnswer: options.onAnswer,
  };
  const url = (): string => baseUrl(server, host);
  const control: ServingControl | undefined = options.control && {
    ...openControl(simulation, options.control, host, url),
    letGo: (socket) => connections.letGo(socket),
  };
  const answer: Answer = (call) => (control?.control.sandboxes.simulationOf(call) ?? simulation).answer(call);
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const served =
      control !== undefined && isControl(request.url)
        ? serveControl(control, request, response)
        : serve({ ...serving, answer }, request, response);
    served.catch((error: unknown) => breakOff(response, error));
  });
  await listen(server, host, port);
  return {
    url: url(),
    controlToken: control?.guard.token,
    close: () => {
      closing.abort();
      return close(server, connections);
    },
  };
}

async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const limit = serving.bodyBytes();
  const body = await readBody(request, limit);
  const call = toCall(request, body);
  const reply = await serving.answer(call);
  // The rest of an oversized body is not read, and a closing server waits for its connections: none is kept.
  if (body.byteLength > limit || serving.closing.aborted) response.setHeader("connection", "close");
  if (reply.delivery === undefined) send(reply, request.method, response);
  else await deliverInTime(reply, serving, request, response);
  serving.onAnswer?.(call, reply);
}

/** A caller that leaves, and a server that closes, wait for nothing. */
async function deliverInTime(
  reply: Reply,
  { wait, closing, connections }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const left = new AbortController();
  response.once("close", () => left.abort());
  const signal = AbortSignal.any([left.signal, closing]);
  if ((await deliver(reply, request.method, response, wait, signal)) === "held") connections.letGo(request.socket);
}

function toCall(request: IncomingMessage, body: Uint8Array): Call {
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const mark = target.indexOf("?");
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return {
    method: request.method ?? "GET",
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    headers,
    body,
  };
}

/** Reads at most one byte more than `limit`: enough to know that a body is too large. */
async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Uint8Array)) continue;
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit + 1);
}

function send(reply: Reply, method: string | undefined, response: ServerResponse): void {
  const hasBody = method !== "HEAD" && reply.status !== 204;
  const length = hasBody ? { "content-length": Buffer.byteLength(reply.body) } : {};
  response.writeHead(reply.status, { ...reply.headers, ...length });
  response.end(hasBody ? reply.body : undefined);
}

/** A fault of orgkit itself, or a caller that left: never part of what the dialect says. */
function breakOff(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) {
    response.destroy();
    return;
  }
  const reason = error instanceof Error ? error.message : String(error);
  response.writeHead(500, { "content-type": "text/plain; charset=utf-8" });
  response.end(`orgkit failed to answer: ${reason}. This is a fault of the mock, not of your call.\n`);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(new InputError(`Address ${host}:${port}`, [{ at: `${host}:${port}`, problem: listenProblem(error) }]));
    });
    server.listen(port, host, resolve);
  });
}

function listenProblem(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case "EADDRINUSE":
      return "the port is taken by another program; choose another with --port, or --port 0 for any free one";
    case "EACCES":
      return "this user may not listen there; choose a port from 1024 with --port";
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "this machine has no such address; expected one of its own with --host, for instance 127.0.0.1";
    default:
      return error.message;
  }
}

function baseUrl(server: Server, host: string): string {
  const address = server.address();
  const { port } = isAddressInfo(address) ? address : { port: 0 };
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}

function isAddressInfo(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

function close(server: Server, connections: Connections): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    connections.endIdle();
  });
}
