import type { IncomingMessage, ServerResponse } from "node:http";
import { rejectUnknownOptions } from "../../fixtures/input/input-error.ts";
import { isLoopback } from "../../fixtures/network/loopback.ts";
import type { Call, Reply } from "../service/call.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { isControl, openControl, type ControlHost, type ControlServerOptions } from "./open-control.ts";
import {
  deliver,
  hasBody,
  notSavedText,
  readBody,
  rejectAmbiguous,
  rejectConnection,
  send,
  sendHandled,
  toCall,
} from "./http-messages.ts";
import { defaultPatience, HttpListener, type Patience } from "./http-listener.ts";
import { handleRequest, readHeaders, maxHandledBytes, servedRequest } from "./handled.ts";
import { wait as realWait, type Wait } from "./delivery.ts";

export interface ServerOptions {
  /** 127.0.0.1 by default, so that only this machine can reach the mock. */
  readonly host?: string;
  /** 4010 by default; 0 picks a free one. */
  readonly port?: number;
  /** Called for each request after its response, with what was actually sent: for a log. */
  readonly onAnswer?: (call: Call, answered: Answered) => void;
  /** Waits for a delay: in real time by default; tests can replace it. */
  readonly wait?: Wait;
  /** The control API and console below `/_orgkit/`; absent without them. */
  readonly control?: ControlServerOptions;
  /**
   * Awaited before a response is sent: everything it shows must be on disk. `undefined` if it is. Rejects with an
   * InputError if only the user can fix the problem.
   */
  readonly saved?: () => Promise<void> | undefined;
  /** The timeouts for clients. */
  readonly patience?: Partial<Patience>;
}

const serverOptions: Readonly<Record<keyof ServerOptions, true>> = {
  host: true,
  port: true,
  onAnswer: true,
  wait: true,
  control: true,
  saved: true,
  patience: true,
};

/** A response, for a log. */
export type Answered = Pick<Reply, "status" | "delivery" | "why">;

/** A simulation reachable over HTTP. */
export interface RunningServer {
  /** The base URL, with the actual port and without a trailing slash. */
  readonly url: string;
  /** The token for the control API, if other machines can reach the server. */
  readonly controlToken: string | undefined;
  /** Accepts no new requests, finishes those in flight, then resolves. Clients that do not finish are disconnected. */
  close(): Promise<void>;
}

/**
 * The HTTP adapter: serves a simulation at the root of a host and port.
 * @throws InputError if it cannot listen there
 */
export async function startServer(simulation: Simulation, options: ServerOptions = {}): Promise<RunningServer> {
  rejectUnknownOptions("startServer", options, serverOptions);
  const { host = "127.0.0.1", port = 4010 } = options;
  const closing = new AbortController();
  const server = new HttpListener(host, { ...defaultPatience, ...options.patience });
  const { letGo } = server;
  const place: Place = { host, url: () => server.url, letGo, closing: closing.signal };
  const { serve, controlToken } = createListener(simulation, options, place);
  await server.listen(port, serve);
  return {
    url: server.url,
    controlToken,
    close: () => {
      closing.abort();
      return server.close();
    },
  };
}

/** Answers the requests of a server. */
export interface Listener {
  readonly serve: (request: IncomingMessage, response: ServerResponse, held?: HeldRequest) => void;
  readonly controlToken: string | undefined;
}

/** A request that handlers may answer, or another server. */
interface HeldRequest {
  readonly body: Uint8Array;
  /** Called instead of an answer, where no handler responds. */
  readonly passOn: () => void;
}

/** Where a listener is. */
interface Place extends Pick<ControlHost, "host" | "url" | "letGo"> {
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

/** The part of the HTTP adapter that any server of Node can use. */
export function createListener(simulation: Simulation, options: ServerOptions, place: Place): Listener {
  const { wait = realWait, saved, onAnswer } = options;
  const { closing, letGo } = place;
  const control = options.control && openControl(simulation, options.control, { ...place, saved });

  const hosts = { allowedHosts: options.control?.allowedHosts ?? [], isOpen: !isLoopback(place.host) };

  /** Never rejects: an error becomes a response, or closes the connection. */
  async function respondTo(
    request: IncomingMessage,
    response: ServerResponse,
    { body, passOn }: Partial<HeldRequest> = {},
  ): Promise<void> {
    const call = toCall(request, hosts, body);
    let reply: Answered = { status: 0, why: { rule: "orgkit failed" } };
    try {
      // The sandbox of the request's token, if it has one.
      const asked = control?.sandboxes.findSimulation(call) ?? simulation;
      const handled = await handleRequest(asked, servedRequest(asked, call, request));
      if (handled !== undefined) {
        reply = { status: handled.status, why: { rule: "handler" } };
        await saved?.();
        await sendHandled(handled, readHeaders(handled, call, asked), response);
        return onAnswer?.(call, reply);
      }
      if (passOn !== undefined) return passOn();
      const simulationReply = await asked.answer(call);
      reply = simulationReply;
      const saving = saved?.();
      if (saving !== undefined) await saving;
      if (simulationReply.delivery === undefined) send(simulationReply, response, closing);
      else await sendLater(simulationReply, response);
    } catch (error) {
      reply = breakOff(response, error) ?? reply;
    }
    onAnswer?.(call, reply);
  }

  async function sendLater(reply: Reply, response: ServerResponse): Promise<void> {
    // Waiting ends when the client disconnects or the server closes.
    const left = new AbortController();
    response.once("close", () => left.abort());
    const signal = AbortSignal.any([left.signal, closing]);
    if ((await deliver(reply, response, wait, signal)) === "held") letGo(response.req.socket);
  }

  function readAndRespond(request: IncomingMessage, response: ServerResponse): void {
    if (!hasBody(request)) return void respondTo(request, response);
    const hasHandlers = simulation.listHandlers().length > 0;
    const limit = hasHandlers ? maxHandledBytes : simulation.dialect.limits.bodyBytes;
    readBody(request, limit)
      .then((body) => {
        // The rest of an oversized body is not read, so the connection cannot be reused.
        if (body.byteLength > limit) rejectConnection(request, response);
        return respondTo(request, response, { body });
      })
      .catch((error: unknown) => void breakOff(response, error));
  }

  return {
    controlToken: control?.token,
    serve: (request, response, held) => {
      if (rejectAmbiguous(request, response)) return;
      if (held !== undefined) void respondTo(request, response, held);
      else if (control === undefined || !isControl(request)) readAndRespond(request, response);
      else control.serve(request, response).catch((error: unknown) => void breakOff(response, error));
    },
  };
}

/**
 * Handles errors outside the dialect: a fault of orgkit, a state that cannot be saved, a client that disconnected.
 * @returns the response sent; `undefined` if another one had begun
 */
function breakOff(response: ServerResponse, error: unknown): Answered | undefined {
  if (response.destroyed || response.headersSent) {
    response.destroy();
    return undefined;
  }
  const reason = error instanceof Error ? error.message : String(error);
  response.writeHead(500, { "content-type": "text/plain; charset=utf-8" });
  const fault = `orgkit failed to answer: ${reason}. This is an error of the mock, not of your request.`;
  const notSaved = notSavedText(error);
  response.end(`${notSaved ?? fault}\n`);
  return { status: 500, why: { rule: notSaved === undefined ? "orgkit failed" : "not saved" } };
}
