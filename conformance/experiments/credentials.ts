import {
  hasId,
  operationIds,
  operations,
  readOperationIds,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import type { Facts } from "../judge/facts.ts";
import type { Experiment, Explorer } from "../judge/experiment.ts";
import type { Place, Probe } from "../judge/model.ts";
import type { Credentials } from "../target/credentials.ts";
import { readUsers } from "./users.ts";
import { walkPlaces } from "./walk-places.ts";

/** A wrong way to authorize a request. */
interface WrongCredentials {
  readonly as: Credentials;
  /** Where it is tried: a faulty guard usually stands before all operations, and a creation may create a user. */
  readonly on: "all" | "reads" | "one";
}

/** The wrong credentials of §5, in the order in which they are tried. */
const wrongCredentials: readonly WrongCredentials[] = [
  { as: "none", on: "all" },
  { as: "empty", on: "all" },
  { as: "no-token", on: "all" },
  { as: "never-issued", on: "all" },
  { as: "other-scheme", on: "all" },
  { as: "in-query", on: "all" },
  { as: "in-headers", on: "all" },
  { as: "in-body", on: "all" },
  { as: "cut", on: "all" },
  { as: "extended", on: "all" },
  { as: "changed", on: "all" },
  { as: "last-changed", on: "all" },
  { as: "letter-case", on: "all" },
  { as: "no-scheme", on: "all" },
  { as: "basic-token", on: "all" },
  { as: "in-query-otherwise", on: "all" },
  { as: "in-cookies", on: "all" },
  { as: "crossed", on: "all" },
  { as: "jwt-claims", on: "all" },
  { as: "jwt-unsigned", on: "all" },
  { as: "jwt-none", on: "all" },
  { as: "jwt-signature", on: "reads" },
  { as: "jwt-header", on: "one" },
  { as: "longer-scheme", on: "one" },
  { as: "token-scheme", on: "one" },
  { as: "basic-user", on: "one" },
  { as: "basic-password", on: "one" },
  { as: "session-cookies", on: "reads" },
  { as: "percent-sign", on: "one" },
  { as: "pattern", on: "one" },
  { as: "any-text", on: "one" },
  { as: "member-name", on: "one" },
  { as: "null", on: "one" },
  { as: "undefined", on: "one" },
  { as: "forged-jwt", on: "one" },
  { as: "one-wildcard", on: "one" },
  { as: "one-in-brackets", on: "one" },
  { as: "sql", on: "one" },
  { as: "after-another", on: "one" },
  { as: "no-space", on: "one" },
  { as: "colon", on: "one" },
  { as: "basic-named-password", on: "one" },
];

/** Headers of clients that a service may trust, each sent without `Authorization`. */
const trustedHeaders: readonly { readonly words: string; readonly headers: Readonly<Record<string, string>> }[] = [
  {
    words: "headers of an internal address",
    headers: {
      "x-forwarded-for": "127.0.0.1",
      "x-real-ip": "127.0.0.1",
      "x-internal-request": "true",
      "x-user-id": "1",
    },
  },
  { words: "the headers of a browser", headers: { accept: "text/html,application/xhtml+xml" } },
  {
    words: "a header of a preflight",
    headers: { "access-control-request-method": "GET", origin: "https://a.example" },
  },
];

/** The credentials that are tried at every place. */
const guarded = ["none", "never-issued"] as const;

/** How often a request without and with an unknown token is repeated: one of several instances may be open. */
const attempts = 3;

/** Whether these credentials can be sent with an operation. */
function isPossible({ as, on }: WrongCredentials, operation: OperationId): boolean {
  if (as === "in-body") return operations[operation].method === "POST";
  if (on === "one") return operation === operationIds[0];
  return on === "all" || operations[operation].method === "GET";
}

/** Wrong credentials on every operation, one request each, then the right ones at the same place. */
export function* exploreCredentials(facts: Facts): Explorer {
  const served = readOperationIds.filter((operation) => facts.isServed(operation));
  for (const operation of served) for (const as of guarded) yield repeated({ operation, as });
  yield wrongCredentials
    .filter(({ as }) => !guarded.some((one) => one === as) && (as !== "sql" || facts.target.allowWrites))
    .flatMap((row) =>
      served.filter((operation) => isPossible(row, operation)).map((operation) => ({ operation, as: row.as })),
    )
    .map(experimentWith);
  yield trustedHeaders
    .flatMap(({ words, headers }) =>
      served.map((operation) => ({ operation, as: "none" as const, headers, place: { words } })),
    )
    .map(experimentWith);
  yield* exploreFurtherPlaces(facts);
}

/** Wrong credentials on further pages and other ids. */
function* exploreFurtherPlaces(facts: Facts): Explorer {
  const places = [
    ...walkPlaces(facts),
    ...readOperationIds.filter(hasId).flatMap((operation) => otherIds(operation, facts)),
  ];
  for (const probe of places) {
    const valid: Experiment = {
      name: `${probe.operation}${wordsOf(probe.place)} with the token`,
      run: async (ask) => void (await ask(probe)),
    };
    yield valid;
    yield guarded.map((as) => experimentWith({ ...probe, as }));
  }
}

function otherIds(operation: OperationId, facts: Facts): readonly Probe[] {
  return facts
    .servedIds(operation)
    .slice(1, 2)
    .map((id) => ({ operation, id, place: { words: `the id "${id}"` } }));
}

function experimentWith(probe: Probe): Experiment {
  const { operation, as = "first", place } = probe;
  return { name: `${operation}${wordsOf(place)} as ${as}`, run: async (ask) => void (await ask(probe)) };
}

/** Rejected requests, and then the accepted one: a cache may keep the rejection. */
function repeated(probe: Probe): Experiment {
  const { operation, as = "first" } = probe;
  return {
    name: `${operation} as ${as}, again and again`,
    run: async (ask) => {
      for (let attempt = 0; attempt < attempts; attempt += 1) await ask(probe);
      await ask({ operation });
    },
  };
}

/** The wrong credentials of a creation, one after the other: each may create a user. */
export function* exploreRejectedCreations(facts: Facts): Explorer {
  const operation = "createUser";
  yield {
    name: "creations that are rejected, and the list of users",
    run: async (ask) => {
      await readUsers(ask, facts, "first", "before");
      for (const as of guarded) await ask({ operation, as });
      await readUsers(ask, facts, "first", "after");
    },
  };
  for (const row of wrongCredentials.filter((one) => isPossible(one, operation))) {
    if (guarded.some((as) => as === row.as)) continue;
    if (facts.createdMarkers.size > 0) return;
    yield experimentWith({ operation, as: row.as });
  }
  for (const { words, headers } of trustedHeaders) {
    yield experimentWith({ operation, as: "none", headers, place: { words } });
  }
}

function wordsOf(place: Place | undefined): string {
  return place?.words === undefined ? "" : `, ${place.words},`;
}
