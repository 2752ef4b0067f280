import { connect, type Socket } from "node:net";

/** The bytes received until the connection ended, as text. */
export interface RawAnswer {
  readonly text: string;
  /** The status of each response, in order. */
  readonly statuses: readonly number[];
  /** Who closed the connection: the server, or the client after the expected responses. */
  readonly endedBy: "server" | "caller";
  /** The error code that ended it, such as `ECONNRESET`. */
  readonly error?: string | undefined;
}

export interface RawOptions {
  /** The client closes after this many complete responses; without it, the server has to. */
  readonly replies?: number;
}

/** Sends raw bytes over a new connection, as no client would. */
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

/** An open connection without any request. Its end is a result, not an error. */
export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname).on("error", () => undefined);
}

const statusLine = /HTTP\/1\.1 (\d{3}) [^\r]*\r\n/g;

function statusesOf(text: string): readonly number[] {
  return [...text.matchAll(statusLine)].map(([, status]) => Number(status));
}

/** Whether N responses are complete: all heads, and the announced length of the last one. */
function hasEnded(text: string, replies: number): boolean {
  const heads = [...text.matchAll(statusLine)].filter(([, status]) => status !== "100");
  const last = heads.at(-1);
  if (heads.length < replies || last === undefined) return false;
  const head = text.indexOf("\r\n\r\n", last.index);
  if (head < 0) return false;
  const length = /^content-length: (\d+)\r$/im.exec(text.slice(last.index, head + 1))?.[1];
  return text.length - head - 4 >= Number(length ?? 0);
}
