import { Agent, METHODS, request as httpRequest } from "node:http";
import fc from "fast-check";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import type { Call } from "../../service/call.ts";
import { createSimulation } from "../../simulation/simulation.ts";
import { startServer } from "../http-server.ts";
import { anyCall } from "./any-call.ts";
import { anyControlRequest } from "./any-control-request.ts";
import { controlFault } from "./fuzz-control.ts";
import { fuzzSequences, type FuzzOptions, type FuzzResult } from "./fuzzed.ts";
import { isDisturbed, replyFault, type SeenReply } from "./reply-fault.ts";

/** A request as it goes over the wire; `isControl` where it is the control API's. */
interface Sendable extends Call {
  readonly isControl: boolean;
}

/** Over HTTP as well, whatever is called or asked is answered as it should be, and the server lives on. */
export async function fuzzServer(dialect: Dialect, options: FuzzOptions): Promise<FuzzResult> {
  const simulation = await createSimulation({ world: loadWorld("demo", 1), dialect });
  const wait = (): Promise<void> => Promise.resolve();
  const server = await startServer(simulation, { port: 0, wait, control: { version: "1.2.3" } });
  const agent = new Agent({ keepAlive: true });
  const check = async (calls: readonly Sendable[]): Promise<void> => {
    await simulation.reset();
    for (const call of calls) {
      const reply = await send(server.url, agent, call);
      const fault = faultOf(call, reply, dialect);
      if (fault !== undefined) throw new Error(fault);
      // What the control API was told may disturb every call after it.
      if (call.isControl) await simulation.reset();
    }
  };
  const result = await fuzzSequences(anySendable(simulation), check, options);
  agent.destroy();
  await server.close();
  return result;
}

function faultOf(call: Sendable, reply: SeenReply | undefined, dialect: Dialect): string | undefined {
  if (reply === undefined) return isDisturbed(call) ? undefined : "no whole reply";
  if (!call.isControl) return replyFault(call, reply, dialect);
  if (call.method !== "HEAD") return controlFault(reply);
  return reply.status < 500 && reply.body === "" ? undefined : `${reply.status} for HEAD`;
}

function anySendable(simulation: Parameters<typeof anyCall>[0]): fc.Arbitrary<Sendable> {
  return fc.oneof(
    { weight: 3, arbitrary: anyCall(simulation).map((call) => sendable(call, false)) },
    {
      weight: 1,
      arbitrary: anyControlRequest(simulation)
        .filter(({ path }) => path !== "events")
        .map(({ body, path, ...request }) =>
          sendable(
            {
              ...request,
              path: `/_orgkit/${path}`,
              headers: { "content-type": "application/json" },
              body: new TextEncoder().encode(body),
            },
            true,
          ),
        ),
    },
  );
}

/** As a client can send it: what no request line and no header can hold is written as one can, or left out. */
function sendable(call: Call, isControl: boolean): Sendable {
  const { method, path, query, headers } = call;
  return {
    ...call,
    isControl,
    method: METHODS.includes(method) && method !== "CONNECT" ? method : "PURGE",
    path: `/${visible(path).replace(/^\//, "")}`.replaceAll("?", "%3F"),
    query: visible(query),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value && headerText(value)])),
  };
}

function visible(text: string): string {
  return text.replaceAll(/[^\u0021-\u007E]|#/gu, (character) => encodeURIComponent(character.toWellFormed()));
}

/** Spaces around a value are no part of it (RFC 9110 §5.5). */
function headerText(text: string): string {
  return text.replaceAll(/[^\u0020-\u007E\u00A0-\u00FF]/g, "").trim();
}

/** `undefined` where no whole reply came. */
function send(url: string, agent: Agent, call: Sendable): Promise<SeenReply | undefined> {
  const { method, path, query, body } = call;
  const given = Object.entries(call.headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  // Of its own accord, node:http does not say how long the body of a GET is.
  const headers = { ...Object.fromEntries(given), "content-length": body.byteLength };
  return new Promise((resolve) => {
    const target = query === "" ? path : `${path}?${query}`;
    const { hostname, port } = new URL(url);
    const options = { agent, hostname, port, method, path: target, headers };
    const outgoing = httpRequest(options, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (part: string) => (text += part));
      reply.on("error", () => resolve(undefined));
      reply.on("end", () => {
        const seen = Object.entries(reply.headers).map(([name, value]) => [name, String(value)]);
        resolve({ status: reply.statusCode ?? 0, headers: Object.fromEntries(seen), body: text });
      });
    });
    outgoing.on("error", () => resolve(undefined));
    // A call that hangs is one that asked for it.
    if (isDisturbed(call)) outgoing.setTimeout(50, () => outgoing.destroy());
    outgoing.end(body);
  });
}
