import type { Server } from "node:http";

// Imported as a module, node:http loads an HTTP client and a WebSocket as well: 20 ms and 4 MB for nothing.
const { createServer } = process.getBuiltinModule("node:http");

/** How long a server waits for its callers, so that none can hold on to a connection for ever. Milliseconds. */
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
