import { peerFile } from "../../fixtures/peer-package.ts";
import { callByFetch, callByHttp, withoutTransport, type Answer, type SentCall } from "../adapters/adapter-requests.ts";
import { startServer } from "../adapters/http-server.ts";
import type { Simulation } from "../simulation/simulation.ts";
import type { Seen } from "./differences.ts";
import { bodyOf, callOf } from "../simulation/recorder/recorder.ts";
import { notByFetch, notOverHttp, sentHeaders, targetOf } from "./sendable.ts";
import type { RecordedCall, RecordedReply } from "../simulation/recorder/recording.ts";

/** The adapters that can replay a recording. */
export const replayAdapters = ["simulation", "http", "msw"] as const;
export type ReplayAdapter = (typeof replayAdapters)[number];

/** A simulation behind an adapter. */
export interface OpenAdapter {
  /** Why a request cannot be sent through this adapter; `undefined` if it can. */
  notSendable(call: RecordedCall): string | undefined;
  send(call: RecordedCall): Promise<Seen>;
  /** Converts a recorded response to what this adapter delivers. */
  expected(reply: RecordedReply): Seen;
  close(): Promise<void>;
}

/** Delays are skipped. */
const noWait = (): Promise<void> => Promise.resolve();

/** @throws InputError if a package that the adapter needs is not installed */
export async function openAdapter(name: ReplayAdapter, simulation: Simulation): Promise<OpenAdapter> {
  switch (name) {
    case "simulation":
      return {
        notSendable: () => undefined,
        send: (call) => simulation.answer(callOf(call)),
        expected: (reply) => reply,
        close: () => Promise.resolve(),
      };
    case "http": {
      const server = await startServer(simulation, { port: 0, wait: noWait });
      return {
        notSendable: notOverHttp,
        send: (call) => sendOver((signal) => callByHttp(server.url, toSent(call), { signal }), simulation),
        expected: overNetwork,
        close: () => server.close(),
      };
    }
    case "msw": {
      peerFile("msw/node", "the adapter msw");
      const { setupServer } = await import("../adapters/node.ts");
      const baseUrl = "http://mock.example";
      const network = setupServer(simulation, { baseUrl, wait: noWait });
      network.listen({ onUnhandledFrame: "bypass" });
      const send = (call: RecordedCall, signal: AbortSignal): Promise<Answer> =>
        callByFetch({ ...toFetched(call), url: baseUrl + targetOf(call) }, signal);
      return {
        notSendable: (call) => notByFetch(call, simulation.dialect),
        send: (call) => sendOver((signal) => send(call, signal), simulation),
        expected: overNetwork,
        close: () => Promise.resolve(network.close()),
      };
    }
  }
}

function toSent(call: RecordedCall): SentCall {
  const body = bodyOf(call);
  const length = body.byteLength === 0 ? {} : { "content-length": String(body.byteLength) };
  const { method } = call;
  return { method, path: targetOf(call), headers: { ...sentHeaders(call), ...length }, body };
}

/** `fetch` sends no body with GET and HEAD, and the service ignores one there. */
function toFetched(call: RecordedCall): SentCall {
  const { method } = call;
  const sent = { method, path: targetOf(call), headers: sentHeaders(call) };
  return method === "GET" || method === "HEAD" ? sent : { ...sent, body: bodyOf(call) };
}

/** A client that gives up as soon as the simulation hangs, without waiting for a timeout. */
async function sendOver(send: (signal: AbortSignal) => Promise<Answer>, { journal }: Simulation): Promise<Seen> {
  const patience = new AbortController();
  const end = journal.subscribe(({ reply }) => {
    if (reply.delivery?.end === "never") patience.abort();
  });
  const answer = withoutTransport(await send(patience.signal));
  end();
  if (patience.signal.aborted) return hung;
  return "broken" in answer ? broken : answer;
}

const hung: Seen = { none: "no response" };
const broken: Seen = { none: "a broken connection" };

function overNetwork({ status, headers, body, delivery }: RecordedReply): Seen {
  switch (delivery?.end) {
    case "never":
      return hung;
    case "cut":
    case "reset":
    case "refused":
      return broken;
    case undefined: {
      const answer = withoutTransport({ status, headers, body });
      return "broken" in answer ? broken : answer;
    }
  }
}
