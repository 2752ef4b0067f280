import { memoize } from "../target/memoize.ts";
import { hasId, operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { operationOf } from "../discovery/source.ts";
import { idsNamedIn } from "../discovery/subscriptions.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { objectsOf } from "../target/records.ts";
import type { Session } from "../target/session.ts";
import { alwaysTrue } from "../target/altered-token.ts";
import { knownIds } from "../target/target.ts";
import { visit, type Exploration, type Visit } from "./visit.ts";

/** The maximum number of known ids to request per operation. */
const maxKnown = { plain: 12, quick: 2 } as const;

/** The given ids, and those by which records in lists refer to others. */
export const ids: Exploration = {
  id: "ids",
  looksAt: `up to ${maxKnown.plain} subscription ids, given or found in invoices; one of them as a browser requests it`,
  explore: async (session) => {
    const known = operationIds
      .filter(hasId)
      .flatMap((operation) => [ofKnown(session, operation), asBrowser(session, operation)]);
    return (await Promise.all(known)).flat();
  },
};

/** The first known id, with headers that browsers send. */
async function asBrowser(session: Session, operation: OperationId): Promise<readonly Visit[]> {
  const [id] = knownIds(session.target, operation);
  if (session.isQuick || id === undefined) return [];
  const headers = { accept: "*/*", "accept-encoding": "gzip, deflate, br", "accept-language": "tr-TR,tr;q=0.9" };
  const place = `the id "${id}" with the headers of a browser`;
  return visit(session, { place, call: { operation, id, headers }, isServed: true });
}

/** A known id, and the response to the valid token. */
type KnownId = Visit & { readonly id: string };

/** Requests the known ids of an operation. `isServed` is true for those that are given. */
export const ofKnown: (session: Session, operation: OperationId) => Promise<readonly KnownId[]> = memoize(askKnown);

async function askKnown(session: Session, operation: OperationId): Promise<readonly KnownId[]> {
  const given = knownIds(session.target, operation);
  const [first] = given;
  // The plain request has the first given id.
  if (first === undefined) return [];
  await session.call({ operation: "listInvoices" });
  const all = [...new Set([...given, ...referencedIds(session, operation, "first")])].slice(
    0,
    session.isQuick ? maxKnown.quick : maxKnown.plain,
  );
  const visits = all.map(async (id): Promise<readonly KnownId[]> => {
    const call = id === first ? { operation } : { operation, id };
    const found = await visit(session, { place: `the id "${id}"`, call, isServed: given.includes(id) });
    return found.map((one) => ({ ...one, id }));
  });
  return (await Promise.all(visits)).flat();
}

/** The ids for an operation in the invoices that an account received so far: those of subscriptions. */
export function referencedIds(
  session: Session,
  operation: OperationId,
  account: "first" | "second",
): readonly string[] {
  if (operations[operation].record !== "subscription") return [];
  const records = session.entries.flatMap(({ call, exchange }) =>
    (call.as ?? "first") === account && operationOf(call) === "listInvoices" && isSuccess(exchange)
      ? objectsOf(readEnvelope(exchange.response).data ?? [])
      : [],
  );
  return [...new Set(idsNamedIn(session, records).map(String))];
}

/** An id similar to a known one: another text, so another identifier. */
export interface NearId {
  /** In words, to follow "the id". */
  readonly words: string;
  /** As text; percent-encoded in the path. */
  readonly id: string;
  /** The path segment, if that is not the usual encoding. */
  readonly raw?: string;
}

/** A segment that `..` leaves: some servers resolve it in every path, also percent-encoded. */
export const leftSegment = "x/../";

/** Ids with SQL that changes nothing, for services that put an id into a query as text or as a number. */
function inSql(id: string): readonly NearId[] {
  return [
    { words: "with SQL after it", id: id + alwaysTrue },
    ...(/^\d+$/.test(id) ? [{ words: "with SQL after the number", id: `${id} AND 1=1` }] : []),
  ];
}

/** Case-insensitive formats: hexadecimal (also UUIDs), and the base 32 of a ULID. */
const foldsCase = /^(?:[\da-f-]+|[0-9A-HJKMNP-TV-Z]{26})$/i;

/**
 * Different ids that a faulty service may confuse with this one: matched by a part or a pattern, trimmed, read as a
 * number, decoded twice, resolved as a path, or cut where C ends a text. Spellings of the same path (RFC 3986), and
 * letter case without a meaning, are left out.
 * @param withSql whether SQL may be sent, which may look like an attack
 */
export function nearIds(id: string, withSql: boolean): readonly NearId[] {
  const characters = Array.from(id);
  const [first = "", ...rest] = characters;
  const swapped = id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase();
  const escaped = encodeURIComponent(id);
  const near: readonly NearId[] = [
    { words: "cut at its end", id: characters.slice(0, -1).join("") },
    { words: "cut at its beginning", id: rest.join("") },
    { words: "with a letter after it", id: `${id}x` },
    ...(foldsCase.test(id) ? [] : [{ words: "in another letter case", id: swapped }]),
    { words: "with a space after it", id: `${id} ` },
    { words: "with a line break after it", id: `${id}\n` },
    { words: "with a plus sign after it", id: `${id}+`, raw: `${escaped}+` },
    { words: "with `_` instead of its last character", id: `${characters.slice(0, -1).join("")}_` },
    {
      words: "with its last character in brackets",
      id: `${characters.slice(0, -1).join("")}[${characters.at(-1) ?? ""}]`,
    },
    { words: "`*`", id: "*" },
    { words: "with another one after a comma", id: `${id},orgkit~7f3a` },
    { words: "after a segment that `..` leaves", id: leftSegment + id },
    { words: "with NUL after it", id: `${id}\0` },
    { words: "with a question mark after it", id: `${id}?x` },
    ...(/^[!-~]/.test(first)
      ? [{ words: "percent-encoded twice", id: `%${first.charCodeAt(0).toString(16)}${rest.join("")}` }]
      : []),
    ...(/^[1-9]\d*$/.test(id) ? spelledAsNumber(id) : []),
    ...(withSql ? inSql(id) : []),
  ];
  return near.filter((one) => one.id !== "" && one.id !== id);
}

/** Other spellings of a number; except for a leading zero, hardly any is a different numeric id. */
function spelledAsNumber(id: string): readonly NearId[] {
  return [
    { words: "with a fraction", id: `${id}.0` },
    { words: "with an exponent", id: `${id}e0` },
    { words: "in hexadecimal", id: `0x${BigInt(id).toString(16)}` },
    { words: "with a plus sign before it", id: `+${id}` },
    {
      words: "in fullwidth digits",
      id: id.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    },
  ];
}
