import type { Server } from "node:http";
import { isIPv6, type Socket } from "node:net";
import { InputError } from "../../fixtures/input/input-error.ts";
import { isUnspecified } from "../../fixtures/network/loopback.ts";

// Importing node:http as a module also loads an HTTP client and WebSockets: 20 ms and 4 MB more.
const { createServer } = process.getBuiltinModule("node:http");

/** How long a server waits for clients, in milliseconds, so that none can occupy a connection forever. */
export interface Patience {
  /** For the complete head of a request, from the start of a connection. */
  readonly headMs: number;
  /** For a complete request with its body. */
  readonly requestMs: number;
  /** For the next request on an idle connection. */
  readonly idleMs: number;
  /** Between two checks for timeouts. */
  readonly lookMs: number;
  /** While the server closes: for the rest of a request, and for a client to read its response. */
  readonly closingMs: number;
}

/**
 * Long enough to type a request by hand, short enough that thousands of silent clients are gone in a minute. The limit
 * for idle connections is longer than common clients', so that none is closed right before its reuse.
 */
export const usualPatience: Patience = {
  headMs: 20_000,
  requestMs: 60_000,
  idleMs: 30_000,
  lookMs: 5_000,
  closingMs: 5_000,
};

/** Longer heads get 431. In bytes. */
const headBytes = 16 * 1024;

/** A node:http server that limits the size and duration of requests. */
export function openHttpServer({ headMs, requestMs, idleMs, lookMs }: Patience): Server {
  const server = createServer({
    maxHeaderSize: headBytes,
    // As fetch does: otherwise Node takes the first of two tokens, and drops the other.
    joinDuplicateHeaders: true,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: lookMs,
    // Node would reject such a request, but still answer the next one on its connection.
    requireHostHeader: false,
  });
  // Node silently drops headers above a number, possibly the token; the limit in bytes suffices.
  server.maxHeadersCount = 0;
  return server;
}

/** Closes the connections of a server that have no request in flight. */
export interface Connections {
  /** The other ones are closed by their response, which has `connection: close`. */
  endIdle(): void;
  /** Counts a connection as idle if its request will never get a response. */
  letGo(socket: Socket): void;
}

/**
 * Tracks the connections of a server. Node counts a new connection without a request as busy for a minute, and browsers
 * open such connections ahead of need, so `closeIdleConnections` alone delays closing.
 */
export function followConnections(server: Server): Connections {
  const unanswered = new Set<Socket>();
  let isClosing = false;
  server.on("connection", (socket: Socket) => {
    unanswered.add(socket);
    socket.once("close", () => unanswered.delete(socket));
  });
  server.on("request", ({ socket }) => unanswered.delete(socket));
  return {
    endIdle: () => {
      isClosing = true;
      server.closeIdleConnections();
      for (const socket of unanswered) socket.destroy();
    },
    letGo: (socket) => {
      if (isClosing) socket.destroy();
      else unanswered.add(socket);
    },
  };
}

/** The backlog: above it, the system lets clients wait for seconds. */
const backlog = 4096;

/** @throws InputError if it cannot listen on host and port */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(new InputError(`address ${host}:${port}`, [{ at: `${host}:${port}`, problem: listenProblem(error) }]));
    });
    server.listen(port, host, backlog, resolve);
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
      return "this machine does not have this address; set one of its addresses with --host, such as 127.0.0.1";
    default:
      return error.message;
  }
}

/** The URL of a server from this machine, with the actual port and without a trailing slash. */
export function baseUrl(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const reachable = isUnspecified(host) ? "127.0.0.1" : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}
