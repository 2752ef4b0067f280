import type { Json } from "../../fixtures/json.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { jsonFault } from "../service/request-body.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { ControlProblem, mistakesOf } from "./control-problem.ts";
import { NamedSnapshots } from "./named-snapshots.ts";
import { describeControl } from "./openapi.ts";
import {
  route,
  type About,
  type ControlContext,
  type ControlReply,
  type ControlRequest,
  type ControlRoute,
  type Input,
} from "./route.ts";
import { journalRoutes } from "./routes/journal.ts";
import { recordRoutes } from "./routes/records.ts";
import { sandboxRoutes } from "./routes/sandboxes.ts";
import { scenarioRoutes } from "./routes/scenarios.ts";
import { snapshotRoutes } from "./routes/snapshots.ts";
import { documentRoutes, stateRoutes } from "./routes/state.ts";
import { unknownSandbox, type Sandboxes } from "./sandboxes.ts";
import { watchPaced, type AfterBurst } from "./watch-paced.ts";

/** The control API of a mock: controls its simulation and sandboxes. Independent of the network. */
export interface Control {
  readonly sandboxes: Sandboxes;
  /** Answers one request. Never rejects: an invalid request gets a reply. */
  answer(request: ControlRequest): Promise<ControlReply>;
  /**
   * Watches the main simulation, or a sandbox.
   * @returns a function that stops watching
   * @throws ControlProblem if there is no such sandbox
   */
  watch(sandbox: string | null, watcher: Watcher, afterBurst: AfterBurst): () => void;
}

export interface Watcher {
  /** A request was answered. */
  call(entry: JournalEntry): void;
  /** The number of further requests in this burst, which are not reported one by one. */
  missed(calls: number): void;
  /** Records, scenarios, the clock or the sandboxes changed. */
  change(): void;
}

export function createControl(main: Simulation, sandboxes: Sandboxes, about: About): Control {
  const snapshots = new WeakMap<Simulation, NamedSnapshots>();
  const routes: readonly ControlRoute[] = [
    ...stateRoutes,
    ...recordRoutes,
    ...scenarioRoutes,
    ...snapshotRoutes,
    ...sandboxRoutes,
    ...journalRoutes,
    ...documentRoutes,
    route({
      method: "GET",
      path: "openapi.json",
      summary: "This API as an OpenAPI document.",
      handle: () => describeControl(routes, about),
    }),
  ];

  const simulationOf = (sandbox: string | null): Simulation => {
    const simulation = sandbox === null ? main : sandboxes.find(sandbox)?.simulation;
    if (simulation === undefined) throw unknownSandbox(sandbox ?? "");
    return simulation;
  };

  const contextOf = (simulation: Simulation): ControlContext => {
    const kept = snapshots.get(simulation) ?? new NamedSnapshots(simulation);
    snapshots.set(simulation, kept);
    return { about, simulation, snapshots: kept, sandboxes };
  };

  const answer = async (request: ControlRequest): Promise<ControlReply> => {
    const { found, parameters } = findRoute(routes, request);
    const search = new URLSearchParams(request.query);
    const query = found.query?.parse(Object.fromEntries(search)) ?? {};
    const input = { parameters, query, body: readBody(found, request.body) };
    const { type = "application/json", success = 200 } = found;
    const carried: unknown = await found.handle(contextOf(simulationOf(search.get("sandbox"))), input);
    const headers = found.headers?.(carried) ?? {};
    if (success === 204) return { status: success, headers, body: "" };
    const body = found.type === undefined ? jsonText(carried) : String(carried);
    return { status: success, headers: { ...headers, "content-type": type }, body };
  };

  return {
    sandboxes,
    answer: (request) => answer(request).catch(problemReply),
    watch: (sandbox, watcher, afterBurst) => {
      const simulation = simulationOf(sandbox);
      const onChange = (listener: () => void): (() => void) => {
        const ends = [simulation.onChange(listener), sandboxes.onChange(listener)];
        return () => ends.forEach((end) => end());
      };
      return watchPaced({ journal: simulation.journal, onChange }, watcher, afterBurst);
    },
  };
}

/** @throws ControlProblem if the path is unknown, or does not have the method */
function findRoute(
  routes: readonly ControlRoute[],
  { method, path }: ControlRequest,
): { readonly found: ControlRoute; readonly parameters: Input["parameters"] } {
  const here = routes.flatMap((found) => {
    const parameters = parametersOf(found.path, path);
    return parameters === undefined ? [] : [{ found, parameters }];
  });
  const first = here.find(({ found }) => found.method === method);
  if (first !== undefined) return first;
  if (here.length === 0) {
    throw new ControlProblem(404, `Unknown path /_orgkit/${path}: see /_orgkit/openapi.json for all routes.`);
  }
  const allowed = here.map(({ found }) => found.method).join(", ");
  throw new ControlProblem(405, `${method} is not allowed here; allowed: ${allowed}.`);
}

/** @returns `undefined` if the path does not match, or is not valid percent-encoding */
function parametersOf(template: string, path: string): Input["parameters"] | undefined {
  const pattern = template.replaceAll(".", String.raw`\.`).replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const found = new RegExp(`^${pattern}$`).exec(path);
  if (found === null) return undefined;
  try {
    return Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
    );
  } catch {
    return undefined;
  }
}

function readBody({ body: schema }: ControlRoute, text: string): unknown {
  if (schema === undefined) return undefined;
  const value = readJson(text);
  const fault = jsonFault(value);
  if (fault !== undefined) throw new ControlProblem(400, fault);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ControlProblem(422, "The body is invalid.", mistakesOf(result.error));
}

function readJson(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch (error) {
    throw new ControlProblem(400, `The body is not JSON: ${error instanceof Error ? error.message : ""}`);
  }
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The response to a failed request. Faults of orgkit are named as such. */
export function problemReply(error: unknown): ControlReply {
  const { status, message: detail, mistakes } = problemOf(error);
  return {
    status,
    headers: { "content-type": "application/problem+json" },
    body: jsonText({ status, detail, ...(mistakes.length > 0 && { errors: mistakes }) }),
  };
}

function problemOf(error: unknown): ControlProblem {
  if (error instanceof ControlProblem) return error;
  if (error instanceof InputError) return new ControlProblem(422, error.message, error.mistakes);
  if (error instanceof RangeError && error.message === "Invalid string length") {
    return new ControlProblem(413, "The response is too large: request less, or serve a smaller world.");
  }
  const reason = error instanceof Error ? error.message : "for no known reason";
  return new ControlProblem(500, `orgkit failed: ${reason}. This is an error of the mock.`);
}
