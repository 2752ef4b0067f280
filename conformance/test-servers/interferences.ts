import fc from "fast-check";
import { otherUser } from "./conforming-lists.ts";
import { odd, withListParameters } from "./departures.ts";
import { listNames } from "../../fixtures/contract/operations.ts";
import { namesOf } from "../../fixtures/values/json.ts";
import type { IndependentServer } from "./independent-server.ts";
import { failure, sizedWorld, type Reply, type Row } from "./service.ts";

/** What another client does once to a list: its records, a place in it, and a record that is not in it. */
type Change = (rows: Row[], place: number, other: Row) => void;

const changes = {
  adds: (rows, _, other) => rows.push(other),
  "adds-at-the-front": (rows, _, other) => rows.unshift(other),
  removes: (rows, place) => rows.splice(place, 1),
  "removes-three": (rows, place) => rows.splice(place, 3),
  replaces: (rows, place, other) => {
    rows.splice(place, 1);
    rows.push(other);
  },
  edits: (rows, place) => rows.splice(place, 1, { ...rows[place], name: "Renamed Meanwhile" }),
  "moves-to-the-front": (rows, place) => rows.unshift(...rows.splice(place, 1)),
  "moves-to-the-end": (rows, place) => rows.push(...rows.splice(place, 1)),
} satisfies Readonly<Record<string, Change>>;

/** The number of the request before which it happens; a typical run sends fewer than the last. */
const arbitraryMoment = fc.integer({ min: 5, max: 420 });

const arbitraryChange = fc.record({
  change: fc.constantFrom(...namesOf(changes)),
  list: fc.constantFrom(...listNames),
  moment: arbitraryMoment,
  /** Where in the list, from 0 to 1. */
  place: fc.double({ min: 0, max: 0.999, noNaN: true }),
  size: fc.constantFrom(3, 14, 40, 75, 150),
});

/** What a client gets instead of a response for a moment: of a gateway, of a service that is restarted, of a firewall. */
const disturbances: Readonly<Record<string, () => Reply>> = {
  "bad-gateway": () => htmlPage(502),
  unavailable: () => htmlPage(503),
  "gateway-timeout": () => htmlPage(504),
  fails: () => failure(500, "internal", "Something went wrong."),
  "fails-without-a-word": () => ({ status: 500, headers: {}, text: "" }),
  limits: () => failure(429, "too_many", "Too many requests."),
  "forgets-the-session": () => failure(401, "unauthorized", "The session is unknown."),
  blocks: () => htmlPage(403),
  "shows-a-login-page": () => htmlPage(200),
  "is-empty": () => ({ status: 200, headers: {}, text: "" }),
  "knows-no-route": () => htmlPage(404),
  "closes-the-connection": () => {
    throw new Error("closed");
  },
};

function htmlPage(status: number): Reply {
  return { status, headers: { "content-type": "text/html" }, text: `<!doctype html><title>${status}</title>` };
}

const arbitraryDisturbance = fc.record({
  name: fc.constantFrom(...Object.keys(disturbances)),
  moment: arbitraryMoment,
  /** For how many requests. */
  lasting: fc.constantFrom(1, 1, 2, 5),
  /** Whether the service has done what was asked for. */
  isDone: fc.boolean(),
});

/**
 * Conforming services whose records another client changes a single time, at any moment of a run (not those that the run
 * has created, which nobody else knows), and those that do not respond for a moment.
 */
export function interferedServers(count: number, seed: number): readonly IndependentServer[] {
  const half = { numRuns: Math.ceil(count / 2), seed };
  const changed = fc.sample(arbitraryChange, half).map(({ change, list, moment, place, size }) =>
    odd(
      `another-${change}-${list}-${moment}-${Math.round(place * 100)}-of-${size}`,
      async (ask, next, service) => {
        const rows = service.accounts[0][list];
        if (ask.nth === moment) {
          const other = list === "users" ? otherUser(moment) : { ...rows[0], number: `R1-${9000 + moment}` };
          changes[change](rows, Math.floor(place * Math.min(size, rows.length)), other);
        }
        return next(ask);
      },
      withListParameters(),
      sizedWorld(size, 7),
    ),
  );
  const disturbed = fc.sample(arbitraryDisturbance, half).map(({ name, moment, lasting, isDone }) =>
    odd(
      `${name}-${isDone ? "after" : "at"}-${moment}-for-${lasting}`,
      async (ask, next) => {
        if (ask.nth < moment || ask.nth >= moment + lasting) return next(ask);
        if (isDone) await next(ask);
        return disturbances[name]?.() ?? next(ask);
      },
      withListParameters(),
    ),
  );
  return [...changed, ...disturbed];
}
