import { isObject } from "../../fixtures/values/json.ts";
import {
  isList,
  operationIds,
  operations,
  readOperationIds,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { withArticle } from "../../fixtures/contract/record-kinds.ts";
import { isSuccess } from "../target/exchange.ts";
import { flattenRecord, canonical } from "../log/records.ts";
import type { Facts } from "../log/facts.ts";
import { isKnownId, isPlain, groupByRun, hasValidToken, readRecords, quoteRecord } from "../log/exchanges.ts";
import type { Exchange } from "../log/model.ts";
import { failed, passed, type Rule } from "../log/rule.ts";
import { readOwnRecords } from "../log/ledger.ts";

/** How often a record must be read, to say that it grows each time. */
const enoughReadings = 3;

/** READ-01: no record grows each time that it is read (§4: the method is GET). */
export const judgeGrowth: Rule = function* (exchanges) {
  for (const run of groupByRun(exchanges)) {
    const reads = run.filter((one) => isPlainRead(one));
    for (const same of Map.groupBy(reads, ({ as, request }) => `${as} ${request.url}`).values()) {
      const [first, ...rest] = same;
      if (first === undefined || same.length < enoughReadings || !same.every(isSuccess)) continue;
      const sizes = same.map((one) => countElements(readRecords(one)[0]));
      const isGrowing = sizes.every((size, index) => index === 0 || size > (sizes[index - 1] ?? 0));
      const message = `a record grows each time that it is read: ${sizes.join(", ")} elements`;
      if (isGrowing) yield failed("READ-01", first, message, rest);
      else yield passed("READ-01", first, "reading changes nothing", rest);
    }
  }
};

function isPlainRead(exchange: Exchange): boolean {
  return hasValidToken(exchange) && isPlain(exchange) && operations[exchange.operation].method === "GET";
}

/** The number of elements in all arrays of a value. */
function countElements(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + 1 + countElements(one), 0);
  return isObject(value) ? Object.values(value).reduce<number>((sum, one) => sum + countElements(one), 0) : 0;
}

/** READ-01: reading other resources adds no users. */
export const judgeAddedUsers: Rule = function* (exchanges, facts) {
  for (const run of groupByRun(exchanges)) {
    if (!run.every(isPlainRead)) continue;
    const own = run.filter(({ as }) => as === "first");
    const lists = own.filter(({ operation }) => operation === "listUsers");
    for (const [index, after] of lists.slice(1).entries()) {
      const before = lists[index];
      if (before === undefined) continue;
      const [total, later] = [facts.page(before)?.total, facts.page(after)?.total];
      const others = own.filter(({ number }) => number > before.number && number < after.number);
      for (const [operation, reads] of Map.groupBy(others, (one) => one.operation)) {
        const [read] = reads;
        if (read === undefined || reads.length < 2 || total === undefined || later === undefined) continue;
        const message = `each request of ${operation} adds a user: ${total} before ${reads.length} of them, ${later} after`;
        if (later - total === reads.length) yield failed("READ-01", read, message, [before, after]);
        else yield passed("READ-01", read, `reading ${operation} adds no users`, [before, after]);
      }
    }
  }
};

/** With fewer values, two kinds of records may be equal by chance. */
const enoughValues = 3;

/**
 * The operations whose records an operation cannot return, since they are of another kind. Of two that return the same
 * record, the one by id is wrong, or else the one that the document has later.
 */
export function otherKinds(operation: OperationId): readonly OperationId[] {
  const { record, shape } = operations[operation];
  const isEarlier = (other: OperationId): boolean => operationIds.indexOf(other) < operationIds.indexOf(operation);
  return readOperationIds.filter((other) => {
    if (operations[other].record === record) return false;
    return operations[other].shape === shape ? isEarlier(other) : shape === "one";
  });
}

/** The records that an operation returned to the first account. */
function readTexts(operation: OperationId, facts: Facts): Pick<ReadonlySet<string>, "has"> {
  if (isList(operation)) return readOwnRecords(operation, "first", facts).texts;
  const own = facts.exchanges(operation, "first").filter(isKnownId);
  return new Set(own.flatMap(readRecords).map(canonical));
}

/** KIND-01: an operation returns records of its own kind (§2). */
export const judgeKinds: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges) {
    const { operation } = exchange;
    const others = otherKinds(operation);
    if (others.length === 0 || exchange.as !== "first" || !isKnownId(exchange)) continue;
    const records = readRecords(exchange).filter((one) => isObject(one) && flattenRecord(one).size >= enoughValues);
    if (records.length === 0) continue;
    const foreign = others.flatMap((other) => {
      const texts = readTexts(other, facts);
      return records.filter((one) => texts.has(canonical(one))).map((record) => ({ other, record }));
    });
    const [found] = foreign;
    if (found === undefined) yield passed("KIND-01", exchange, `${operation} returned its own kind of records`);
    else {
      const what = `${withArticle(operations[found.other].record)}: ${quoteRecord(found.record)}`;
      yield failed("KIND-01", exchange, `${operation} returned ${what}`, facts.plain(found.other).slice(0, 1));
    }
  }
};
