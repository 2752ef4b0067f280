import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Server as SocketServer, Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { Running } from "./stranger.ts";
import type { Ask, Reply } from "./service.ts";

/** Answers one request, at once or later. */
export type Answer = (ask: Ask) => Reply | Promise<Reply>;

/** Puts a reply on the wire. */
export type Write = (response: ServerResponse, reply: Reply, ask: Ask) => void;

/** The bytes of a reply's body. */
export function bytesOf({ text: sent, body, envelope }: Reply): Buffer {
  if (sent !== undefined) return Buffer.from(sent);
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

/** What the service sees of a request; `undefined` where it is not below the prefix. */
async function askOf(request: IncomingMessage, prefix: string, nth: number): Promise<Ask | undefined> {
  const body = await text(request);
  const [path = "", ...query] = (request.url ?? "").split("?");
  const { method = "", headers } = request;
  return path.startsWith(`${prefix}/`)
    ? {
        method,
        path: path.slice(prefix.length),
        query: new URLSearchParams(query.join("?")),
        authorization: headers.authorization,
        headers,
        body,
        nth,
      }
    : undefined;
}

/** An HTTP server that answers so; a caller that went away in the middle is forgotten. */
export function serverOf(answer: Answer, write: Write = writePlainly, prefix = ""): Server {
  let count = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    count += 1;
    const ask = await askOf(request, prefix, count);
    if (ask === undefined) response.writeHead(404).end();
    else write(response, await answer(ask), ask);
  };
  return createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
}
