import { http, type HttpHandler } from "msw";
import { operations } from "../../fixtures/contract/operations.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { readHandlerBaseUrl, type HandlerOptions } from "./handler-options.ts";

/**
 * The msw adapter: request handlers for `setupServer(...createHandlers(simulation))` and `setupWorker`. The simulation
 * answers everything below `/api/` of the base URL, so an unknown path or method gets the dialect's error, not the
 * network's. Its own request handlers come first.
 * @throws InputError if the base URL is not absolute, or an option is unknown
 */
export function createHandlers(simulation: Simulation, options: HandlerOptions = {}): readonly HttpHandler[] {
  const { origin, prefix } = readHandlerBaseUrl("createHandlers", options, simulation);
  const base = origin + prefix;
  const baseFor = (request: Request): string => (origin === "*" ? new URL(request.url).origin : origin) + prefix;
  const answer = async ({ request }: { request: Request }): Promise<Response> => {
    // Loads with the first request: an application may never use the mock.
    const { answerRequest } = await import("./answer-request.ts");
    return answerRequest(simulation, request, baseFor(request), options);
  };
  return [
    http.all(
      ({ request }) => simulation.handles(request, baseFor(request)),
      ({ request }) => simulation.handle(request, baseFor(request)),
    ),
    ...handled.map(({ method, path }) => (method === "GET" ? http.get : http.post)(base + path, answer)),
    http.all(`${base}/api/*`, answer),
  ];
}

/** The paths of all operations in msw's syntax. */
const handled = Object.values(operations).map(({ method, path }) => ({ method, path: path.replace("{id}", ":id") }));
