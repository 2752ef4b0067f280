import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as passed } from "node:timers/promises";
import { openLine, type Line } from "../bench/load/line.ts";
import { requestText } from "../bench/load/request.ts";
import { bearer, creation, disturbances, mistakes, reads, type ExpectedCall } from "./calls.ts";
import type { Tally } from "./tally.ts";

export interface Soaking {
  readonly url: string;
  readonly tally: Tally;
  /** Aborted at the end. */
  readonly signal: AbortSignal;
}

/** One caller, until the end. */
type Caller = (soaking: Soaking) => Promise<void>;

/** How many callers of each kind there are at once. */
export const callers: readonly (readonly [kind: string, count: number, caller: Caller])[] = [
  ["reads", 20, onLine("reads", inTurn(reads))],
  ["creates", 2, onLine("creates", () => creation)],
  ["mistakes", 4, onLine("mistakes", inTurn(mistakes))],
  ["disturbed", 4, disturbed],
  ["control", 1, control],
  ["events", 1, events],
  ["leavers", 2, leaver],
  ["idle", 300, idle],
];

function inTurn(calls: readonly ExpectedCall[]): () => () => ExpectedCall {
  let started = 0;
  return () => {
    let next = (started += 17);
    return () => {
      const call = calls[next % calls.length];
      next += 1;
      if (call === undefined) throw new Error("there are no calls");
      return call;
    };
  };
}

/** Calls again as soon as it was answered, over one connection. */
function onLine(kind: string, start: () => () => ExpectedCall): Caller {
  return async ({ url, tally, signal }) => {
    const next = start();
    const texts = new WeakMap<ExpectedCall, string>();
    let call = next();
    let line: Line | undefined;
    const send = (): void => {
      const text = texts.get(call) ?? requestText(call);
      texts.set(call, text);
      line?.send(text);
    };
    const broken = Promise.withResolvers<void>();
    line = await openLine(Number(new URL(url).port), {
      replied: (status) => {
        tally.note(
          kind,
          status === call.status ? undefined : `${call.method} ${call.path} was answered with ${status}`,
        );
        if (signal.aborted) return broken.resolve();
        call = next();
        send();
      },
      broke: (error) => {
        tally.note(kind, `a connection broke: ${error.message}`);
        broken.resolve();
      },
    });
    send();
    await broken.promise;
    line.close();
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
