import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Server as SocketServer, Socket } from "node:net";
import type { Running } from "./stranger.ts";
import type { Ask, Reply } from "./service.ts";

/** Answers one request, at once or later. */
export type Answer = (ask: Ask) => Reply | Promise<Reply>;

/** Puts a reply on the wire. */
export type Write = (response: ServerResponse, reply: Reply, ask: Ask) => void;

/** The bytes of a reply's body. */
export function bytesOf({ text, body, envelope }: Reply): Buffer {
  if (text !== undefined) return Buffer.from(text);
  const value = body === undefined ? envelope : body;
  return value === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(value));
}

/** The usual way: status, headers with the length, body. */
export function writePlainly(response: ServerResponse, reply: Reply): void {
  const bytes = bytesOf(reply);
  const length = reply.status === 204 ? {} : { "content-length": String(bytes.length) };
  response.writeHead(reply.status, { ...reply.headers, ...length }).end(bytes);
}

/** Listens on loopback, on a free port; `stop` also ends the connections. */
export async function listen(server: SocketServer, scheme = "http", path = ""): Promise<Running> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  };
  server.on("connection", keep);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    baseUrl: `${scheme}://127.0.0.1:${address.port}${path}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The text that was sent with a request. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/** What the service sees of a request; `undefined` where it is not below the prefix. */
function askOf(request: IncomingMessage, prefix: string, body: string): Ask | undefined {
  const [path = "", ...query] = (request.url ?? "").split("?");
  if (!path.startsWith(`${prefix}/`)) return undefined;
  return {
    method: request.method ?? "",
    path: path.slice(prefix.length),
    query: new URLSearchParams(query.join("?")),
    authorization: request.headers.authorization,
    headers: request.headers,
    body,
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  prefix: string,
  answer: Answer,
  write: Write,
): Promise<void> {
  const ask = askOf(request, prefix, await readBody(request));
  if (ask === undefined) response.writeHead(404).end();
  else write(response, await answer(ask), ask);
}

/** An HTTP server that answers so; a caller that went away in the middle is forgotten. */
export function serverOf(answer: Answer, write: Write = writePlainly, prefix = ""): Server {
  const listener: RequestListener = (request, response) => {
    respond(request, response, prefix, answer, write).catch(() => response.destroy());
  };
  return createServer({ maxHeaderSize: 65_536 }, listener);
}
