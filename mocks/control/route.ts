import type { z } from "zod";
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

/** What is told about the running mock besides its simulation. */
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
export interface Input<Body> {
  /** By the names in the route's path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
}

/** What a route answers: a value as JSON, or nothing. */
export interface Outcome<Reply = unknown> {
  readonly status: number;
  readonly json?: Reply;
  /** In the place of JSON. */
  readonly text?: { readonly type: string; readonly body: string };
  readonly headers?: Readonly<Record<string, string>>;
}

/** One path and method of the control API; also a line of its OpenAPI document. */
export interface ControlRoute<Body extends z.ZodType = z.ZodType, Reply extends z.core.$ZodType = z.core.$ZodType> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/_orgkit/`: `snapshots/{name}`. */
  readonly path: string;
  readonly summary: string;
  /** Names of query parameters and what each is for, besides `sandbox`. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** What its success carries, where that is JSON of a known shape. */
  readonly reply?: Reply;
  /** The status of its success. */
  readonly success: 200 | 201 | 204;
  handle(
    context: ControlContext,
    input: Input<z.infer<Body>>,
  ): Outcome<z.infer<Reply>> | Promise<Outcome<z.infer<Reply>>>;
}

/** Keeps the types of body and reply together with their schemas. */
export function route<Body extends z.ZodType = z.ZodUndefined, Reply extends z.core.$ZodType = z.core.$ZodType>(
  definition: ControlRoute<Body, Reply>,
): ControlRoute<Body, Reply> {
  return definition;
}
