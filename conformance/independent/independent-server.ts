import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import type { Json } from "../../fixtures/json.ts";

/** A server that is on loopback now. */
export interface Running {
  /** What a judge is given; it holds the path prefix, where there is one. */
  readonly baseUrl: string;
  /** How many users it really has whose record holds this text; absent if it keeps none. */
  readonly usersWith?: (text: string) => number;
  /** Ends it and every connection to it. */
  readonly stop: () => Promise<void>;
}

export interface Tokens {
  readonly first: string;
  readonly second: string;
}

/**
 * A server written independently of the simulation, to test the judge on: judge and mock must not share
 * their mistakes. It is odd where the document is silent, or breaks one rule, or is hostile to its callers.
 */
export interface IndependentServer {
  /** Unique; what is odd or broken, and on which operation where it is one: `meta-null@listUsers`. */
  readonly id: string;
  /** The stated and implied obligations that must fail: `ENV-04 listUsers`. Empty where it conforms. */
  readonly breaks: readonly string[];
  /** `s-1` and `s-2` by default. */
  readonly subscriptionIds?: readonly string[];
  /** `defaultTokens` by default. */
  readonly tokens?: Tokens;
  /** What `createUser` wants, where that is not a name and an email; `{{unique}}` stands for a fresh text. */
  readonly createBody?: Readonly<Record<string, Json>>;
  /** Further headers that every call needs. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What it declares, if anything. Of a broken one only what it breaks is untrue in it. */
  readonly dialect?: DialectInput;
  /** The path that `baseUrl` ends in. */
  readonly pathPrefix?: string;
  /** Starts it on loopback, on a free port, with fresh records. */
  start(): Promise<Running>;
}

/** Both accounts' tokens of an independent server that names no others. */
export const defaultTokens: Tokens = { first: "Nq7RrVd2kLw9sBf5Gx3J", second: "Zc4HhTb8mXy3pKe6Wd1Q" };

/** The subscriptions the first account has, of an independent server that names no others. */
export const defaultSubscriptionIds: readonly string[] = ["s-1", "s-2"];

/** The tokens to call an independent server with. */
export function tokensOf(server: IndependentServer): Tokens {
  return server.tokens ?? defaultTokens;
}

/** All options of `conform` for an independent server. */
export function optionsFor(server: IndependentServer, baseUrl: string) {
  const { subscriptionIds = defaultSubscriptionIds, createBody, headers, dialect } = server;
  const { first: token, second: secondToken } = tokensOf(server);
  return { baseUrl, token, secondToken, subscriptionIds, allowWrites: true, createBody, headers, dialect };
}
