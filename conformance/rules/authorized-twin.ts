import { isObject } from "../../fixtures/values/json.ts";
import { isAccepting, readJson, saysFailure } from "../target/envelope.ts";
import { isSuccess, type ExchangeResponse } from "../target/exchange.ts";
import { canonical } from "../log/records.ts";
import type { Facts } from "../log/facts.ts";
import type { Exchange } from "../log/model.ts";
import { hasEnvelope, hasValidToken, readRecords } from "../log/exchanges.ts";

/** Whether a response gives what the valid token gets, and how many records; `undefined` if it cannot be told. */
export interface Likeness {
  readonly isAlike: boolean | undefined;
  readonly records: number;
}

export const unlike: Likeness = { isAlike: false, records: 0 };
const unclear: Likeness = { isAlike: undefined, records: 0 };

/**
 * Compares the success of a request that must be rejected with that of the same request with the valid token: its
 * authorized twin. The document shows an envelope (§2), so one is an acceptance; any other body is one if it has the
 * twin's form with records, or is the same.
 */
export function compareWithTwin(exchange: Exchange, facts: Facts): Likeness {
  if (!isSuccess(exchange)) return unlike;
  if (isAccepting(exchange.response)) return { isAlike: true, records: readRecords(exchange).length };
  if (hasEnvelope(exchange)) return unlike;
  const twin = findTwin(exchange, facts);
  if (twin === undefined) return unclear;
  const [body, own] = [readJson(exchange.response), readJson(twin)];
  if (own === undefined || saysFailure(own)) return unclear;
  return body === undefined ? unlike : compareBodies(body, own);
}

/** The success of the valid token, one with records if there is any. */
function findTwin({ operation, request }: Exchange, facts: Facts): ExchangeResponse | undefined {
  const twins =
    operation === "createUser"
      ? facts.exchanges(operation).filter((one) => hasValidToken(one) && isSuccess(one))
      : facts.plain(operation);
  const twin =
    twins.find((one) => one.request.url === request.url && readRecords(one).length > 0) ??
    twins.find((one) => readRecords(one).length > 0) ??
    twins[0];
  return twin?.response;
}

/** The values of a body, by where they stand. */
interface Form {
  /** Those in the records of lists: `.items[].name`, with the list before each: `.items[]`. */
  readonly inLists: ReadonlyMap<string, string>;
  /** Those beside lists: `.meta.total`. */
  readonly beside: ReadonlySet<string>;
  /** How many records lists have. */
  readonly records: number;
}

function compareBodies(body: unknown, own: unknown): Likeness {
  const [form, twin] = [readForm(body), readForm(own)];
  const lists = new Set(twin.inLists.values());
  const shown = [...form.inLists].filter(([, list]) => lists.has(list)).map(([place]) => place);
  const common = shown.filter((place) => twin.inLists.has(place) && !isEmptyList(place));
  const { records } = form;
  if (2 * common.length > shown.length) return { isAlike: true, records };
  if (saysFailure(body)) return unlike;
  const isSame = canonical(body) === canonical(own);
  if (isSame) return twin.beside.size + twin.inLists.size === 0 ? unclear : { isAlike: true, records };
  if (lists.size > 0) {
    const hadNone = [...twin.inLists.keys()].every(isEmptyList);
    const hasNone = shown.length > 0 && shown.every(isEmptyList);
    if (hadNone && shown.length > 0 && !hasNone) return { isAlike: true, records };
    return hasNone && canonical([...form.beside]) === canonical([...twin.beside]) ? unclear : unlike;
  }
  const shared = [...form.beside].filter((place) => twin.beside.has(place));
  return 2 * shared.length > twin.beside.size ? { isAlike: true, records: 1 } : unlike;
}

const emptyList = "(empty)";
const isEmptyList = (place: string): boolean => place.endsWith(emptyList);

/** The maximum number of records of a list, and of values, to look at. */
const maxRecords = 50;
const maxValues = 2000;

function readForm(body: unknown): Form {
  const inLists = new Map<string, string>();
  const beside = new Set<string>();
  let records = 0;
  const queue: (readonly [place: string, list: string | undefined, value: unknown])[] = [["", undefined, body]];
  for (const [place, list, value] of queue) {
    if (queue.length > maxValues) break;
    if (Array.isArray(value) && list === undefined) {
      if (value.length === 0) inLists.set(place + emptyList, `${place}[]`);
      records += value.length;
      for (const member of value.slice(0, maxRecords)) queue.push([`${place}[]`, `${place}[]`, member]);
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) queue.push([`${place}.${name}`, list, member]);
    } else if (value !== null && list !== undefined) inLists.set(place, list);
    else if (value !== null) beside.add(place);
  }
  return { inLists, beside, records };
}
