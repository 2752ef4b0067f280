import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isIPv6, type AddressInfo } from "node:net";
import { InputError } from "../../fixtures/input-error.ts";
import type { Call, Reply } from "../service/call.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { followConnections, type Connections } from "./connections.ts";

export interface ServerOptions {
  /** 127.0.0.1 by default: the mock is for this machine unless asked otherwise. */
  readonly host?: string;
  /** 4010 by default; 0 picks a free one. */
  readonly port?: number;
  /** Told of each answer, for a log. */
  readonly onAnswer?: (call: Call, reply: Reply) => void;
}

/** A simulation reachable over HTTP. */
export interface RunningServer {
  /** The base URL, with the actual port and without a slash at its end. */
  readonly url: string;
  /** Takes no new calls, lets those in flight finish, then resolves. */
  close(): Promise<void>;
}

/**
 * The HTTP face: serves a simulation at the root of a host and port.
 * @throws InputError where host and port cannot be had
 */
export async function startServer(simulation: Simulation, options: ServerOptions = {}): Promise<RunningServer> {
  const { host = "127.0.0.1", port = 4010 } = options;
  const server = createServer((request, response) => {
    serve(simulation, request, response, isClosing, options.onAnswer).catch((error: unknown) =>
      breakOff(response, error),
    );
  });
  const isClosing = (): boolean => !server.listening;
  const connections = followConnections(server);
  await listen(server, host, port);
  return { url: baseUrl(server, host), close: () => close(server, connections) };
}

async function serve(
  simulation: Simulation,
  request: IncomingMessage,
  response: ServerResponse,
  isClosing: () => boolean,
  onAnswer: ServerOptions["onAnswer"],
): Promise<void> {
  const limit = simulation.dialect.limits.bodyBytes;
  const body = await readBody(request, limit);
  const call = toCall(request, body);
  const reply = await simulation.answer(call);
  // The rest of an oversized body is not read, and a closing server waits for its connections: none is kept.
  if (body.byteLength > limit || isClosing()) response.setHeader("connection", "close");
  send(reply, request.method, response);
  onAnswer?.(call, reply);
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
