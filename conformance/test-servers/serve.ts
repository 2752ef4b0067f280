import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Ask, Reply } from "./service.ts";

/** Answers one request, now or later. */
export type Answer = (ask: Ask) => Reply | Promise<Reply>;

/** Sends a reply over the connection. */
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

/** An HTTP server for paths below the prefix; ignores clients that disconnect early. */
export function serverOf(answer: Answer, write: Write = writePlainly, prefix = ""): Server {
  let nth = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    nth += 1;
    const { method = "", url = "", headers } = request;
    const [whole = "", ...query] = url.split("?");
    const ask: Ask = {
      method,
      path: whole.slice(prefix.length),
      query: new URLSearchParams(query.join("?")),
      authorization: headers.authorization,
      headers,
      nth,
      body: await text(request),
    };
    if (whole.startsWith(`${prefix}/`)) write(response, await answer(ask), ask);
    else response.writeHead(404).end();
  };
  return createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
}
