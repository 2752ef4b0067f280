import fc from "fast-check";
import { otherUser } from "./conforming-lists.ts";
import { odd, withListParameters } from "./departures.ts";
import type { IndependentServer } from "./independent-server.ts";
import type { Row } from "./service.ts";

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

/** A typical run sends fewer requests. */
const lastMoment = 420;

const arbitraryInterference = fc.record({
  change: fc.constantFrom(...Object.keys(changes).filter((name): name is keyof typeof changes => name in changes)),
  list: fc.constantFrom("users" as const, "invoices" as const),
  /** Before the request with this number. */
  moment: fc.integer({ min: 5, max: lastMoment }),
  /** Where in the list, from 0 to 1. */
  place: fc.double({ min: 0, max: 0.999, noNaN: true }),
  size: fc.constantFrom(3, 14, 40, 75, 150),
});

/**
 * A conforming service whose records another client changes a single time, at any moment of a run; not those that the
 * run has created, which nobody else knows.
 */
export function interferedServers(count: number, seed: number): readonly IndependentServer[] {
  return fc.sample(arbitraryInterference, { numRuns: count, seed }).map(({ change, list, moment, place, size }) =>
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
      { world: { users: [size, 7], invoices: [size, 4] } },
    ),
  );
}
