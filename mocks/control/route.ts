import { z } from "zod";
import type { Simulation } from "../simulation/simulation.ts";
import type { NamedSnapshots } from "./named-snapshots.ts";
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
  /** The interface's OpenAPI document, as YAML. */
  contract(): string;
}

/** What a route handler gets. */
export interface ControlContext {
  readonly about: About;
  /** The simulation of the request: the main one, or that of `?sandbox=`. */
  readonly simulation: Simulation;
  readonly snapshots: NamedSnapshots;
  readonly sandboxes: Sandboxes;
}

/** The validated parameters and body of a request. */
export interface Input<Body = unknown, Query = unknown> {
  /** Path parameters by name, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** One path and method of the control API, and its entry in the OpenAPI document. */
export interface ControlRoute<
  Reply extends z.core.$ZodType = z.core.$ZodType,
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/_orgkit/`: `snapshots/{name}`. */
  readonly path: string;
  readonly summary: string;
  /** Query parameters with their descriptions, besides `sandbox`. Unreadable values count as absent. */
  readonly query?: Query;
  readonly body?: Body;
  /** The schema of its response, if that is JSON. */
  readonly reply?: Reply;
  /** The media type of its response, if that is text. */
  readonly type?: string;
  /** The status of its success: 200 by default; 204 has no body. */
  readonly success?: 201 | 204;
  /** @returns the body of its success */
  handle(
    context: ControlContext,
    input: Input<z.infer<Body>, z.infer<Query>>,
  ): z.infer<Reply> | Promise<z.infer<Reply>>;
  headers?(carried: z.infer<Reply>): Readonly<Record<string, string>>;
}

/** Infers the types from the schemas. */
export function route<
  Reply extends z.core.$ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject,
>(definition: ControlRoute<Reply, Body, Query>): ControlRoute<Reply, Body, Query> {
  return definition;
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
