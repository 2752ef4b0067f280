import type { RecordKind } from "../../fixtures/contract/record-kinds.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import type { Listening } from "../../fixtures/network/listen.fixture.ts";
import type { Json } from "../../fixtures/values/json.ts";

export type KnownIds = Readonly<Partial<Record<RecordKind, readonly string[]>>>;

/** A running server on loopback. */
export interface Running extends Listening {
  /** Ids of the first account's records, by kind; absent if only those of subscriptions are known. */
  readonly ids?: KnownIds;
  /** Those of the server by default. */
  readonly tokens?: Tokens;
  /** The actual number of users whose record contains this text; absent if it stores none. */
  readonly usersWith?: (text: string) => number;
}

export interface Tokens {
  readonly first: string;
  readonly second: string;
}

/**
 * A server written independently of the simulation, to test the judge: judge and mock must not share mistakes. It is
 * unusual where the document is silent, breaks one rule, or is hostile to its clients.
 */
export interface IndependentServer {
  /** Unique: what is unusual or broken, and on which operation if it is one: `meta-null@listUsers`. */
  readonly id: string;
  /** The stated and implied obligations that must fail: `ENV-04 listUsers`. Empty if it conforms. */
  readonly breaks: readonly string[];
  /** `s-1` and `s-2` by default. */
  readonly subscriptionIds?: readonly string[];
  /** `defaultTokens` by default. */
  readonly tokens?: Tokens;
  /** The body for `createUser`, if it is not a name and an email; `{{unique}}` becomes a unique text. */
  readonly createBody?: Readonly<Record<string, Json>>;
  /** Additional headers for every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Its dialect, if it declares one. For a broken server, only the broken keys are wrong. */
  readonly dialect?: DialectInput;
  /** The path at the end of `baseUrl`. */
  readonly pathPrefix?: string;
  /** Starts it on loopback, on a free port, with new records. */
  start(): Promise<Running>;
}

/** The tokens of both accounts, by default. */
export const defaultTokens: Tokens = { first: "Nq7RrVd2kLw9sBf5Gx3J", second: "Zc4HhTb8mXy3pKe6Wd1Q" };

/** A token that all servers know to have expired. */
export const expiredToken = "Kd8RtLs2vQz6nWb4Jf7Y";

/** The subscriptions of the first account, by default. */
export const defaultSubscriptionIds: readonly string[] = ["s-1", "s-2"];

/** All options of `conform` for an independent server. */
export function optionsFor(
  server: Omit<IndependentServer, "id" | "breaks" | "start">,
  { baseUrl, ids, tokens = server.tokens ?? defaultTokens }: Pick<Running, "baseUrl" | "ids" | "tokens">,
) {
  const { subscriptionIds = defaultSubscriptionIds, createBody, headers, dialect } = server;
  const known: KnownIds = { subscription: subscriptionIds, ...ids };
  const { first: token, second: secondToken } = tokens;
  return { baseUrl, token, secondToken, expiredToken, ids: known, allowWrites: true, createBody, headers, dialect };
}
