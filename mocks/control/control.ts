import type { Json } from "../../fixtures/json.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { jsonFault } from "../service/json-fault.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { ControlProblem } from "./control-problem.ts";
import { NamedSnapshots } from "./named-snapshots.ts";
import { describeControl } from "./openapi.ts";
import {
  route,
  type About,
  type ControlContext,
  type ControlReply,
  type ControlRequest,
  type ControlRoute,
  type Outcome,
} from "./route.ts";
import { findRoute, type FoundRoute } from "./find-route.ts";
import { capsuleRoutes } from "./routes/capsule.ts";
import { documentRoutes } from "./routes/documents.ts";
import { journalRoutes } from "./routes/journal.ts";
import { recordRoutes } from "./routes/records.ts";
import { sandboxRoutes } from "./routes/sandboxes.ts";
import { scenarioRoutes } from "./routes/scenarios.ts";
import { snapshotRoutes } from "./routes/snapshots.ts";
import { stateRoutes } from "./routes/state.ts";
import type { Sandboxes } from "./sandboxes.ts";
import { watchPaced, type AfterBurst } from "./watch-paced.ts";

/** The control API of a mock: sets and watches its simulation and sandboxes. Knows no network. */
export interface Control {
  readonly sandboxes: Sandboxes;
  /** Answers one request. Never rejects: whatever is wrong with a request is a reply. */
  answer(request: ControlRequest): Promise<ControlReply>;
  /**
   * Tells of what happens in the main simulation, or in a sandbox.
   * @returns what ends it
   * @throws ControlProblem where there is no such sandbox
   */
  watch(sandbox: string | null, watcher: Watcher, afterBurst: AfterBurst): () => void;
}

export interface Watcher {
  /** A call was answered. */
  call(entry: JournalEntry): void;
  /** So many more were answered, too many at once to tell of each. */
  missed(calls: number): void;
  /** Records, scenarios, the clock or the sandboxes changed. */
  change(): void;
}

const routes = [
  ...stateRoutes,
  ...recordRoutes,
  ...scenarioRoutes,
  ...snapshotRoutes,
  ...sandboxRoutes,
  ...journalRoutes,
  ...capsuleRoutes,
  ...documentRoutes,
];

export function createControl(main: Simulation, sandboxes: Sandboxes, about: About): Control {
  const snapshots = new WeakMap<Simulation, NamedSnapshots>();
  const all: readonly ControlRoute[] = [
    ...routes,
    route({
      method: "GET",
      path: "openapi.json",
      summary: "This API as an OpenAPI document.",
      success: 200,
      handle: () => ({ status: 200, json: describeControl(all, about) }),
    }),
  ];

  const simulationOf = (sandbox: string | null): Simulation => {
    const simulation = sandbox === null ? main : sandboxes.find(sandbox)?.simulation;
    if (simulation !== undefined) return simulation;
    throw new ControlProblem(404, `There is no sandbox "${sandbox}", or it has expired.`);
  };

  const contextOf = (query: URLSearchParams): ControlContext => {
    const simulation = simulationOf(query.get("sandbox"));
    const kept = snapshots.get(simulation) ?? new NamedSnapshots(simulation);
    snapshots.set(simulation, kept);
    return { about, simulation, snapshots: kept, sandboxes };
  };

  const answer = async (request: ControlRequest): Promise<ControlReply> => {
    const found = findRoute(all, request);
    const query = new URLSearchParams(request.query);
    const body = readBody(found, request.body);
    return toReply(await found.route.handle(contextOf(query), { parameters: found.parameters, query, body }));
  };

  return {
    sandboxes,
    answer: (request) => answer(request).catch(problemReply),
    watch: (sandbox, watcher, afterBurst) => {
      const simulation = simulationOf(sandbox);
      const onAnyChange = (listener: () => void): (() => void) => {
        const ends = [simulation.onChange(listener), sandboxes.onChange(listener)];
        return () => ends.forEach((end) => end());
      };
      return watchPaced({ journal: simulation.journal, onChange: onAnyChange }, watcher, afterBurst);
    },
  };
}

function readBody({ route: { body: schema } }: FoundRoute, text: string): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(parseJson(text));
  if (result.success) return result.data;
  const mistakes = result.error.issues.map((issue) => ({ at: issue.path.join("."), problem: issue.message }));
  throw new ControlProblem(422, "The body cannot be used.", mistakes);
}

function parseJson(text: string): unknown {
  const value = readJson(text);
  const fault = jsonFault(value);
  if (fault !== undefined) throw new ControlProblem(400, fault);
  return value;
}

function readJson(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw new ControlProblem(400, `The body is no JSON: ${reason}`);
  }
}

function toReply({ status, json, text, headers = {} }: Outcome): ControlReply {
  if (text !== undefined) return { status, headers: { ...headers, "content-type": text.type }, body: text.body };
  if (json === undefined) return { status, headers, body: "" };
  return {
    status,
    headers: { ...headers, "content-type": "application/json" },
    body: `${JSON.stringify(json, null, 2)}\n`,
  };
}

/** The reply to a request that cannot be done; a fault of orgkit's own is said to be one. */
export function problemReply(error: unknown): ControlReply {
  const problem =
    error instanceof InputError
      ? new ControlProblem(422, error.message, error.mistakes)
      : error instanceof RangeError && error.message === "Invalid string length"
        ? new ControlProblem(
            413,
            "The reply would be longer than a text can be: ask for less, or serve a smaller world.",
          )
        : error;
  const [status, detail] =
    problem instanceof ControlProblem
      ? [problem.status, problem.message]
      : [
          500,
          `orgkit failed: ${problem instanceof Error ? problem.message : "for no known reason"}. This is a fault of the mock.`,
        ];
  const errors = problem instanceof ControlProblem ? problem.mistakes : [];
  return {
    status,
    headers: { "content-type": "application/problem+json" },
    body: `${JSON.stringify({ status, detail, ...(errors.length === 0 ? {} : { errors }) }, null, 2)}\n`,
  };
}
