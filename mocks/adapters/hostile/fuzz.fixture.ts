import { Agent } from "node:http";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { contractText } from "../../../fixtures/interface/contract-text.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { createControl, type Control } from "../../control/control.ts";
import type { ControlRequest } from "../../control/route.ts";
import { Sandboxes } from "../../control/sandboxes.ts";
import type { Call } from "../../service/call.ts";
import { frozenClock } from "../../service/clock.ts";
import { createSimulation, type Simulation } from "../../simulation/simulation.ts";
import { testCall } from "../../simulation/caller.fixture.ts";
import { callByHttp } from "../adapter-requests.fixture.ts";
import { startServer } from "../http-server.ts";
import { anyCall, mix, sendable } from "./any-call.fixture.ts";
import { anyControlRequest } from "./any-control-request.fixture.ts";
import { controlFault, isDisturbed, replyFault } from "./reply-fault.fixture.ts";

/** How many requests to try, and where to start; a failure shows the seed and path that repeat it. */
export interface FuzzOptions {
  readonly runs: number;
  readonly seed?: number | undefined;
  readonly path?: string | undefined;
}

/** The result: `failure` shows the smallest failing example, and how to repeat it. */
interface FuzzResult {
  readonly runs: number;
  readonly failure: string | undefined;
}

/** A fuzz test: sequences of items, each on a fresh simulation. */
interface Trial<Item> {
  readonly item: fc.Arbitrary<Item>;
  /** Rejects if the sequence shows a fault. */
  readonly check: (sequence: readonly Item[]) => Promise<void>;
}

/** The parts of the mock that have a fuzz test. */
type FuzzPart = "simulation" | "http" | "control" | "sandboxes";

const clock = frozenClock(Date.UTC(2026, 2, 1));

/** Fuzzes one part of the mock in a dialect. */
export async function fuzz(part: FuzzPart, options: FuzzOptions, dialect = "reference"): Promise<FuzzResult> {
  const simulation = await createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect(dialect), clock });
  const run = async <Item>({ item, check }: Trial<Item>): Promise<FuzzResult> => {
    const property = fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 6 }), async (sequence) => {
      await simulation.reset();
      await check(sequence);
    });
    const { runs: numRuns, seed, path } = options;
    const details = await fc.check(property, {
      numRuns,
      includeErrorInReport: true,
      ...(seed === undefined ? {} : { seed }),
      ...(path === undefined ? {} : { path }),
    });
    const failure = details.failed ? await fc.asyncDefaultReportMessage(details) : undefined;
    return { runs: details.numRuns, failure };
  };
  if (part === "simulation") return run(callsOf(simulation));
  if (part === "control") return run(requestsOf(simulation));
  if (part === "sandboxes") return run(sandboxesOf(simulation));
  const wait = (): Promise<void> => Promise.resolve();
  const server = await startServer(simulation, { port: 0, wait, control: { version: "1.2.3" } });
  const agent = new Agent({ keepAlive: true });
  const result = await run(exchangesWith(server.url, agent, simulation));
  agent.destroy();
  await server.close();
  return result;
}

function throwFault(fault: string | undefined): void {
  if (fault !== undefined) throw new Error(fault);
}

function controlOf(simulation: Simulation, capacity = 8): { sandboxes: Sandboxes; control: Control } {
  const sandboxes = new Sandboxes(simulation, { capacity, clock });
  const about = { version: "1.2.3", url: () => "http://mock.example", contract: contractText };
  return { sandboxes, control: createControl(simulation, sandboxes, about) };
}

/** Every request gets a response of the dialect: an envelope, or a failure in its format. */
function callsOf(simulation: Simulation): Trial<Call> {
  return {
    item: anyCall(simulation),
    check: async (calls) => {
      for (const call of calls) throwFault(replyFault(call, await simulation.answer(call), simulation.dialect));
    },
  };
}

/** The control API does what a request asks or says what is wrong, and the simulation keeps responding. */
function requestsOf(simulation: Simulation): Trial<ControlRequest> {
  const headers = { "content-type": "application/json" };
  const create = testCall({ method: "POST", headers, body: '{"email":"after@fuzz.example","name":"After"}' });
  return {
    item: anyControlRequest(simulation),
    check: async (requests) => {
      const { control } = controlOf(simulation, 2);
      for (const request of requests) {
        throwFault(controlFault(await control.answer(request)));
        for (const call of [testCall({ query: "page=1" }), create]) JSON.stringify(await simulation.answer(call));
      }
      simulation.snapshot();
    },
  };
}

/** Over HTTP, every request gets a correct response, and the server survives. */
function exchangesWith(url: string, agent: Agent, simulation: Simulation) {
  const request = anyControlRequest(simulation)
    .filter(({ path }) => path !== "events")
    .map(({ body, path, ...rest }) => ({
      ...rest,
      path: `/_orgkit/${path}`,
      headers: { "content-type": "application/json" },
      body: new TextEncoder().encode(body),
      isControl: true,
    }));
  const item = mix([3, anyCall(simulation).map((call) => ({ ...call, isControl: false }))], [1, request]).map(sendable);
  const faultOf = async (call: Call & { readonly isControl: boolean }): Promise<string | undefined> => {
    const { method, path, query, headers, body, isControl } = call;
    const sent = {
      method,
      path: query === "" ? path : `${path}?${query}`,
      headers: { ...headers, "content-length": String(body.byteLength) },
      body: new Uint8Array(body),
    };
    // Only requests that asked for it may hang.
    const patience = isDisturbed(call) ? { signal: AbortSignal.timeout(50) } : {};
    const reply = await callByHttp(url, sent, { agent, ...patience });
    if ("broken" in reply) return isDisturbed(call) ? undefined : "no whole reply";
    if (!isControl) return replyFault(call, reply, simulation.dialect);
    if (method !== "HEAD") return controlFault(reply);
    return reply.status < 500 && reply.body === "" ? undefined : `${reply.status} for HEAD`;
  };
  const check = async (calls: readonly Parameters<typeof faultOf>[0][]): Promise<void> => {
    for (const call of calls) {
      throwFault(await faultOf(call));
      // A request to the control API may disturb all later requests.
      if (call.isControl) await simulation.reset();
    }
  };
  return { item, check };
}

/** A text in the records of every world except the sandbox's. */
const secret = "seen-by-nobody-else";

/** Requests with a sandbox's token, or for a sandbox, never show or change another world. */
function sandboxesOf(main: Simulation): Trial<{ readonly call: Call } | { readonly asked: ControlRequest }> {
  // The routes of the control API about one world; the list of sandboxes is shared.
  const request = anyControlRequest(main).filter(({ path }) => !path.startsWith("sandboxes"));
  return {
    item: fc.oneof(
      { weight: 2, arbitrary: anyCall(main).map((call) => ({ call })) },
      { weight: 1, arbitrary: request.map((asked) => ({ asked })) },
    ),
    check: async (steps) => {
      const { sandboxes, control } = controlOf(main);
      const [own, other] = [await sandboxes.open({}), await sandboxes.open({})];
      const worlds = [main, other.simulation];
      for (const { users, subscriptions, invoices } of worlds.flatMap(({ accounts }) => accounts)) {
        for (const collection of [users, subscriptions, invoices]) await collection.create({ id: secret });
      }
      const state = (): unknown => worlds.map((world) => [world.snapshot(), world.scenarios(), world.journal.total]);
      const before = state();
      for (const one of steps) {
        const reply =
          "call" in one
            ? await answerIn(sandboxes, one.call, own.token)
            : await control.answer({ ...one.asked, query: `sandbox=${own.id}` });
        if (reply.body.includes(secret)) throw new Error(`a record of another world: ${reply.body}`);
      }
      if (!isDeepStrictEqual(state(), before)) throw new Error("another world changed");
    },
  };
}

function answerIn(sandboxes: Sandboxes, call: Call, token: string): ReturnType<Simulation["answer"]> {
  const own = { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } };
  return sandboxes.simulationOf(own).answer(own);
}
