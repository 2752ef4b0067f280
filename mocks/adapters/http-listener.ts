import type { RequestListener, Server } from "node:http";
import { isIPv6, type Socket } from "node:net";
import { inputError } from "../../fixtures/input/input-error.ts";
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
export const defaultPatience: Patience = {
  headMs: 20_000,
  requestMs: 60_000,
  idleMs: 30_000,
  lookMs: 5_000,
  closingMs: 5_000,
};

/** Longer heads get 431. In bytes. */
const headBytes = 16 * 1024;

/** The backlog: above it, the system lets clients wait for seconds. */
const backlog = 4096;

/** A node:http server that limits the size and duration of requests, and closes without waiting for idle clients. */
export class HttpListener {
  readonly #server: Server;
  readonly #host: string;
  readonly #closingMs: number;
  /**
   * Connections without a request in flight. Node counts a new one as busy for a minute, and browsers open some ahead of
   * need, so `closeIdleConnections` alone delays closing.
   */
  readonly #unanswered = new Set<Socket>();
  #isClosing = false;

  constructor(host: string, { headMs, requestMs, idleMs, lookMs, closingMs }: Patience) {
    this.#host = host;
    this.#closingMs = closingMs;
    this.#server = createServer({
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
    this.#server.maxHeadersCount = 0;
    this.#server.on("connection", (socket: Socket) => {
      this.#unanswered.add(socket);
      socket.once("close", () => this.#unanswered.delete(socket));
    });
    this.#server.on("request", ({ socket }) => this.#unanswered.delete(socket));
  }

  /** Answers requests from now on. @throws InputError if it cannot listen on host and port */
  listen(port: number, serve: RequestListener): Promise<void> {
    const address = `${this.#host}:${port}`;
    this.#server.on("request", serve);
    return new Promise((resolve, reject) => {
      this.#server.once("error", (error: NodeJS.ErrnoException) => {
        reject(inputError(`address ${address}`, address, listenProblem(error)));
      });
      this.#server.listen(port, this.#host, backlog, resolve);
    });
  }

  /** The URL from this machine, with the actual port and without a trailing slash. */
  get url(): string {
    const address = this.#server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const host = isUnspecified(this.#host) ? "127.0.0.1" : this.#host;
    return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  }

  /** Counts a connection as idle if its request will never get a response. */
  readonly letGo = (socket: Socket): void => {
    if (this.#isClosing) socket.destroy();
    else this.#unanswered.add(socket);
  };

  /** Accepts no new requests, and finishes those in flight, whose responses have `connection: close`. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#server.closeAllConnections(), this.#closingMs);
      this.#server.close(() => {
        clearTimeout(late);
        resolve();
      });
      this.#isClosing = true;
      this.#server.closeIdleConnections();
      for (const socket of this.#unanswered) socket.destroy();
    });
  }
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
