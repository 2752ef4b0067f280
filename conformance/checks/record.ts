import { isObject } from "../target/envelope.ts";

/** JSON with sorted keys: equal texts for equal values; `undefined` where a value is too deep for the stack. */
export function canonical(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_, member: unknown) =>
      isObject(member) ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1))) : member,
    );
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Names that tell one record from another; the fields of a record are open (§2). */
const identifying =
  /^_?(id|uuid|guid|key|number|href|url|self|handle|login|username|user_?name|e-?mail)$|[_-]id$|Id$|ID$/i;

/** Names that may identify the record a field belongs to, or another one it refers to. */
const primary = /^_?(id|uuid|guid|key)$/i;

/** Whether a record carries something that tells it from others. */
export function hasIdentity(record: unknown): boolean {
  return isObject(record) && Object.keys(record).some((name) => identifying.test(name));
}

/**
 * What tells a record from others, as a text: its own id where it has one, for then the rest may change between
 * two readings; else all of it. `undefined` where it is too deep to be compared.
 */
export function recordKey(record: unknown): string | undefined {
  if (isObject(record)) {
    const name = Object.keys(record).find((candidate) => primary.test(candidate));
    const id = name === undefined ? undefined : record[name];
    if (typeof id === "string" || typeof id === "number") return `${name}=${id}`;
  }
  return canonical(record);
}

/** The keys of records in order; `undefined` where one cannot be compared. */
export function recordKeys(records: readonly unknown[]): readonly string[] | undefined {
  const keys = records.map(recordKey).filter((key) => key !== undefined);
  return keys.length === records.length ? keys : undefined;
}
