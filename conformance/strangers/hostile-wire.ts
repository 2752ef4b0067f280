import { readFileSync } from "node:fs";
import { createServer as createSecureServer } from "node:https";
import { createServer, type Socket } from "node:net";
import type { Writable } from "node:stream";
import { serverOf, listen } from "./serve.ts";
import { openService } from "./service.ts";
import type { Running, Stranger } from "./stranger.ts";

/** A self-signed certificate for 127.0.0.1 and localhost. It and its key are public: they protect nothing. */
const [cert, key] = ["cert", "key"].map((part) =>
  readFileSync(new URL(`test-only-localhost.${part}.pem`, import.meta.url), "utf8"),
);
const certificate = { cert, key };

function server(id: string, start: Stranger["start"]): Stranger {
  return { id, breaks: [], start };
}

/** A server on a bare socket that acts so once the first bytes have come. */
function onData(id: string, act: (socket: Socket) => void): Stranger {
  return server(id, () => listen(createServer((socket) => socket.once("data", () => act(socket)))));
}

/** A server that sends these lines on a bare socket, and ends. */
function sends(id: string, ...lines: readonly string[]): Stranger {
  return onData(id, (socket) => socket.end(lines.join("\r\n")));
}

/** A server that sends an empty envelope with these headers. */
function announces(id: string, ...headers: readonly string[]): Stranger {
  return sends(id, ok, json, ...headers, "", empty);
}

/** Sends a little, again and again, for as long as someone reads. */
export function drip(response: Writable, milliseconds: number, write: () => void): void {
  const timer = setInterval(write, milliseconds).unref();
  response.once("close", () => clearInterval(timer));
}

/** Honest, over TLS. */
function secure(): Promise<Running> {
  const plain = serverOf(openService().answer);
  return listen(
    createSecureServer(certificate, (...exchange) => plain.emit("request", ...exchange)),
    "https",
  );
}

/** A port that was free a moment ago. */
async function nothing(): Promise<Running> {
  const { baseUrl, stop } = await listen(createServer());
  await stop();
  return { baseUrl, stop: () => Promise.resolve() };
}

const empty = '{"data":[],"meta":{"page":1,"total":0}}';
const ok = "HTTP/1.1 200 OK";
const json = "content-type: application/json";

/** It does harm below HTTP, or is not there at all. */
export const hostileWires = [
  server("nothing-listening", nothing),
  server("no-such-host", () => Promise.resolve({ baseUrl: "http://stranger.invalid", stop: () => Promise.resolve() })),
  server("self-signed", secure),
  server("plain-where-tls", () => listen(serverOf(openService().answer), "https")),
  server("tls-where-plain", () => listen(createSecureServer(certificate), "http")),
  server("resets-at-once", () => listen(createServer((socket) => socket.resetAndDestroy()))),
  onData("resets", (socket) => socket.resetAndDestroy()),
  onData("ends-without-answer", (socket) => socket.end()),
  sends("garbage", "220 smtp.stranger.invalid ESMTP", "\u0000\u0007 %&/(", ""),
  sends("strange-version", "HTTP/7.3 200 OK", json, "", empty),
  sends("status-of-four-digits", "HTTP/1.1 2000 OK", json, "", empty),
  sends("switches-protocols", "HTTP/1.1 101 Switching Protocols", "upgrade: x", "connection: upgrade", "", ""),
  announces("length-too-great", "content-length: 500"),
  announces("length-too-small", "content-length: 10"),
  announces("two-lengths", "content-length: 39", "content-length: 40"),
  announces("negative-length", "content-length: -1"),
  sends("bad-chunk", ok, json, "transfer-encoding: chunked", "", "zz", empty, "0", "", ""),
  sends("no-last-chunk", ok, json, "transfer-encoding: chunked", "", "27", empty, ""),
  announces("folded-header", "this is no header"),
  onData("endless-header", (socket) => {
    socket.write(`${ok}\r\nx-long: `);
    drip(socket, 20, () => socket.write("h".repeat(1000)));
  }),
  onData("slow-header", (socket) => {
    const characters = Array.from(`${ok}\r\n${json}\r\n\r\n${empty}`);
    drip(socket, 1000, () => socket.write(characters.shift() ?? " "));
  }),
];
