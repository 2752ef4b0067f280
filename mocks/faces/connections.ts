import type { Server } from "node:http";
import type { Socket } from "node:net";

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
