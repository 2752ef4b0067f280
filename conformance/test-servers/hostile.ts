import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { executeThenReject } from "./defects/rejections.ts";
import { lagging } from "./conforming-records.ts";
import { early, isFor, oddities, onRejection, pause, type Departure } from "./departures.ts";
import { listen } from "../../fixtures/network/listen.fixture.ts";
import { bytesOf } from "./serve.ts";
import { failure, type Reply } from "./service.ts";
import type { IndependentServer } from "./independent-server.ts";

const json = { "content-type": "application/json" };

/** The same response to every request. */
function same(status: number, headers: Record<string, string>, body = ""): RequestListener {
  return (_, response) => response.writeHead(status, headers).end(body);
}

/** About 2 GB of spaces compressed to about 2 MB, made on first use. */
function sendBombs(): RequestListener {
  let bomb: Buffer | undefined;
  return (_, response) => {
    bomb ??= Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(32 * 1024 * 1024, " "))));
    response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(bomb);
  };
}

const depth = 100_000;
/** Never responds to a creation with such a result. */
function stalled(isStalled: (reply: Reply) => boolean): Departure {
  return async (ask, next) => {
    const made = await next(ask);
    return isFor(ask, "createUser") && isStalled(made) ? new Promise<never>(() => {}) : made;
  };
}

/** Servers that respond to every request in the same way. */
const listeners: Readonly<Record<string, RequestListener>> = {
  "never-answers": () => {},
  "gzip-bomb": sendBombs(),
  "deep-lists": same(200, json, `{"data":${"[".repeat(depth)}${"]".repeat(depth)},"meta":{"page":1,"total":1}}`),
  "million-records": same(200, json, `{"data":[${"1,".repeat(999_999)}1],"meta":{"page":1,"total":1000000}}`),
  "always-429": same(429, { "retry-after": "3600" }),
};

/** Whatever they do, a run must end in limited time and memory, with a clear result. No verdict is expected. */
export const hostileServers: readonly IndependentServer[] = [
  ...Object.entries(listeners).map(([id, listener]) => ({
    id,
    breaks: [],
    start: () => listen(createServer({ maxHeaderSize: 131_072 }, listener)),
  })),
  ...oddities({
    "slow-everywhere": [
      async (ask, next) => {
        await pause(3000);
        return next(ask);
      },
    ],
    "dies-after-ten": [
      {
        write: (response, answered, { nth }) => {
          if (nth > 10) response.destroy();
          else response.writeHead(answered.status, answered.headers).end(bytesOf(answered));
        },
      },
    ],
    "down-every-other-time": [
      early(
        ({ nth }) => nth % 2 === 0,
        () => failure(503, "down", "Try again."),
      ),
    ],

    // Creations have another result than their responses say.
    "creates-and-fails": [onRejection("createUser", () => ({ status: 500, headers: {} })), executeThenReject()],
    "creates-and-hangs": [stalled(({ isRejection }) => isRejection === true), executeThenReject()],
    "rejected-and-created-late": [lagging(300), executeThenReject()],
  }),
];
