import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Exchange } from "../target/exchange.ts";
import type { Finding } from "./finding.ts";
import type { Judged } from "./judge.ts";
import type { Mask } from "./mask.ts";
import type { Seen } from "./seen.ts";

/** One breach, however often it was seen, with the exchange that first showed it. Secrets are redacted. */
export interface Violation extends Finding {
  readonly count: number;
  readonly exchange: Exchange;
}

/** What passed so far, in numbers and breaches. It does not grow with the calls. */
export interface Tally {
  /** @returns the findings, redacted, with whether each is seen for the first time */
  add(seen: Seen, judged: Judged): readonly Counted[];
  /** A call that got no whole reply: that is no breach of the contract. */
  lose(reason: string): void;
  readonly exchanges: number;
  readonly judged: number;
  readonly violations: readonly Violation[];
  /** Breaches beyond the most that are told apart. */
  readonly untold: number;
  readonly notJudged: ReadonlyMap<string, number>;
  readonly lost: ReadonlyMap<string, number>;
  /** How often each status code came, by operation. */
  readonly statuses: ReadonlyMap<OperationId, ReadonlyMap<number, number>>;
}

export interface Counted {
  readonly finding: Finding;
  readonly isNew: boolean;
}

/** The most breaches that are told apart. */
const mostViolations = 300;

export function createTally(mask: Mask): Tally {
  const violations = new Map<string, Violation>();
  const notJudged = new Map<string, number>();
  const lost = new Map<string, number>();
  const statuses = new Map<OperationId, Map<number, number>>();
  let exchanges = 0;
  let unjudged = 0;
  let untold = 0;

  function count(seen: Seen, finding: Finding): Counted | undefined {
    const key = JSON.stringify([finding.side, finding.operation, finding.rule, finding.place]);
    const known = violations.get(key);
    if (known !== undefined) {
      violations.set(key, { ...known, count: known.count + 1 });
      return { finding: known, isNew: false };
    }
    if (violations.size >= mostViolations) {
      untold += 1;
      return undefined;
    }
    const redacted = { ...finding, place: mask.text(finding.place), found: mask.text(finding.found) };
    violations.set(key, { ...redacted, count: 1, exchange: mask.exchange(seen) });
    return { finding: redacted, isNew: true };
  }

  return {
    add(seen, { operation, findings, notJudged: reason }) {
      exchanges += 1;
      if (reason !== undefined) {
        unjudged += 1;
        increase(notJudged, reason);
      }
      if (operation !== undefined) {
        const ofOperation = statuses.get(operation) ?? new Map<number, number>();
        increase(ofOperation, seen.response.status);
        statuses.set(operation, ofOperation);
      }
      // One exchange may show one breach in each of its records: it is one breach still.
      const distinct = new Map(
        findings.map((finding) => [`${finding.side} ${finding.rule} ${finding.place}`, finding]),
      );
      return [...distinct.values()].map((finding) => count(seen, finding)).filter((counted) => counted !== undefined);
    },
    lose(reason) {
      increase(lost, reason);
    },
    get exchanges() {
      return exchanges;
    },
    get judged() {
      return exchanges - unjudged;
    },
    get violations() {
      return [...violations.values()];
    },
    get untold() {
      return untold;
    },
    notJudged,
    lost,
    statuses,
  };
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
