import { readFileSync } from "node:fs";
import { createServer as createSecureServer } from "node:https";
import { createServer, type Socket } from "node:net";
import type { Writable } from "node:stream";
import { serverOf, listen } from "./serve.ts";
import { openService } from "./service.ts";
import type { Running, IndependentServer } from "./independent-server.ts";

/** A self-signed certificate for 127.0.0.1 and localhost. It and its key are public: they protect nothing. */
const [cert, key] = ["cert", "key"].map((part) =>
  readFileSync(new URL(`test-only-localhost.${part}.pem`, import.meta.url), "utf8"),
);
const certificate = { cert, key };

type Start = IndependentServer["start"];

/** Acts on a raw socket after the first bytes arrive. */
const onData =
  (act: (socket: Socket) => void): Start =>
  () =>
    listen(createServer((socket) => socket.once("data", () => act(socket))));

/** Sends these lines on a raw socket, and closes it. */
const sends = (...lines: readonly string[]): Start => onData((socket) => socket.end(lines.join("\r\n")));

/** Sends an empty envelope with these headers. */
const announces = (...headers: readonly string[]): Start => sends(ok, json, ...headers, "", empty);

/** Sends a little, again and again, as long as the client reads. */
function drip(response: Writable, milliseconds: number, write: () => void): void {
  const timer = setInterval(write, milliseconds).unref();
  response.once("close", () => clearInterval(timer));
}

/** A regular server with TLS. */
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

const wires: Readonly<Record<string, Start>> = {
  "nothing-listening": nothing,
  "no-such-host": () => Promise.resolve({ baseUrl: "http://independent.invalid", stop: () => Promise.resolve() }),
  "self-signed": secure,
  "tls-where-plain": () => listen(createSecureServer(certificate), "http"),
  "resets-at-once": () => listen(createServer((socket) => socket.resetAndDestroy())),
  "ends-without-answer": onData((socket) => socket.end()),
  "status-of-four-digits": sends("HTTP/1.1 2000 OK", json, "", empty),
  "length-too-great": announces("content-length: 500"),
  "bad-chunk": sends(ok, json, "transfer-encoding: chunked", "", "zz", empty, "0", "", ""),
  "endless-header": onData((socket) => {
    socket.write(`${ok}\r\nx-long: `);
    drip(socket, 20, () => socket.write("h".repeat(1000)));
  }),
};

/** Hostile below HTTP, or not reachable at all. */
export const hostileWires = Object.entries(wires).map(([id, start]): IndependentServer => ({ id, breaks: [], start }));
