import { percentDecoded } from "../../fixtures/percent-decoded.ts";
import { isObject } from "../../fixtures/json.ts";
import { readJson, type Members } from "../target/envelope.ts";
import type { Exchange, ExchangeResponse } from "../target/exchange.ts";
import { isDate } from "../target/record-values.ts";
import { canonical } from "../target/records.ts";

/** A rejection with a response. */
type Rejection = Exchange & { readonly response: ExchangeResponse };

export type DisclosureTest = (rejection: Rejection) => boolean;

/**
 * Whether a rejection discloses a record (§5): it contains a known record, or identifying parts of one, or its `data`
 * has records of the same form.
 */
export function createDisclosureTest(known: readonly unknown[]): DisclosureTest {
  const records = withoutTwins(known.filter(isObject).filter((record) => Object.keys(record).length > 0));
  const whole = new Set(records.map(canonical));
  const written = records.filter((record) => Object.keys(record).length >= 2).map((record) => JSON.stringify(record));
  const makes = new Set<string | undefined>(records.map(makeOf).filter((make) => make !== undefined));
  const owners = ownersOfValues(records);
  const ownedTexts = [...owners].flatMap(([value, owner]) =>
    typeof value === "string" ? [{ text: value, owner }] : [],
  );

  /** The whole record, or at least two of its members with a text that no other record has. */
  const holdsRecord = (object: Members, sent: string): boolean => {
    if (whole.has(canonical(object))) return true;
    return Object.entries(object).some(([name, value]) => {
      const owner = isTelling(value) ? owners.get(value) : undefined;
      return (
        owner !== undefined &&
        !sent.includes(String(value)) &&
        owner[name] === value &&
        membersInCommon(object, owner) >= 2
      );
    });
  };

  return (rejection) => {
    const body = readJson(rejection.response);
    const isEcho = echoTest(rejection);
    // What the client sent, for instance an id in the path, is not a secret of the target.
    const sent = `${rejection.request.url} ${percentDecoded(rejection.request.url)} ${rejection.request.body ?? ""}`;
    if (objectsIn(body).some((object) => !isEcho(object) && holdsRecord(object, sent))) return true;
    if (dataOf(body).some((object) => !isEcho(object) && makes.has(makeOf(object)))) return true;
    // A record may be JSON inside a message, or in the script of a page.
    const texts = [rejection.response.body, ...stringsIn(body)].filter((text) => text.includes("{"));
    if (searchable(written, texts).some((record) => texts.some((text) => text.includes(record)))) return true;
    const found = searchable(ownedTexts, [rejection.response.body]).filter(
      ({ text }) => rejection.response.body.includes(text) && !sent.includes(text),
    );
    return new Set(found.map(({ owner }) => owner)).size < found.length;
  };
}

/** The maximum number of characters of a rejection to search: each searched text reads all of them. */
const maxSearched = 20_000_000;

/** Limits the number of searched texts, so that the time is limited. */
function searchable<Thing>(things: readonly Thing[], texts: readonly string[]): readonly Thing[] {
  return things.slice(0, Math.ceil(maxSearched / texts.reduce((sum, { length }) => sum + length, 1)));
}

/** The maximum number of objects per response. */
const maxObjects = 10_000;

/** Every object in a JSON value, level by level: recursion could overflow the stack. */
function objectsIn(value: unknown): readonly Members[] {
  const objects: Members[] = [];
  const queue: unknown[] = [value];
  for (let next = 0; next < queue.length && queue.length < maxObjects; next += 1) {
    const current = queue[next];
    if (isObject(current) && Object.keys(current).length > 0) objects.push(current);
    if (typeof current === "object" && current !== null)
      for (const member of Object.values(current)) queue.push(member);
  }
  return objects;
}

/** The texts among the members of its objects. */
function stringsIn(body: unknown): readonly string[] {
  return objectsIn(body).flatMap((object) => Object.values(object).filter((value) => typeof value === "string"));
}

function dataOf(body: unknown): readonly Members[] {
  return isObject(body) && Array.isArray(body["data"]) ? body["data"].filter(isObject) : [];
}

/** An echo of the client's input discloses nothing. */
function echoTest({ request }: Exchange): (object: Members) => boolean {
  if (request.body === undefined) return () => false;
  const sent = canonical(readJson({ body: request.body }));
  return (object) => canonical(object) === sent;
}

/** Several responses may have the same record. */
function withoutTwins(records: readonly Members[]): readonly Members[] {
  return [...new Map(records.map((record) => [canonical(record), record])).values()];
}

/** The names of two or more members: records of one kind have the same. */
function makeOf(record: Members): string | undefined {
  const names = Object.keys(record).toSorted();
  return names.length >= 2 ? names.join("\n") : undefined;
}

function membersInCommon(object: Members, record: Members): number {
  return Object.keys(object).filter((name) => Object.hasOwn(record, name) && object[name] === record[name]).length;
}

/** The texts and numbers that only one known record has, with the record. */
function ownersOfValues(records: readonly Members[]): ReadonlyMap<string | number, Members> {
  const owners = new Map<string | number, Members>();
  const shared = new Set<string | number>();
  for (const record of records) {
    for (const value of Object.values(record)) {
      if (!isTelling(value)) continue;
      const owner = owners.get(value);
      if (owner !== undefined && owner !== record) shared.add(value);
      owners.set(value, record);
    }
  }
  for (const text of shared) owners.delete(text);
  return owners;
}

/** Unlikely to occur by chance: no word such as `active`, no date, no status code. */
function isTelling(value: unknown): value is string | number {
  if (typeof value === "number") return Number.isInteger(value) && value >= 1000 && !isDate(value);
  return typeof value === "string" && value.length >= 6 && /[\d@ ]/.test(value) && !/^\d{4}-\d{2}-\d{2}$/.test(value);
}
