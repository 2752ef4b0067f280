import { canonical, recordKey } from "../target/records.ts";
import { code, isCommon, isDate, leavesOf, ownName, type Leaves } from "../target/record-values.ts";

/** A subscription as one id was answered. */
export interface Selected {
  readonly id: string;
  readonly record: unknown;
}

/**
 * Whether two ids are answered with one record; `undefined` where two records look alike and nothing tells one from
 * another. What tells of the call alone, the time of it, is left out.
 */
export function isSameRecord(one: Selected, other: Selected): boolean | undefined {
  const [left, right] = [leavesOf(one.record), leavesOf(other.record)];
  const [key, otherKey] = [recordKey(one.record), recordKey(other.record)];
  const isNamed = key !== canonical(one.record) && otherKey !== canonical(other.record);
  if (isNamed) return key === otherKey;
  const places = [...left.keys()];
  const holds = (leaves: Leaves, place: string, id: string): boolean => String(leaves.get(place)) === id;
  if (places.some((place) => holds(left, place, one.id) && holds(right, place, other.id))) return false;
  if (places.some((place) => holds(left, place, one.id) && holds(right, place, one.id))) return true;
  if (lasting(one.record) !== lasting(other.record)) return false;
  const isTelling = [...left].some(
    ([place, value]) => !isCommon(value) && (ownName.test(place) || code.test(String(value))),
  );
  return isTelling ? true : undefined;
}

/** A record as a text, without what tells of the call. */
function lasting(record: unknown): string {
  const kept: unknown = JSON.parse(JSON.stringify(record, (_, member: unknown) => (isRecent(member) ? null : member)));
  return canonical(kept);
}

/** Milliseconds around now in which a timestamp is that of the request. */
const recent = 10 * 60_000;

function isRecent(value: unknown): boolean {
  if (typeof value !== "number" && !(typeof value === "string" && isDate(value))) return false;
  const timestamp = typeof value === "number" ? value : Date.parse(value);
  const seconds = typeof value === "number" ? value * 1000 : Number.NaN;
  return [timestamp, seconds].some((time) => Math.abs(time - Date.now()) < recent);
}
