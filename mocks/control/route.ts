import { z } from "zod";
import type { Simulation } from "../simulation/simulation.ts";
import type { Sandboxes } from "./sandboxes.ts";

/** A request to the control API, below `/_orgkit/`. */
export interface ControlRequest {
  readonly method: string;
  /** Without `/_orgkit/`, percent-encoded: `snapshots/before`. */
  readonly path: string;
  readonly query: string;
  readonly body: string;
}

export interface ControlReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The running mock besides its simulation. */
export interface About {
  readonly version: string;
  /** The base URL, if it is reachable over HTTP. */
  url(): string;
  /** Resolves when other requests had their turn. */
  pause(): Promise<void>;
}

/** What a route handler gets. */
export interface ControlContext {
  readonly about: About;
  /** The simulation of the request: the main one, or that of `?sandbox=`. */
  readonly simulation: Simulation;
  readonly sandboxes: Sandboxes;
}

/** The validated parameters and body of a request. */
export interface Input<Body = unknown, Query = unknown> {
  /** Path parameters by name, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** One path and method of the control API. */
export interface ControlRoute<Body extends z.core.$ZodType = z.core.$ZodType, Query extends z.ZodObject = z.ZodObject> {
  /** Method and path below `/_orgkit/`: `PUT snapshots/{name}`. */
  readonly name: string;
  readonly summary: string;
  /** Query parameters with their descriptions, besides `sandbox`. Unreadable values count as absent. */
  readonly query?: Query;
  readonly body?: Body;
  /** Of a success with a body: 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * @returns the body of its success: JSON, or a text as it is; without one, the status is 204. A generator returns it in
   *   the end; between its steps, other requests are answered
   */
  handle(context: ControlContext, input: Input<z.infer<Body>, z.infer<Query>>): unknown;
}

/** @param takes what it takes, and how it responds; types are inferred from the schemas */
export function route<Body extends z.core.$ZodType = z.ZodUndefined, Query extends z.ZodObject = z.ZodObject>(
  name: `${"GET" | "POST" | "PUT" | "DELETE"} ${string}`,
  summary: string,
  takes: Omit<ControlRoute<Body, Query>, "name" | "summary" | "handle">,
  handle: ControlRoute<Body, Query>["handle"],
): ControlRoute<Body, Query> {
  return { name, summary, ...takes, handle };
}

/** An integer in a query. */
export function count(fallback: number, max = Number.MAX_SAFE_INTEGER): z.ZodCatch<z.ZodType<number>> {
  return z.coerce
    .number()
    .int()
    .min(0)
    .transform((number) => Math.min(number, max))
    .catch(fallback);
}
