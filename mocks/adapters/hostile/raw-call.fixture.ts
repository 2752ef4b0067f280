import { connect, type Socket } from "node:net";

/** What came back on a connection, as bytes that read as text, until it ended. */
export interface RawAnswer {
  readonly text: string;
  /** The status of each reply, in their order. */
  readonly statuses: readonly number[];
  /** Who ended the connection: the server, or the caller once it had what it waited for. */
  readonly endedBy: "server" | "caller";
  /** The code of the error it ended with, as `ECONNRESET`. */
  readonly error?: string | undefined;
}

export interface RawOptions {
  /** The caller leaves once this many replies have begun and all is quiet; else it waits for the server to end. */
  readonly replies?: number;
}

/** Sends bytes as they are over a connection of their own: what no client would send. */
export function rawCall(url: string, bytes: string | Uint8Array, { replies }: RawOptions = {}): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = "";
    let endedBy: RawAnswer["endedBy"] = "server";
    let error: string | undefined;
    const socket = openSocket(url).on("error", ({ code }: NodeJS.ErrnoException) => (error = code));
    socket.setEncoding("latin1").on("data", (part: string) => {
      text += part;
      if (replies === undefined || !hasEnded(text, replies)) return;
      endedBy = "caller";
      socket.destroy();
    });
    socket.on("close", () => resolve({ text, statuses: statusesOf(text), endedBy, error }));
    socket.write(bytes);
  });
}

/** A connection on which nothing was said yet. Its end shows what becomes of it, not an error. */
export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname).on("error", () => undefined);
}

const statusLine = /HTTP\/1\.1 (\d{3}) [^\r]*\r\n/g;

function statusesOf(text: string): readonly number[] {
  return [...text.matchAll(statusLine)].map(([, status]) => Number(status));
}

/** Whether N replies are whole: each has its head, and the last of them the length it announced. */
function hasEnded(text: string, replies: number): boolean {
  const heads = [...text.matchAll(statusLine)].filter(([, status]) => status !== "100");
  const last = heads.at(-1);
  if (heads.length < replies || last === undefined) return false;
  const head = text.indexOf("\r\n\r\n", last.index);
  if (head < 0) return false;
  const length = /^content-length: (\d+)\r$/im.exec(text.slice(last.index, head + 1))?.[1];
  return text.length - head - 4 >= Number(length ?? 0);
}
