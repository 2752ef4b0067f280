import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Account } from "./accounts.ts";
import type { IdIssuer } from "./identifiers.ts";

/** A request to the simulation, independent of the adapter. */
export interface Call {
  /** In upper case. */
  readonly method: string;
  /** The path below the base URL, percent-encoded as sent, for instance `/api/v1/users`. */
  readonly path: string;
  /** The query without its question mark, as sent; empty if there is none. */
  readonly query: string;
  /**
   * The base URL as the client has it, without a trailing slash: `https://api.example/tenant/x`. By default it follows
   * from the header `Host`.
   */
  readonly baseUrl?: string | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Adapters may stop reading one byte after the dialect's `limits.bodyBytes`. */
  readonly body: Uint8Array;
}

/**
 * A request below the base URL of the service, or another one: then its path is the whole URL.
 * @param base absolute
 */
export async function toCall(request: Request, base: string): Promise<Call> {
  const { pathname, search, origin } = new URL(request.url);
  const isBelow = `${origin}${pathname}`.startsWith(base.replace(/\/?$/, "/"));
  return {
    method: request.method.toUpperCase(),
    path: isBelow ? pathname.slice(new URL(base).pathname.replace(/\/$/, "").length) : origin + pathname,
    baseUrl: base,
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: new Uint8Array(await request.arrayBuffer()),
  };
}

/** Which request it is, and when it arrived. */
export interface Arrival {
  /** From 1. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The input of an operation: an authorized request, its account, and the simulation's clock and ids. */
export interface Context extends Arrival {
  readonly call: Call;
  /** The decoded `{id}` of the path; empty if the path has none. */
  readonly id: string;
  readonly account: Account;
  readonly dialect: Dialect;
  readonly ids: IdIssuer;
}

/** The base URL that the client of a request has; empty if it is unknown. */
export function readClientUrl({ baseUrl, headers: { host } }: Call): string {
  return baseUrl ?? (host === undefined ? "" : `http://${host}`);
}

/** The reason for a reply: the requirement or dialect key that decided it. */
export interface Why {
  readonly operation?: OperationId;
  /** A requirement id (`AUTH-04`) or a dialect key (`paging.users.oversize`). */
  readonly rule: string;
  /** The id of the record that the request created. */
  readonly created?: string | number;
  /** The scenarios that took part, outermost first. */
  readonly scenarios?: readonly string[];
}

/** How an adapter delivers a reply; by default at once and complete. */
export interface Delivery {
  /** Milliseconds until the first byte. */
  readonly delayMs?: number;
  /** Milliseconds over which the body is spread. */
  readonly bodyMs?: number;
  /**
   * How delivery fails: `cut` after half the body, `reset` before the first byte, `refused` like a port nobody listens
   * on, `never`.
   */
  readonly end?: "cut" | "reset" | "refused" | "never";
}

/** The simulation's response. An adapter adds only what its transport needs. */
export interface Reply {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly why: Why;
  readonly delivery?: Delivery;
}

/** RFC 9110 §15: responses with these codes have no body. */
export const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);
