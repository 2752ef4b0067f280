import {
  hasId,
  listOperationIds,
  operationIds,
  operationPath,
  operations,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { withArticle } from "../../fixtures/contract/record-kinds.ts";
import type { Facts } from "../log/facts.ts";
import { sendOnce, type Experiment, type Explorer } from "../log/experiment.ts";
import { readReturnedId, returnedId } from "../rules/subscriptions.ts";
import { unknownId } from "../target/unknown-id.ts";
import { readRecords } from "../log/exchanges.ts";
import { alwaysTrue } from "../target/altered-token.ts";
import { flattenRecord, ownIdName } from "../log/records.ts";

/** How many known ids are asked for. */
const maxIds = 6;

/** How often two ids are asked for in turn: a variable may be kept from one request to the next. */
const turns = 2;

/** Known ids: alone, in turn, at once, after a list, and after another account. */
export function* exploreSubscriptions(facts: Facts): Explorer {
  for (const operation of operationIds.filter(hasId)) {
    yield* exploreFoundIds(operation, facts);
    const ids = facts.ids(operation).slice(0, maxIds);
    yield ids.map((id) => sendOnce(`${operation} of "${id}"`, { operation, id }));
    const [one, other] = facts.readableIds(operation);
    if (one === undefined) continue;
    yield experimentBetween(operation, one);
    for (const id of facts.ids(operation, "second").slice(0, maxIds)) {
      yield experimentOfBoth(operation, one, id, facts.ids(operation).includes(id));
    }
    if (other !== undefined) yield* explorePairs(operation, one, other);
  }
}

/** How many ids that lists name are tried. */
const maxFound = 3;

/** Where fewer than two ids are given: those that records of lists name, until there are two. */
function* exploreFoundIds(operation: OperationId, facts: Facts): Explorer {
  for (const id of facts.candidateIds(operation).slice(0, maxFound)) {
    if (facts.ids(operation).length > 1) return;
    yield sendOnce(`${operation} of "${id}", which a list names`, { operation, id, place: { isFound: true } });
  }
}

function experimentBetween(operation: OperationId, id: string): Experiment {
  return {
    name: `${operation} of "${id}" between other requests, and after another account asked for it`,
    run: async (ask) => {
      await ask({ operation, id });
      for (const list of listOperationIds) {
        await ask({ operation: list });
        await ask({ operation, id });
      }
      await ask({ operation, id, as: "second" });
      await ask({ operation, id });
      await ask({ operation: "listUsers" });
    },
  };
}

/** An id of each account, with its own token and with that of the first account. */
function experimentOfBoth(operation: OperationId, one: string, id: string, isShared: boolean): Experiment {
  return {
    name: `${operation} of "${one}", and of "${id}" of the second account`,
    run: async (ask) => {
      for (let turn = 0; turn < 2; turn += 1) {
        await ask({ operation, id: one });
        await ask({ operation, id, as: "second" });
      }
      if (!isShared) await ask({ operation, id, place: { variant: `"${id}" of the second account` } });
    },
  };
}

function* explorePairs(operation: OperationId, one: string, other: string): Explorer {
  yield {
    name: `${operation} of "${one}" and "${other}" in turn`,
    run: async (ask) => {
      for (let turn = 0; turn < turns; turn += 1) {
        await ask({ operation, id: one });
        await ask({ operation, id: other });
      }
    },
  };
  yield {
    name: `${operation} of "${one}" and "${other}" at once`,
    run: async (ask) => {
      const ids = [one, other, one, other];
      await Promise.all(ids.map((id) => ask({ operation, id, place: { isConcurrent: true } })));
    },
  };
}

/** An id that is another one than a known id, and that a service may confuse with it. */
interface Variant {
  /** In words, to follow "the known id". */
  readonly words: string;
  /** `undefined` if it cannot be made of this id, or would have the same meaning. */
  readonly make: (id: string) => string | undefined;
  /** Sent without further encoding. */
  readonly isRaw?: true;
  /** Looks like an attack: only with permission to write. */
  readonly isSql?: true;
  /** Spells the same number: not tried if the records have a number as their id. */
  readonly isSameNumber?: true;
}

const isNumber = (id: string): boolean => /^\d+$/.test(id);

const variants: readonly Variant[] = [
  { words: "without its last character", make: (id) => id.slice(0, -1) || undefined },
  { words: "without its first character", make: (id) => id.slice(1) || undefined },
  { words: "with a letter after it", make: (id) => `${id}x` },
  { words: "with a space after it", make: (id) => `${id} ` },
  { words: "with a line break after it", make: (id) => `${id}\n` },
  { words: "with a plus sign after it", isRaw: true, make: (id) => `${encodeURIComponent(id)}+` },
  { words: "with `%` instead of its last character", make: (id) => `${id.slice(0, -1)}%` },
  { words: "with its last character in brackets", make: (id) => `${id.slice(0, -1)}[${id.slice(-1)}]` },
  { words: "replaced by `*`", make: () => "*" },
  { words: "replaced by `%`", make: () => "%" },
  { words: "with another one after a comma", make: (id) => `${id},orgkit~7f3a` },
  { words: "after a segment that `..` leaves", make: (id) => `x/../${id}` },
  { words: "with NUL after it", make: (id) => `${id}\0` },
  { words: "with a question mark after it", make: (id) => `${id}?x` },
  {
    words: "encoded twice",
    make: (id) => (/^[!-~]/.test(id) ? `%${id.charCodeAt(0).toString(16)}${id.slice(1)}` : undefined),
  },
  { words: "with SQL after it", isSql: true, make: (id) => id + alwaysTrue },
  { words: "with SQL after the number", isSql: true, make: (id) => (isNumber(id) ? `${id} AND 1=1` : undefined) },
  { words: "with a zero before it", isSameNumber: true, make: (id) => (isNumber(id) ? `0${id}` : undefined) },
  { words: "with a sign before it", isSameNumber: true, make: (id) => (isNumber(id) ? `+${id}` : undefined) },
  { words: "with a fraction", isSameNumber: true, make: (id) => (isNumber(id) ? `${id}.0` : undefined) },
  { words: "in full-width digits", isSameNumber: true, make: (id) => (isNumber(id) ? widenDigits(id) : undefined) },
];

function widenDigits(id: string): string {
  return id.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
}

/** Unknown ids, and ids similar to the first known one. */
export function* exploreIds(facts: Facts): Explorer {
  for (const operation of operationIds.filter(hasId)) {
    const [knownId] = facts.readableIds(operation);
    if (knownId === undefined) continue;
    const record = facts.record(operation, knownId);
    const returned = record && readReturnedId(knownId, record);
    if (returned !== undefined) {
      // It may be an internal id, and the known one another name of its record.
      yield sendOnce(`${operation} with the id in its record`, {
        operation,
        id: returned,
        place: { words: returnedId },
      });
    }
    const unknown = unknownId(facts.target, operation);
    yield sendOnce(`${operation} with the id unknown`, { operation, id: unknown, place: { variant: "unknown" } });
    const sent = new Set([...facts.ids(operation), unknown]);
    const near: Experiment[] = [];
    const records = record === undefined ? [] : readRecords(record);
    const hasNumber = records.some((one) => [...flattenRecord(one).values()].includes(Number(knownId)));
    for (const { words, make, isRaw, isSql, isSameNumber } of variants) {
      const isOpen = isSql ? !facts.target.allowWrites : isSameNumber && hasNumber;
      const id = isOpen ? undefined : make(knownId);
      if (id === undefined || sent.has(id)) continue;
      sent.add(id);
      const variant = `"${knownId}" ${words}`;
      const probe = { operation, id, place: { variant } };
      const path = isRaw === true ? { path: operationPath(operation) + id } : {};
      near.push(sendOnce(`${operation} with the id ${variant}`, { ...probe, ...path }));
    }
    yield near;
    yield* exploreAlteredPaths(operation, facts);
    yield exploreOtherKinds(operation, facts);
  }
}

/** The ids of records of other kinds: one table, or one cache, may have them all. */
function exploreOtherKinds(operation: OperationId, facts: Facts): readonly Experiment[] {
  return listOperationIds.flatMap((list) => {
    const [plain] = facts.plain(list);
    const [record] = plain === undefined ? [] : readRecords(plain);
    const leaves = [...flattenRecord(record)];
    const [, id = ""] = leaves.find(([at]) => ownIdName.test(at)) ?? leaves.find(([at]) => anyIdName.test(at)) ?? [];
    if (id === "" || facts.ids(operation).includes(String(id))) return [];
    const words = `the id of ${withArticle(operations[list].record)}`;
    return [sendOnce(`${operation} with ${words}`, { operation, id: String(id), place: { words } })];
  });
}

/** A path whose last part is the name of any id: `.uid`, `.userId`. */
const anyIdName = /(?:\b|_)(?:u?id|number|no)$|[a-z]Id$/;

/** What a gateway may decode, remove or take for the end of a path before the service reads an id. */
const inPaths = /[\s/?%;+\0]/;

/** Where an altered id returned a record: whether a path without ids, altered alike, is that path, too. */
function* exploreAlteredPaths(operation: OperationId, facts: Facts): Explorer {
  const list = listOperationIds.find((one) => facts.isTokenValidFor(one));
  if (list === undefined) return;
  const [, collection = "", name = ""] = /^(.*\/)([^/]+)$/.exec(operations[list].path) ?? [];
  for (const { words, make, isRaw } of variants) {
    const answered = facts
      .exchanges(operation)
      .find((one) => one.place.variant?.endsWith(words) && readRecords(one).length > 0);
    const altered = make(name);
    if (answered === undefined || altered === undefined || !inPaths.test(altered)) continue;
    // A gateway that decodes once leaves an id that is encoded twice to the service.
    const isEncoded = isRaw === true || /%[\da-f]{2}/i.test(altered);
    const path = collection + (isEncoded ? altered : encodeURIComponent(altered));
    const place = { variant: answered.place.variant ?? "" };
    yield {
      name: `${list} ${words}`,
      run: async (ask) => {
        // A cache may know the path by its shortened form, but only for a while.
        await ask({ operation: list });
        await ask({ operation: list, path, place });
      },
    };
  }
}
