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
  /** The base URL, where it is reachable over HTTP. */
  url(): string;
  /** The interface's OpenAPI document, as YAML. */
  contract(): string;
}

/** What a route works with. */
export interface ControlContext {
  readonly about: About;
  /** The simulation the request is about: the main one, or that of `?sandbox=`. */
  readonly simulation: Simulation;
  readonly snapshots: NamedSnapshots;
  readonly sandboxes: Sandboxes;
}

/** What came with a request, checked. */
export interface Input<Body = unknown, Query = unknown> {
  /** By the names in the route's path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** One path and method of the control API; also a line of its OpenAPI document. */
export interface ControlRoute<
  Reply extends z.core.$ZodType = z.core.$ZodType,
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/_orgkit/`: `snapshots/{name}`. */
  readonly path: string;
  readonly summary: string;
  /** Parameters with a description each, besides `sandbox`. What cannot be read counts as absent. */
  readonly query?: Query;
  readonly body?: Body;
  /** What its success carries, where that is JSON of a known shape. */
  readonly reply?: Reply;
  /** The media type, where its success carries a text as it is. */
  readonly type?: string;
  /** The status of its success, with 204 without a body: 200 by default. */
  readonly success?: 201 | 204;
  /** @returns what its success carries */
  handle(
    context: ControlContext,
    input: Input<z.infer<Body>, z.infer<Query>>,
  ): z.infer<Reply> | Promise<z.infer<Reply>>;
  headers?(carried: z.infer<Reply>): Readonly<Record<string, string>>;
}

/** Keeps the types together with their schemas. */
export function route<
  Reply extends z.core.$ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject,
>(definition: ControlRoute<Reply, Body, Query>): ControlRoute<Reply, Body, Query> {
  return definition;
}

/** A whole number in a query. */
export function count(fallback: number, max = Number.MAX_SAFE_INTEGER): z.ZodCatch<z.ZodType<number>> {
  return z.coerce
    .number()
    .int()
    .min(0)
    .transform((number) => Math.min(number, max))
    .catch(fallback);
}
