import { hasId, isList, operations } from "../../fixtures/contract/operations.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import {
  code,
  isCommonValue,
  isDate,
  flattenRecord,
  idName,
  ownIdName,
  type Leaves,
  canonical,
} from "../log/records.ts";
import type { Facts } from "../log/facts.ts";
import {
  isKnownId,
  hasEnvelope,
  hasValidToken,
  isInconclusive,
  describeResponse,
  readRecords,
} from "../log/exchanges.ts";
import type { Exchange } from "../log/model.ts";
import { failed, inconclusive, passed, type Rule } from "../log/rule.ts";

/** The exchanges of known ids with the token of their account. */
function* knownExchanges(exchanges: readonly Exchange[], facts: Facts): Generator<readonly [string, Exchange]> {
  for (const exchange of exchanges) {
    const { operation } = exchange;
    if (!hasId(operation) || !hasValidToken(exchange)) continue;
    const id = facts.requestedId(exchange);
    if (id !== undefined && isKnownId(exchange) && facts.ids(operation, exchange.as).includes(id)) yield [id, exchange];
  }
}

/** SUB-01: a known id returns one record, and the total counts no more (§1). */
export const judgeKnownIds: Rule = function* (exchanges, facts) {
  for (const [id, exchange] of knownExchanges(exchanges, facts)) {
    if (!hasEnvelope(exchange)) continue;
    const { length } = readRecords(exchange);
    const total = readTotal(exchange);
    if (length !== 1) yield failed("SUB-01", exchange, `the id "${id}" returned ${length} records`);
    else if (typeof total === "number" && total > 1) {
      yield failed("SUB-01", exchange, `the id "${id}" returned one record, and \`meta.total\` is ${total}`);
    } else yield passed("SUB-01", exchange, `the id "${id}" returned one record`);
  }
};

/** TOTAL-01: the total of a subscription does not depend on other requests (§2). */
export const judgeTotalsOfOne: Rule = function* (exchanges, facts) {
  const successes = [...knownExchanges(exchanges, facts)].filter(([, exchange]) => hasEnvelope(exchange));
  for (const all of Map.groupBy(successes, ([id, { as }]) => `${as} ${id}`).values()) {
    const [start, ...others] = all;
    if (start === undefined) continue;
    const [id, first] = start;
    const total = readTotal(first);
    const [, other] = others.find(([, exchange]) => readTotal(exchange) !== total) ?? [];
    const message = `\`meta.total\` of "${id}" is ${String(total)}`;
    if (other === undefined) yield passed("TOTAL-01", first, message);
    else yield failed("TOTAL-01", other, `${message}, and then ${String(readTotal(other))}`, [first]);
  }
};

function readTotal(exchange: Exchange): unknown {
  return isSuccess(exchange) ? readEnvelope(exchange.response).meta?.["total"] : undefined;
}

/** SUB-02: two known ids return different records (§4). */
export const judgePairs: Rule = function* (exchanges, facts) {
  const successes = [...knownExchanges(exchanges, facts)].filter(([, exchange]) => readRecords(exchange).length === 1);
  for (const [index, [id, exchange]] of successes.entries()) {
    const otherKnownId = findOtherId(id, exchange, facts);
    if (otherKnownId !== undefined)
      yield failed("SUB-02", exchange, `"${id}" returned the record with the id "${otherKnownId}"`);
    // Two accounts may number their records alike.
    const others = successes.slice(0, index).filter(([other, { as }]) => other !== id && as === exchange.as);
    const latest = [...new Map(others).entries()];
    for (const [otherId, other] of latest) {
      const isSame = isSameRecord(selectRecord(id, exchange), selectRecord(otherId, other));
      const message = `"${id}" and "${otherId}" returned`;
      if (isSame === true) yield failed("SUB-02", exchange, `${message} the same record`, [other]);
      else if (isSame === false) yield passed("SUB-02", exchange, `${message} different records`, [other]);
      else yield inconclusive("SUB-02", exchange, `${message} equal records, and nothing in them identifies one`);
    }
  }
};

/** The other known id that a record has as its own, if the id that was asked for is nowhere in it. */
function findOtherId(id: string, exchange: Exchange, facts: Facts): string | undefined {
  const own = readOwnIds(id, exchange);
  return facts.ids(exchange.operation).find((other) => other !== id && own.includes(other));
}

/** The ids that a record has as its own, if the id that was asked for is nowhere in it. */
function readOwnIds(id: string, exchange: Exchange): readonly string[] {
  const leaves = [...flattenRecord(selectRecord(id, exchange).record)].map(
    ([place, value]) => [place, String(value)] as const,
  );
  const kind = operations[exchange.operation].record;
  const own = new RegExp(`^[.]_?(?:(?:${kind}|${kind.slice(0, 3)})[_-]?)?(?:id|uuid|guid|key|number|no)$`, "i");
  if (leaves.some(([, value]) => value === id)) return [];
  return leaves.flatMap(([place, value]) => (own.test(place) ? [value] : []));
}

/** The place of a request for the id that the record of a known one has. */
export const returnedId = "the id in the record of a known one";

/** The own id of the record that an id returned, if it is another one. */
export function readReturnedId(id: string, exchange: Exchange): string | undefined {
  return readOwnIds(id, exchange).find((other) => other !== "" && other.length < 200);
}

/**
 * SUB-02: if a record has another id than the known one, that id returns the same record, or none (§4). Numbers prove
 * nothing, since a path may count differently than the records do: per account, for example.
 */
export const judgeReturnedIds: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges.filter(({ place }) => place.words === returnedId)) {
    const returned = facts.requestedId(exchange);
    const [knownId] = facts.readableIds(exchange.operation);
    const first = knownId === undefined ? undefined : facts.record(exchange.operation, knownId);
    if (returned === undefined || first === undefined || readRecords(exchange).length !== 1) continue;
    const next = readReturnedId(returned, exchange);
    if (next === undefined) continue;
    const message = `"${knownId}" returned the record with the id "${returned}", and that the one with "${next}"`;
    if (/^\d+$/.test(returned)) yield inconclusive("SUB-02", exchange, message);
    else yield failed("SUB-02", exchange, message, [first]);
  }
};

/** SUB-03: an unknown id does not return the record of a known one (§4). */
export const judgeUnknownIds: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges) {
    const { place } = exchange;
    const id = facts.requestedId(exchange);
    if (place.variant === undefined || id === undefined || !hasValidToken(exchange)) continue;
    const what = `the id ${place.variant === "unknown" ? `"${id}", which is unknown,` : place.variant} returned`;
    if (isInconclusive(exchange)) {
      yield inconclusive("SUB-03", exchange, `${what} ${describeResponse(exchange)}`);
      continue;
    }
    const same = findSameRecord(id, exchange, facts);
    // A gateway may decode or shorten a path before the service reads an id: the document does not say.
    const path = facts.log.find((one) => isList(one.operation) && one.place.variant === place.variant);
    if (path !== undefined && isSuccess(path))
      yield passed("SUB-03", exchange, `${what} what the known id returns, as any path that is altered so`, [path]);
    else if (same === undefined)
      yield passed("SUB-03", exchange, `${what} ${describeResponse(exchange)}, and no record of a known id`);
    else if (same.isSame) yield failed("SUB-03", exchange, `${what} the record of "${same.id}"`, [same.exchange]);
    else
      yield inconclusive(
        "SUB-03",
        exchange,
        `${what} a record equal to that of "${same.id}", and nothing in it identifies one`,
      );
  }
};

interface SameRecord {
  readonly id: string;
  readonly exchange: Exchange;
  /** Whether it is proven. */
  readonly isSame: boolean;
}

function findSameRecord(id: string, exchange: Exchange, facts: Facts): SameRecord | undefined {
  const { operation } = exchange;
  let doubtful: SameRecord | undefined;
  for (const knownId of facts.readableIds(operation)) {
    const own = facts.record(operation, knownId);
    if (own === undefined) continue;
    for (const record of readRecords(exchange)) {
      const isSame = isSameRecord({ id, record }, selectRecord(knownId, own));
      if (isSame === true) return { id: knownId, exchange: own, isSame };
      if (isSame === undefined) doubtful ??= { id: knownId, exchange: own, isSame: false };
    }
  }
  return doubtful;
}

interface Selected {
  readonly id: string;
  readonly record: unknown;
}

function selectRecord(id: string, exchange: Exchange): Selected {
  return { id, record: readRecords(exchange)[0] };
}

/**
 * Whether two ids returned the same record; `undefined` if equal records cannot be told apart. Values that depend on
 * the request, such as its time, do not count.
 */
function isSameRecord(one: Selected, other: Selected): boolean | undefined {
  const [left, right] = [flattenRecord(one.record), flattenRecord(other.record)];
  const places = [...left.keys()];
  const holds = (leaves: Leaves, place: string, id: string): boolean => String(leaves.get(place)) === id;
  if (places.some((place) => holds(left, place, one.id) && holds(right, place, other.id))) return false;
  if (places.some((place) => holds(left, place, other.id) && holds(right, place, other.id))) return true;
  const idPlace = places.find((place) => ownIdName.test(place) && right.has(place));
  if (idPlace !== undefined) return left.get(idPlace) === right.get(idPlace);
  if (lastingText(one.record) !== lastingText(other.record)) return false;
  const isTelling = [...left].some(
    ([place, value]) => !isCommonValue(value) && (idName.test(place) || code.test(String(value))),
  );
  return isTelling ? true : undefined;
}

/** A record as text, without times within ten minutes of now. */
function lastingText(record: unknown): string {
  const isRecent = (value: unknown): boolean => {
    if (typeof value === "string") return isDate(value) && Math.abs(Date.parse(value) - Date.now()) < 600_000;
    return typeof value === "number" && [value, value * 1000].some((time) => Math.abs(time - Date.now()) < 600_000);
  };
  const lastingValue: unknown = JSON.parse(
    JSON.stringify(record ?? null, (_, member: unknown) => (isRecent(member) ? null : member)),
  );
  return canonical(lastingValue);
}
