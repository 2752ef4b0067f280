import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { executeThenReject } from "./defects/access.ts";
import { lagging } from "./conforming-records.ts";
import { early, isFor, oddities, pause, type Departure } from "./departures.ts";
import { listen } from "../../fixtures/network/listen.fixture.ts";
import { failure } from "./service.ts";
import type { IndependentServer } from "./independent-server.ts";

const json = { "content-type": "application/json" };

/** About 2 GB of spaces compressed to about 2 MB, made on first use. */
function sendBombs(): RequestListener {
  let bomb: Buffer | undefined;
  return (_, response) => {
    bomb ??= Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(32 * 1024 * 1024, " "))));
    response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(bomb);
  };
}

/** Never responds to a creation that it rejects, though it executes it. */
const hanging: Departure = async (ask, next) => {
  const made = await next(ask);
  return isFor(ask, "createUser") && made.isRejection === true ? new Promise<never>(() => {}) : made;
};

/** Servers that respond to every request in the same way. */
const listeners: Readonly<Record<string, RequestListener>> = {
  "gzip-bomb": sendBombs(),
  "million-records": (_, response) =>
    response.writeHead(200, json).end(`{"data":[${"1,".repeat(999_999)}1],"meta":{"page":1,"total":1000000}}`),
};

/** Whatever they do, a run must end in limited time and memory, with a clear result. No verdict is expected. */
export const hostileServers: readonly IndependentServer[] = [
  ...oddities({
    "down-every-other-time": early(
      ({ nth }) => nth % 2 === 0,
      () => failure(503, "down", "Try again."),
    ),
    "slow-everywhere": async (ask, next) => {
      await pause(3000);
      return next(ask);
    },

    // Creations have another result than their responses say.
    "creates-and-hangs": [hanging, executeThenReject()],
    "rejected-and-created-late": [lagging(300), executeThenReject()],
  }),
  ...Object.entries(listeners).map(([id, listener]) => ({
    id,
    breaks: [],
    start: () => listen(createServer({ maxHeaderSize: 131_072 }, listener)),
  })),
];
