import type { Server } from "node:http";
import { isIPv6, type Socket } from "node:net";
import { InputError } from "../../fixtures/input-error.ts";

// Imported as a module, node:http loads an HTTP client and a WebSocket as well: 20 ms and 4 MB for nothing.
const { createServer } = process.getBuiltinModule("node:http");

/** How long a server waits for its callers, so that none can hold on to a connection forever. Milliseconds. */
export interface Patience {
  /** For the whole head of a request, from the first moment of a connection on. */
  readonly headMs: number;
  /** For a whole request, with its body. */
  readonly requestMs: number;
  /** For the next request on a connection that had one. */
  readonly idleMs: number;
  /** Between two looks at who is late. */
  readonly lookMs: number;
  /** Once the server closes: for the rest of a request, and for a caller to take its reply. */
  readonly closingMs: number;
}

/**
 * Long enough for a person who types a request by hand, short enough that thousands who do not are gone in a minute.
 * An idle connection outlives what clients keep one for, so that none is closed just when it is used again.
 */
export const usualPatience: Patience = {
  headMs: 20_000,
  requestMs: 60_000,
  idleMs: 30_000,
  lookMs: 5_000,
  closingMs: 5_000,
};

/** A longer head is answered with 431, whatever it consists of. Bytes. */
const headBytes = 16 * 1024;

/** A server of node:http that bounds what a caller may send, and how long it may take. */
export function openHttpServer({ headMs, requestMs, idleMs, lookMs }: Patience): Server {
  const server = createServer({
    maxHeaderSize: headBytes,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: lookMs,
  });
  // Node would leave out the headers beyond a number without a word, the token among them: the bytes are bound enough.
  server.maxHeadersCount = 0;
  return server;
}

/** Ends the connections of a server that are not answering a call. */
export interface Connections {
  /** Those that answer one are ended by their reply, which says `connection: close`. */
  endIdle(): void;
  /** Counts a connection as idle whose call will never be answered. */
  letGo(socket: Socket): void;
}

/**
 * Follows the connections of a server. Node counts one on which nothing was asked yet as busy for a minute, and
 * browsers open such connections ahead of need, so `closeIdleConnections` alone keeps a server from closing.
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

/** How many callers may connect at once; beyond, the system lets some wait for seconds. */
const backlog = 4096;

/** @throws InputError where host and port cannot be had */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(new InputError(`Address ${host}:${port}`, [{ at: `${host}:${port}`, problem: listenProblem(error) }]));
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

/** The URL a server is reached by from this machine, with its actual port and without a slash at its end. */
export function baseUrl(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}
