import { InputError } from "../../fixtures/input/input-error.ts";
import { mapMembers, tryParseJson } from "../../fixtures/values/json.ts";
import { jsonFault } from "../service/request-body.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { givenData, parseWith } from "../../fixtures/input/parse-with.ts";
import { ControlProblem, type ProblemDetails } from "./replies.ts";
import type { About, ControlReply, ControlRequest, ControlRoute, Input } from "./route.ts";
import { controlRoutes } from "./routes.ts";
import { unknownSandbox, type Sandboxes } from "./sandboxes.ts";

/** The control API of a mock: controls its simulation and sandboxes. Independent of the network. */
export interface Control {
  readonly sandboxes: Sandboxes;
  /** Answers one request. Never rejects: an invalid request gets a reply. */
  answer(request: ControlRequest): Promise<ControlReply>;
  /**
   * Watches the main simulation, or a sandbox.
   * @returns a function that says whether anything changed since its last call: requests, records, scenarios, the clock
   *   or the sandboxes; and a function that stops watching
   * @throws ControlProblem if there is no such sandbox
   */
  watch(sandbox: string | null): { readonly hasChanged: () => boolean; readonly stop: () => void };
}

export function createControl(main: Simulation, sandboxes: Sandboxes, about: About): Control {
  const findSimulation = (sandbox: string | null): Simulation => {
    const simulation = sandbox === null ? main : sandboxes.find(sandbox)?.simulation;
    if (simulation === undefined) throw unknownSandbox(sandbox ?? "");
    return simulation;
  };

  const answer = async (request: ControlRequest): Promise<ControlReply> => {
    const { route, parameters } = findRoute(request);
    const search = new URLSearchParams(request.query);
    const query = route.query?.parse(Object.fromEntries(search)) ?? {};
    const simulation = findSimulation(search.get("sandbox"));
    const input = { parameters, query, body: readBody(route, request.body) };
    const result: unknown = await route.handle({ about, simulation, sandboxes }, input);
    const data = isGenerator(result) ? await runInPieces(result, about) : result;
    const { status = 200, headers } = route;
    if (data === undefined) return { status: 204, headers: {}, body: "" };
    const body = typeof data === "string" ? data : jsonText(data);
    return { status, headers: { ...headers, "content-type": "application/json" }, body };
  };

  return {
    sandboxes,
    answer: (request) => answer(request).catch(problemReply),
    watch: (sandbox) => {
      const simulation = findSimulation(sandbox);
      let isChanged = false;
      let lastTotal = simulation.journal.total;
      const note = (): void => void (isChanged = true);
      const stops = [simulation.onChange(note), sandboxes.onChange(note)];
      return {
        hasChanged: () => {
          const { total } = simulation.journal;
          const result = isChanged || total !== lastTotal;
          isChanged = false;
          lastTotal = total;
          return result;
        },
        stop: () => stops.forEach((stop) => stop()),
      };
    },
  };
}

function isGenerator(value: unknown): value is Generator {
  return typeof value === "object" && value !== null && Symbol.iterator in value && "next" in value;
}

/** The maximum milliseconds of work in one go. */
const maxWork = 10;

async function runInPieces(steps: Generator, about: About): Promise<unknown> {
  let since = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - since < maxWork) continue;
    await about.pause();
    since = performance.now();
  }
}

/** @throws ControlProblem if the path is unknown, or does not have the method */
function findRoute({ method, path }: ControlRequest) {
  const matches = controlRoutes.flatMap((route) => {
    const [allowed = "", template = ""] = route.name.split(" ");
    const parameters = readParameters(template, path);
    return parameters === undefined ? [] : [{ route, parameters, allowed }];
  });
  const match = matches.find(({ allowed }) => allowed === method);
  if (match !== undefined) return match;
  if (matches.length === 0) {
    const paths = new Set(controlRoutes.map(({ name }) => name.split(" ")[1]));
    throw new ControlProblem(404, `Unknown path /_orgkit/${path}; expected one of ${[...paths].join(", ")}.`);
  }
  const allowedMethods = matches.map(({ allowed }) => allowed).join(", ");
  throw new ControlProblem(405, `${method} is not allowed here; allowed: ${allowedMethods}.`);
}

/** @returns `undefined` if the path does not match, or is not valid percent-encoding */
function readParameters(template: string, path: string): Input["parameters"] | undefined {
  const pattern = template.replaceAll(".", String.raw`\.`).replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const match = new RegExp(`^${pattern}$`).exec(path);
  try {
    return match === null ? undefined : mapMembers(match.groups ?? {}, decodeURIComponent);
  } catch {
    return undefined;
  }
}

function readBody({ body: schema, name }: ControlRoute, text: string): unknown {
  if (schema === undefined) return undefined;
  const value = tryParseJson(text);
  if (value === undefined) throw new ControlProblem(400, "The body is not JSON.");
  const fault = jsonFault(value);
  if (fault !== undefined) throw new ControlProblem(400, fault);
  return parseWith(schema, givenData(name.replace(" ", " /_orgkit/"), value), "the body of");
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The response to a failed request. Faults of orgkit are named as such. */
export function problemReply(error: unknown): ControlReply {
  const { status, message: detail, mistakes } = toProblem(error);
  const problem: ProblemDetails = { status, detail, ...(mistakes.length > 0 && { errors: mistakes }) };
  return { status, headers: { "content-type": "application/problem+json" }, body: jsonText(problem) };
}

function toProblem(error: unknown): ControlProblem {
  if (error instanceof ControlProblem) return error;
  if (error instanceof InputError) return new ControlProblem(422, error.message, error.mistakes);
  if (error instanceof RangeError && error.message === "Invalid string length") {
    return new ControlProblem(413, "The response is too large: request less, or serve a smaller world.");
  }
  const reason = error instanceof Error ? error.message : "for no known reason";
  return new ControlProblem(500, `orgkit failed: ${reason}. This is an error of the mock.`);
}
