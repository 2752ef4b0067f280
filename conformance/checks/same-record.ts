import { canonical, recordKey } from "../target/records.ts";
import { code, isCommon, isDate, leavesOf, ownName, type Leaves } from "../target/record-values.ts";

/** A subscription as returned for one id. */
export interface Selected {
  readonly id: string;
  readonly record: unknown;
}

/**
 * Whether two ids return the same record; `undefined` if equal records cannot be told apart. Values that depend on the
 * request, such as its time, are ignored.
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

/** A record as text, without values that depend on the request. */
function lasting(record: unknown): string {
  const kept: unknown = JSON.parse(JSON.stringify(record, (_, member: unknown) => (isRecent(member) ? null : member)));
  return canonical(kept);
}

/** A timestamp within this many milliseconds of now is that of the request. */
const recent = 10 * 60_000;

function isRecent(value: unknown): boolean {
  if (typeof value !== "number" && !(typeof value === "string" && isDate(value))) return false;
  const timestamp = typeof value === "number" ? value : Date.parse(value);
  const seconds = typeof value === "number" ? value * 1000 : Number.NaN;
  return [timestamp, seconds].some((time) => Math.abs(time - Date.now()) < recent);
}
