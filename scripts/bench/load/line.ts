import { connect } from "node:net";
import { replyStatus } from "./reply-status.ts";

/** The ends of one call, told as they happen. */
export interface LineListener {
  /** @param status of a reply that came whole */
  replied(status: number): void;
  broke(error: Error): void;
}

/** A kept-alive connection that carries one call at a time. */
export interface Line {
  send(request: string): void;
  close(): void;
}

/** Opens a connection to a port of this machine. @throws Error where nobody listens */
export function openLine(port: number, listener: LineListener): Promise<Line> {
  let pending: Buffer | undefined;
  const take = (bytes: Buffer): void => {
    const held = pending === undefined ? bytes : Buffer.concat([pending, bytes]);
    const status = replyStatus(held);
    // The buffer that was read into is used again, so what is kept is copied.
    pending = status === undefined ? Buffer.from(held) : undefined;
    if (status !== undefined) listener.replied(status);
  };
  const buffer = Buffer.allocUnsafe(65_536);
  return new Promise((resolve, reject) => {
    const socket = connect({
      port,
      host: "127.0.0.1",
      noDelay: true,
      onread: {
        buffer,
        callback: (count) => {
          try {
            take(buffer.subarray(0, count));
          } catch (error) {
            socket.destroy(error instanceof Error ? error : new Error(String(error)));
          }
          return true;
        },
      },
    });
    let isClosed = false;
    socket.once("error", (error) => {
      reject(error);
      if (!isClosed) listener.broke(error);
    });
    socket.once("end", () => {
      if (!isClosed) listener.broke(new Error("the server closed the connection"));
    });
    socket.once("connect", () =>
      resolve({
        send: (request) => void socket.write(request, "latin1"),
        close: () => {
          isClosed = true;
          socket.destroy();
        },
      }),
    );
  });
}
