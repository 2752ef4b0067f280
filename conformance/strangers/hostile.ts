import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { onText, odd, pause } from "./departures.ts";
import { listen } from "./serve.ts";
import { failure } from "./service.ts";
import type { Stranger } from "./stranger.ts";

const json = { "content-type": "application/json" };

/** A stranger that answers every request so, whatever it asks. */
function always(id: string, sentence: string, listener: RequestListener): Stranger {
  return { id, sentence, breaks: [], start: () => listen(createServer({ maxHeaderSize: 131_072 }, listener)) };
}

/** The same reply to every request. */
function reply(id: string, sentence: string, status: number, headers: Record<string, string>, body = ""): Stranger {
  return always(id, sentence, (_, response) => response.writeHead(status, headers).end(body));
}

/** Sends one piece many times, no faster than it is read. */
function pour(response: ServerResponse, piece: Buffer, times: number): void {
  let left = times;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(piece)) {
        response.once("drain", more);
        return;
      }
    }
    response.end();
  };
  more();
}

/** Sends a little, again and again, for as long as someone reads. */
function drip(write: () => void, response: ServerResponse, milliseconds: number): void {
  const timer = setInterval(write, milliseconds).unref();
  response.once("close", () => clearInterval(timer));
}

const megabyte = Buffer.alloc(1024 * 1024, "a");

/** About 2 GB of spaces in about 2 MB, made where it is first asked for. */
function bomb(): () => Buffer {
  let made: Buffer | undefined;
  return () => {
    made ??= Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(32 * 1024 * 1024, " "))));
    return made;
  };
}

function sendsBomb(coding: string, wrap: (bytes: Buffer) => Buffer): RequestListener {
  const make = bomb();
  return (_, response) => response.writeHead(200, { ...json, "content-encoding": coding }).end(wrap(make()));
}

const depth = 100_000;
const deep = `{"data":${"[".repeat(depth)}${"]".repeat(depth)},"meta":{"page":1,"total":1}}`;
const deepObject = `{"data":[${'{"a":'.repeat(depth)}1${"}".repeat(depth)}],"meta":{"page":1,"total":1}}`;
const loginPage = "<!doctype html><title>Sign in</title><form></form>";

/** It does harm with well-formed HTTP. */
export const hostileReplies: readonly Stranger[] = [
  always("never-answers", "takes a request and never answers", () => {}),
  always("hangs-after-headers", "sends headers and no body", (_, response) => {
    response.writeHead(200, { ...json, "content-length": "100" }).flushHeaders();
  }),
  always("hangs-in-the-body", "sends half a body and nothing more", (_, response) => {
    response.writeHead(200, json).write('{"data":[{"id":1},');
  }),
  always("half-a-body-then-reset", "sends half a body and resets the connection", (_, response) => {
    response.writeHead(200, { ...json, "content-length": "1000" }).write('{"data":[', () => {
      setTimeout(() => response.socket?.resetAndDestroy(), 20).unref();
    });
  }),
  always("two-hundred-megabytes", "sends 200 MB", (_, response) => {
    response.writeHead(200, json).write('{"data":["');
    pour(response, megabyte, 200);
  }),
  always("announces-a-terabyte", "announces 1 TB and begins to send it", (_, response) => {
    response.writeHead(200, { ...json, "content-length": String(1024 ** 4) });
    pour(response, megabyte, 1024 ** 2);
  }),
  always(
    "gzip-bomb",
    "sends 2 MB that decompress to 2 GB",
    sendsBomb("gzip", (bytes) => bytes),
  ),
  always(
    "gzip-in-gzip",
    "sends a few KB that decompress twice to 2 GB",
    sendsBomb("gzip, gzip", (bytes) => gzipSync(bytes)),
  ),
  reply("no-gzip", "says gzip and sends plain JSON", 200, { ...json, "content-encoding": "gzip" }, '{"data":[]}'),
  reply("unknown-coding", "sends a coding that no one knows", 200, { ...json, "content-encoding": "x-rot13" }, "{}"),
  always("redirects-endlessly", "redirects to itself, on and on", (request, response) => {
    const count = Number(new URL(request.url ?? "/", "http://x").searchParams.get("n") ?? 0) + 1;
    response.writeHead(302, { location: `/again?n=${count}` }).end();
  }),
  reply("redirects-nowhere", "redirects to what is no address", 302, { location: "http://[::bad" }),
  reply("redirects-without-location", "redirects and does not say where", 302, {}),
  always("invalid-utf-8", "sends bytes that are no UTF-8", (_, response) => {
    const bytes = Buffer.concat([Buffer.from('{"data":["'), Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0xed, 0xa0, 0x80])]);
    response.writeHead(200, json).end(Buffer.concat([bytes, Buffer.from('"],"meta":{"page":1,"total":1}}')]));
  }),
  reply("deep-lists", "nests lists 100,000 deep", 200, json, deep),
  reply("deep-objects", "nests objects 100,000 deep", 200, json, deepObject),
  reply(
    "million-digits",
    "has a total of a million digits",
    200,
    json,
    `{"data":[],"meta":{"page":1,"total":1${"0".repeat(1e6)}}}`,
  ),
  reply(
    "million-records",
    "has a million records on a page",
    200,
    json,
    `{"data":[${"1,".repeat(999_999)}1],"meta":{"page":1,"total":1000000}}`,
  ),
  reply("long-header", "sends a header of 60 KB", 200, { ...json, "x-long": "h".repeat(60_000) }, "{}"),
  reply(
    "many-headers",
    "sends 1,500 headers",
    200,
    Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`x-header-${index}`, "some value or other"])),
  ),
  always("endless-drip", "sends a space every 100 ms, on and on", (_, response) => {
    response.writeHead(200, json);
    drip(() => response.write(" "), response, 100);
  }),
  always("endless-hints", "sends early hints every 50 ms, on and on, and no answer", (_, response) => {
    drip(() => response.writeEarlyHints({ link: "</a>; rel=preload" }), response, 50);
  }),
  reply("always-429", "answers 429 and wants an hour's wait", 429, { "retry-after": "3600" }),
  reply("always-429-at-once", "answers 429 and wants no wait", 429, { "retry-after": "0" }),
  reply("always-429-strangely", "answers 429 and a wait that is no number", 429, { "retry-after": "-1e9 soon" }),
  reply("always-503", "answers 503 and wants an hour's wait", 503, { "retry-after": "3600" }, "down for maintenance"),
  reply("everything-to-login", "redirects everything to /login", 302, { location: "/login" }),
  reply("everything-401", "answers everything 401", 401, json, '{"error":"unauthorized"}'),
  reply("everything-404", "answers everything 404", 404, { "content-type": "text/plain" }, "404 page not found"),
  reply("everything-500", "answers everything 500", 500, { "content-type": "text/plain" }, "Internal Server Error"),
  reply("everything-html", "answers everything 200 and a login page", 200, { "content-type": "text/html" }, loginPage),
  reply(
    "everything-empty",
    "answers everything 200 and an empty envelope",
    200,
    json,
    '{"data":[],"meta":{"page":1,"total":0}}',
  ),
  always(
    "echoes-everything",
    "sends every header and the address back, in headers, body and status text",
    (request, response) => {
      const shown = (request.headers.authorization ?? "").replaceAll(/[^\x20-\x7e]/g, "");
      const bare = shown.split(" ").at(-1) ?? "";
      response.statusMessage = `for ${shown}`;
      response.writeHead(200, {
        ...json,
        location: `/?t=${encodeURIComponent(bare)}`,
        [`x-${bare.replaceAll(/[^\w-]/g, "")}`]: shown,
      });
      const forms = [shown, bare, Buffer.from(bare).toString("base64"), Buffer.from(bare).toString("hex")];
      response.end(JSON.stringify({ data: [...forms, request.url, request.rawHeaders], meta: { page: 1, total: 99 } }));
    },
  ),
  odd("slow-everywhere", "takes 3 s over everything", () => ({
    around: [
      async (ask, next) => {
        await pause(3000);
        return next(ask);
      },
    ],
  })),
  odd("dies-after-ten", "answers ten calls well, and cuts the connection of every other", () => {
    let calls = 0;
    return {
      write: (response, { status, headers, envelope, body }) => {
        calls += 1;
        if (calls > 10) response.destroy();
        else response.writeHead(status, headers).end(JSON.stringify(body ?? envelope));
      },
    };
  }),
  odd("down-every-other-time", "answers every other call 503", () => {
    let calls = 0;
    return {
      around: [
        (ask, next) => {
          calls += 1;
          return calls % 2 === 0 ? failure(503, "down", "Try again.") : next(ask);
        },
      ],
    };
  }),
  odd("other-envelope-each-time", "breaks another rule of the envelope at each call", () => {
    const bodies = [
      "[]",
      "{}",
      '{"data":{}}',
      '{"data":[],"meta":[]}',
      "null",
      "<p>",
      '{"data":[],"meta":{"page":"1"}}',
    ];
    let calls = 0;
    return {
      around: [
        onText((text, { envelope }) => {
          calls += 1;
          return envelope === undefined ? text : (bodies[calls % bodies.length] ?? text);
        }),
      ],
    };
  }),
];
