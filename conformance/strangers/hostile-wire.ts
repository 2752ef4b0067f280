import { readFileSync } from "node:fs";
import { createServer as createSecureServer } from "node:https";
import { createServer, type Socket } from "node:net";
import { serverOf, listen } from "./serve.ts";
import { openService } from "./service.ts";
import type { Running, Stranger } from "./stranger.ts";

/** A self-signed certificate for 127.0.0.1 and localhost. It and its key are public: they protect nothing. */
const testCertificate = readFileSync(new URL("test-only-localhost.cert.pem", import.meta.url), "utf8");
const testKey = readFileSync(new URL("test-only-localhost.key.pem", import.meta.url), "utf8");

/** A stranger on a bare socket that acts so once the first bytes have come. */
function onData(id: string, sentence: string, act: (socket: Socket) => void): Stranger {
  const server = (): Promise<Running> => listen(createServer((socket) => socket.once("data", () => act(socket))));
  return { id, sentence, breaks: [], start: server };
}

/** A stranger that sends this text on a bare socket, and ends. */
function sends(id: string, sentence: string, ...lines: readonly string[]): Stranger {
  return onData(id, sentence, (socket) => socket.end(lines.join("\r\n")));
}

/** Honest, over TLS. */
function secure(): Promise<Running> {
  const service = openService();
  const plain = serverOf(service.answer);
  const server = createSecureServer({ cert: testCertificate, key: testKey }, (request, response) => {
    plain.emit("request", request, response);
  });
  return listen(server, "https");
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
export const hostileWires: readonly Stranger[] = [
  { id: "nothing-listening", sentence: "is not there", breaks: [], start: nothing },
  {
    id: "no-such-host",
    sentence: "has a name that no one knows",
    breaks: [],
    start: () => Promise.resolve({ baseUrl: "http://stranger.invalid", stop: () => Promise.resolve() }),
  },
  {
    id: "self-signed",
    sentence: "is the ordinary service over TLS, with a certificate that no one vouches for",
    breaks: [],
    start: secure,
  },
  {
    id: "plain-where-tls",
    sentence: "speaks plain HTTP at an https address",
    breaks: [],
    start: () => listen(serverOf(openService().answer), "https"),
  },
  {
    id: "tls-where-plain",
    sentence: "speaks TLS at an http address",
    breaks: [],
    start: () => listen(createSecureServer({ cert: testCertificate, key: testKey }), "http"),
  },
  {
    id: "resets-at-once",
    sentence: "resets every connection before anything is sent",
    breaks: [],
    start: () => listen(createServer((socket) => socket.resetAndDestroy())),
  },
  onData("resets", "resets the connection when a request comes", (socket) => socket.resetAndDestroy()),
  onData("ends-without-answer", "ends the connection when a request comes", (socket) => socket.end()),
  sends("garbage", "sends what is no HTTP", "220 smtp.stranger.invalid ESMTP", "\u0000\u0007 %&/(", ""),
  sends("strange-version", "speaks HTTP/7.3", "HTTP/7.3 200 OK", json, "", empty),
  sends("status-of-four-digits", "sends status 2000", "HTTP/1.1 2000 OK", json, "", empty),
  sends(
    "switches-protocols",
    "answers 101",
    "HTTP/1.1 101 Switching Protocols",
    "upgrade: x",
    "connection: upgrade",
    "",
    "",
  ),
  sends("length-too-great", "announces more than it sends", ok, json, "content-length: 500", "", empty),
  sends("length-too-small", "announces less than it sends", ok, json, "content-length: 10", "", empty),
  sends("two-lengths", "announces two lengths", ok, json, "content-length: 39", "content-length: 40", "", empty),
  sends("negative-length", "announces a negative length", ok, json, "content-length: -1", "", empty),
  sends(
    "bad-chunk",
    "sends a chunk of a size that is no number",
    ok,
    json,
    "transfer-encoding: chunked",
    "",
    "zz",
    empty,
    "0",
    "",
    "",
  ),
  sends("no-last-chunk", "ends before the last chunk", ok, json, "transfer-encoding: chunked", "", "27", empty, ""),
  sends("folded-header", "has a header line that is none", ok, json, "this is no header", "", empty),
  onData("endless-header", "sends a header that does not end", (socket) => {
    socket.write(`${ok}\r\nx-long: `);
    const timer = setInterval(() => socket.write("h".repeat(1000)), 20).unref();
    socket.once("close", () => clearInterval(timer));
  }),
  onData("slow-header", "sends its status line one character a second", (socket) => {
    const characters = Array.from(`${ok}\r\n${json}\r\n\r\n${empty}`);
    const timer = setInterval(() => socket.write(characters.shift() ?? " "), 1000).unref();
    socket.once("close", () => clearInterval(timer));
  }),
];
