import { Agent } from "node:http";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { contractText } from "../../../fixtures/interface/contract-text.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { createControl, type Control } from "../../control/control.ts";
import { createSandboxes, type Sandboxes } from "../../control/sandboxes.ts";
import type { Call } from "../../service/call.ts";
import { frozenClock } from "../../service/clock.ts";
import { createSimulation, type Simulation } from "../../simulation/simulation.ts";
import { testCall } from "../../simulation/caller.fixture.ts";
import { callByHttp } from "../face-calls.ts";
import { startServer } from "../http-server.ts";
import { anyCall, mix, sendable } from "./any-call.fixture.ts";
import { anyControlRequest } from "./any-control-request.fixture.ts";
import { controlFault, isDisturbed, replyFault } from "./reply-fault.fixture.ts";

/** How much is tried, and from where on; the seed and the path of a failure repeat it. */
export interface FuzzOptions {
  readonly runs: number;
  readonly seed?: number | undefined;
  readonly path?: string | undefined;
}

/** What came of trying: `failure` shows the smallest example that failed, and how to repeat it. */
export interface FuzzResult {
  readonly runs: number;
  readonly seed: number;
  readonly failure: string | undefined;
}

/**
 * Tries a property on sequences of whatever the arbitrary gives.
 * @param check throws, or rejects, where a sequence shows a fault
 */
export async function fuzzSequences<Item>(
  item: fc.Arbitrary<Item>,
  check: (sequence: readonly Item[]) => Promise<void> | void,
  { runs, seed, path }: FuzzOptions,
): Promise<FuzzResult> {
  const property = fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 6 }), async (sequence) => {
    await check(sequence);
  });
  const details = await fc.check(property, {
    numRuns: runs,
    includeErrorInReport: true,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  });
  const failure = details.failed ? await fc.asyncDefaultReportMessage(details) : undefined;
  return { runs: details.numRuns, seed: details.seed, failure };
}

/** The parts of the mock that are tried. */
export const fuzzParts = ["simulation", "http", "control", "sandboxes"] as const;
type FuzzPart = (typeof fuzzParts)[number];

const clock = frozenClock(Date.UTC(2026, 2, 1));

function throwFault(fault: string | undefined): void {
  if (fault !== undefined) throw new Error(fault);
}

function controlOf(simulation: Simulation, capacity = 8): { sandboxes: Sandboxes; control: Control } {
  const sandboxes = createSandboxes(simulation, { capacity, clock });
  const about = { version: "1.2.3", url: () => "http://mock.example", contract: contractText };
  return { sandboxes, control: createControl(simulation, sandboxes, about) };
}

type Fuzz = (simulation: Simulation, options: FuzzOptions) => Promise<FuzzResult>;

const parts: Readonly<Record<FuzzPart, Fuzz>> = {
  // Whatever is called, a simulation answers as its dialect has it: an envelope, or a failure by its template.
  simulation: (simulation, options) => {
    const check = async (calls: readonly Call[]): Promise<void> => {
      await simulation.reset();
      for (const call of calls) throwFault(replyFault(call, await simulation.answer(call), simulation.dialect));
    };
    return fuzzSequences(anyCall(simulation), check, options);
  },
  http: fuzzServer,
  // Whatever the control API is asked, it does it or says what is wrong, and the simulation still answers calls.
  control: (simulation, options) => {
    const list = testCall({ query: "page=1" });
    const create = testCall({
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"email":"after@fuzz.example","name":"After"}',
    });
    return fuzzSequences(
      anyControlRequest(simulation),
      async (requests) => {
        await simulation.reset();
        const { control } = controlOf(simulation, 2);
        for (const request of requests) {
          throwFault(controlFault(await control.answer(request)));
          for (const call of [list, create]) JSON.stringify(await simulation.answer(call));
        }
        simulation.snapshot();
      },
      options,
    );
  },
  sandboxes: fuzzSandboxes,
};

/** Tries one part of the mock in a dialect. */
export async function fuzz(part: FuzzPart, options: FuzzOptions, dialect = "reference"): Promise<FuzzResult> {
  const simulation = await createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect(dialect), clock });
  return parts[part](simulation, options);
}

/** Over HTTP as well, whatever is called or asked is answered as it should be, and the server lives on. */
async function fuzzServer(simulation: Simulation, options: FuzzOptions): Promise<FuzzResult> {
  const control = { version: "1.2.3" };
  const server = await startServer(simulation, { port: 0, wait: () => Promise.resolve(), control });
  const agent = new Agent({ keepAlive: true });
  const faultOf = async (call: Call & { readonly isControl: boolean }): Promise<string | undefined> => {
    const { method, path, query, headers, body, isControl } = call;
    const sent = {
      method,
      path: query === "" ? path : `${path}?${query}`,
      headers: { ...headers, "content-length": String(body.byteLength) },
      body: new Uint8Array(body),
    };
    // A call that hangs is one that asked for it.
    const patience = isDisturbed(call) ? { signal: AbortSignal.timeout(50) } : {};
    const reply = await callByHttp(server.url, sent, { agent, ...patience });
    if ("broken" in reply) return isDisturbed(call) ? undefined : "no whole reply";
    if (!isControl) return replyFault(call, reply, simulation.dialect);
    if (method !== "HEAD") return controlFault(reply);
    return reply.status < 500 && reply.body === "" ? undefined : `${reply.status} for HEAD`;
  };
  const request = anyControlRequest(simulation)
    .filter(({ path }) => path !== "events")
    .map(({ body, path, ...rest }) => ({
      ...rest,
      path: `/_orgkit/${path}`,
      headers: { "content-type": "application/json" },
      body: new TextEncoder().encode(body),
      isControl: true,
    }));
  const sent = mix([3, anyCall(simulation).map((call) => ({ ...call, isControl: false }))], [1, request]).map(sendable);
  const result = await fuzzSequences(
    sent,
    async (calls) => {
      await simulation.reset();
      for (const call of calls) {
        throwFault(await faultOf(call));
        // What the control API was told may disturb every call after it.
        if (call.isControl) await simulation.reset();
      }
    },
    options,
  );
  agent.destroy();
  await server.close();
  return result;
}

/** In a record of every world but the sandbox's own. */
const secret = "seen-by-nobody-else";

/** Whatever comes with the token of a sandbox, or is asked for it, no other world shows in a reply or changes. */
function fuzzSandboxes(main: Simulation, options: FuzzOptions): Promise<FuzzResult> {
  // What of the control API is about one world alone: the list of sandboxes is everybody's.
  const request = anyControlRequest(main).filter(({ path }) => !path.startsWith("sandboxes"));
  const step = fc.oneof(
    { weight: 2, arbitrary: anyCall(main).map((call) => ({ call })) },
    { weight: 1, arbitrary: request.map((asked) => ({ asked })) },
  );
  return fuzzSequences(
    step,
    async (steps) => {
      await main.reset();
      const { sandboxes, control } = controlOf(main);
      const [own, other] = [await sandboxes.open({}), await sandboxes.open({})];
      for (const { accounts } of [main, other.simulation]) {
        for (const { users, subscriptions, invoices } of accounts) {
          for (const collection of [users, subscriptions, invoices]) await collection.create({ id: secret });
        }
      }
      const state = (): unknown =>
        [main, other.simulation].map((world) => [
          world.snapshot(),
          world.scenarios(),
          world.journal.total,
          world.edits.counts,
        ]);
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
    options,
  );
}

function answerIn(sandboxes: Sandboxes, call: Call, token: string): ReturnType<Simulation["answer"]> {
  const own = { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } };
  return sandboxes.simulationOf(own).answer(own);
}
