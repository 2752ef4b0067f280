import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as passed } from "node:timers/promises";
import autocannon, { type Request } from "autocannon";
import { bearer, creation, disturbances, mistakes, reads, type ExpectedCall } from "./calls.ts";
import type { Tally } from "./tally.ts";

export interface Soaking {
  readonly url: string;
  readonly tally: Tally;
  /** Aborted at the end. */
  readonly signal: AbortSignal;
}

/** So many callers of a kind, until the end. */
type Callers = (soaking: Soaking, count: number) => Promise<unknown>;

/** How many callers of each kind there are at once. */
export const callers: readonly (readonly [kind: string, count: number, callers: Callers])[] = [
  ["reads", 20, load("reads", reads)],
  ["creates", 2, load("creates", [creation])],
  ["mistakes", 4, load("mistakes", mistakes)],
  ["disturbed", 4, each(disturbed)],
  ["control", 1, each(control)],
  ["events", 1, each(events)],
  ["leavers", 2, each(leaver)],
  ["idle", 300, each(idle)],
];

function each(caller: (soaking: Soaking) => Promise<void>): Callers {
  return (soaking, count) => Promise.all(Array.from({ length: count }, () => caller(soaking)));
}

/** Each connection sends the requests in turn, each as soon as the one before it was answered. */
function load(kind: string, calls: readonly (ExpectedCall | (() => ExpectedCall))[]): Callers {
  return ({ url, tally, signal }, connections) => {
    const requests = calls.map((call): Request => {
      const { method, path, token, body, status } = typeof call === "function" ? call() : call;
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      return {
        method,
        path,
        headers,
        body,
        ...(typeof call === "function" && { setupRequest: (request) => ({ ...request, body: call().body }) }),
        onResponse: (seen) =>
          tally.note(kind, seen === status ? undefined : `${method} ${path} was answered with ${seen}`),
      };
    });
    return new Promise<void>((resolve, reject) => {
      // Longer than anybody soaks: the signal ends it.
      const running = autocannon({ url, connections, requests, duration: 1e6 }, (error) =>
        error === null ? resolve() : reject(error),
      );
      running.on("reqError", (error) => tally.note(kind, `a connection broke: ${String(error)}`));
      signal.addEventListener("abort", () => running.stop());
    });
  };
}

async function disturbed({ url, tally, signal }: Soaking): Promise<void> {
  while (!signal.aborted) {
    for (const [prefer, expected] of disturbances) {
      const patience = AbortSignal.timeout(prefer.endsWith("hang") ? 200 : 20_000);
      const headers = { authorization: bearer, prefer };
      const seen = await fetch(`${url}/api/v1/users`, { headers, redirect: "manual", signal: patience })
        .then(async (reply) => (await reply.text(), reply.status))
        .catch(() => "broken" as const);
      tally.note("disturbed", seen === expected ? undefined : `${prefer} came to ${seen}, not ${expected}`);
    }
  }
}

/** What a console and tests ask for; the reset bounds what the creations add. */
async function control({ url, tally, signal }: Soaking): Promise<void> {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(`${url}/_orgkit/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...sent,
    });
    const text = await reply.text();
    tally.note("control", reply.ok ? undefined : `${method} ${path} was answered with ${reply.status}: ${text}`);
    return text === "" || !reply.ok ? undefined : JSON.parse(text);
  };
  while (!signal.aborted) {
    for (const path of ["health", "state", "journal?limit=20", "scenarios", "accounts/acct_crowd/users?search=a"]) {
      await ask("GET", path);
    }
    await ask("POST", "verify", { match: { operation: "createUser" }, count: { atLeast: 0 } });
    await ask("PUT", "snapshots/soak");
    const opened = await ask("POST", "sandboxes", { scenarios: ["latency:ms=1"] });
    const id = typeof opened === "object" && opened !== null && "id" in opened ? String(opened.id) : "";
    await ask("POST", `reset?sandbox=${id}`);
    await ask("DELETE", `sandboxes/${id}`);
    await ask("POST", "snapshots/soak/restore");
    await ask("POST", "reset");
    await passed(2000, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Reads the events as a console does; one that falls too far behind is let go, and asks anew. */
async function events({ url, tally, signal }: Soaking): Promise<void> {
  while (!signal.aborted) {
    try {
      const reply = await fetch(`${url}/_orgkit/events`, { signal });
      tally.note("events", reply.ok ? undefined : `answered with ${reply.status}`);
      for await (const part of reply.body ?? []) if (part.length === 0) break;
    } catch {
      // Let go, or the end.
    }
    await passed(1000, undefined, { ref: false });
  }
}

/** Sends the beginning of a request and leaves. */
async function leaver({ url, tally, signal }: Soaking): Promise<void> {
  const beginnings = [
    "GET /api/v1/us",
    `GET /api/v1/users?per_page=100 HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer}\r\n\r\n`,
    `POST /api/v1/users HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer}\r\ncontent-length: 999\r\n\r\n{`,
    "POST /_orgkit/clock HTTP/1.1\r\nhost: localhost\r\ncontent-length: 999\r\n\r\n{",
  ];
  while (!signal.aborted) {
    for (const beginning of beginnings) {
      const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
      await new Promise<void>((resolve) => socket.write(beginning, () => resolve()));
      socket.resetAndDestroy();
      tally.note("leavers");
      await passed(5);
    }
  }
}

/** Says nothing; once the mock has lost its patience, it comes again. */
async function idle({ url, tally, signal }: Soaking): Promise<void> {
  while (!signal.aborted) {
    const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
    const end = (): void => void socket.destroy();
    signal.addEventListener("abort", end);
    await once(socket.resume(), "close");
    signal.removeEventListener("abort", end);
    tally.note("idle");
  }
}
