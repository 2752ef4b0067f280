import { connect } from "node:net";
import { setTimeout as pass } from "node:timers/promises";
import { parseArgs } from "node:util";
import autocannon, { type Request } from "autocannon";
import { median } from "./bench/report.ts";
import { creations, startServer } from "./bench/server.ts";

/**
 * `npm run soak -- --minutes 10`: a mock at full load, with clients of every kind at once. Fails if a response is
 * wrong, the mock exits, or its memory grows after warming up.
 */
const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const seconds = Number(values.minutes) * 60;
/** Growth that counts as a leak. Megabytes a minute. */
const maxGrowth = 1;

const users = "/api/v1/users";
await using mock = await startServer({
  name: "orgkit mock",
  token: "crowd-token-0001",
  users,
  paging: ["page", "per_page"],
  // With gigabytes of memory, V8 and the C library keep unused memory, which would look like a leak.
  launch: (port) =>
    `env MALLOC_ARENA_MAX=1 ${process.execPath} --max-old-space-size=128 --max-semi-space-size=16 ${import.meta.dirname}/cli.ts mock --quiet --world crowd:1000 --port ${port}`.split(
      " ",
    ),
});

/** `expected`: the status; absent if no complete response is expected. */
type Exchange = Request & { readonly expected?: number };

const preferring = (preference: string, expected?: number): Exchange => ({
  path: users,
  headers: { prefer: preference },
  ...(expected !== undefined && { expected }),
});

/** The number of connections and their requests, sent as fast as possible. */
const load: readonly (readonly [connections: number, exchanges: readonly Exchange[]])[] = [
  // More than the mock's response cache holds.
  [20, Array.from({ length: 150 }, (_, page) => ({ path: `${users}?per_page=7&page=${page + 1}`, expected: 200 }))],
  [2, creations(mock.server).map((request) => ({ ...request, expected: 201 }))],
  [
    4,
    [
      { path: users, headers: { authorization: "Bearer never-issued" }, expected: 401 },
      { path: "/api/v1/nowhere", expected: 404 },
      { path: "/api/v1/subscriptions/%zz", expected: 400 },
      { path: `${users}?page=x`, expected: 400 },
      { path: "/api/v1/invoices", method: "POST", body: "{}", expected: 405 },
      { path: users, method: "POST", body: "{}", expected: 422 },
      { path: users, method: "POST", body: `{"n":1e999,"a":"${"x".repeat(2000)}"}`, expected: 400 },
    ],
  ],
  [
    4,
    [
      preferring("code=503", 503),
      preferring("scenario=redirect-to-login", 302),
      preferring("scenario=malformed-envelope", 200),
      preferring('scenario="latency:ms=20"', 200),
      preferring('scenario="slow-body:ms=50"', 200),
    ],
  ],
  [4, ["truncated-body", "reset", "lost-response", "hang"].map((name) => preferring(`scenario=${name}`))],
];

let sent = 0;
const problems = new Map<string, number>();

function note(problem: string | undefined): void {
  sent += 1;
  if (problem !== undefined) problems.set(problem, (problems.get(problem) ?? 0) + 1);
}

const running = load.map(async ([connections, exchanges]) => {
  const requests = exchanges.map(({ expected, ...request }) => ({
    ...request,
    onResponse: (status: number) =>
      note(status === expected ? undefined : `${request.method ?? "GET"} ${request.path}: ${status}`),
  }));
  const headers = { authorization: `Bearer ${mock.server.token}`, "content-type": "application/json" };
  const options = { url: mock.url, connections, headers, requests, duration: seconds, timeout: 2 };
  const { errors } = await autocannon(options);
  const [first] = exchanges;
  if (errors > 0 && first?.expected !== undefined) note(`${errors} connections broke that sent ${first.path}`);
});

const isOver = AbortSignal.timeout(seconds * 1000);

/** Requests of a console and of tests; the reset limits what creations add. */
async function control(): Promise<void> {
  const ask = async (method: string, path: string, body?: string): Promise<Response> => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${mock.url}/_orgkit/${path}`, { method, headers, body: body ?? null });
    note(response.ok ? undefined : `${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  while (!isOver.aborted) {
    for (const path of ["state", "journal?limit=20", "accounts/acct_crowd/users?search=a"]) await ask("GET", path);
    await ask("PUT", "snapshots/soak");
    const { headers } = await ask("POST", "sandboxes", "{}");
    await ask("DELETE", headers.get("location")?.split("/_orgkit/")[1] ?? "");
    await ask("POST", "snapshots/soak/restore");
    await ask("POST", "reset");
    await pass(2000);
  }
}

/** Sends the start of a request, then disconnects or waits until the mock does. */
async function leaver(waits: boolean): Promise<void> {
  while (!isOver.aborted) {
    const socket = connect(Number(new URL(mock.url).port), "127.0.0.1");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    isOver.addEventListener("abort", () => socket.destroy(), { once: true });
    socket.on("error", () => undefined).resume();
    await new Promise((resolve) => socket.write("POST /api/v1/users HTTP/1.1\r\nhost: x\r\n", resolve));
    if (!waits) socket.resetAndDestroy();
    await closed;
    note(undefined);
    await pass(5);
  }
}

const samples: number[] = [];
async function watch(): Promise<void> {
  for (let second = 1; !isOver.aborted; second += 1) {
    samples.push((await mock.usage()).memory / 1e6);
    if (second % 15 === 0) process.stdout.write(`${second} s, ${samples.at(-1)?.toFixed(1)} MB, ${sent} requests\n`);
    await pass(1000);
  }
}

const leavers = Array.from({ length: 302 }, (_, index) => leaver(index > 1));
await Promise.all([...running, control(), watch(), ...leavers]);

/** After this, everything needed is loaded, compiled and cached. */
const warm = samples.slice(Math.min(120, samples.length / 3));
/** The median of the slopes between all pairs of samples: a single jump, or a sawtooth, is not growth. */
const slopes = warm.flatMap((early, index) => warm.slice(index + 1).map((late, gap) => (late - early) / (gap + 1)));
const growth = median(slopes) * 60;
const isGood = problems.size === 0 && growth < maxGrowth;
for (const [problem, count] of problems) process.stdout.write(`✗ ${problem} (${count} times)\n`);
process.stdout.write(
  `${isGood ? "✓" : "✗"} ${sent} requests in ${seconds} s; memory ${warm[0]?.toFixed(1)} MB once it was warm, ${warm.at(-1)?.toFixed(1)} MB at the end, ${growth.toFixed(2)} MB a minute; at most ${maxGrowth} is fine\n`,
);
process.exitCode = isGood ? 0 : 1;
