import type { Envelope } from "../../fixtures/contract/types.ts";
import { setTimeout as sleep } from "node:timers/promises";
import {
  hasId,
  listOperationIds,
  operationIds,
  operations,
  type ListOperationId,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { listen } from "../../fixtures/network/listen.fixture.ts";
import {
  bytesOf,
  serverOf,
  type Answer,
  type Write,
  idsOf,
  openService,
  pageOf,
  operationOf,
  type Account,
  type Ask,
  type Reply,
  type Row,
  type Service,
  type World,
  recordsOf,
} from "./service.ts";
import type { IndependentServer, KnownIds } from "./independent-server.ts";

/** A departure of a server from the ordinary service: it wraps the service, and may change requests and responses. */
export type Departure = (ask: Ask, next: Answer, service: Service) => Reply | Promise<Reply>;

/** Options of a server that a departure cannot provide. */
interface Options extends Partial<Omit<IndependentServer, "id" | "breaks" | "start">> {
  readonly world?: Partial<World>;
  readonly pageSize?: number;
  readonly write?: Write;
}

export type Part = Departure | Options;

/** The service with departures; the first is the outermost. They keep no state of their own. */
function withDepartures(service: Service, around: readonly Departure[]): Answer {
  return around.reduceRight<Answer>(
    (next, departure) => (ask) => departure(ask, next, service),
    (ask) => service.answer(ask),
  );
}

/** Some ids of an account's records, by kind, where an operation returns one record. */
function knownIds(account: Account): KnownIds {
  const reads = operationIds.filter(hasId);
  return Object.fromEntries(reads.map((one) => [operations[one].record, idsOf(one, account).slice(-2)]));
}

/** The ordinary service with departures, as a server that breaks these obligations. */
export function independentServer(id: string, breaks: readonly string[], parts: readonly Part[]): IndependentServer {
  const around = parts.filter((part) => typeof part === "function");
  const options: Options = {};
  for (const part of parts) if (typeof part === "object") Object.assign(options, part);
  const { world, pageSize, write, ...facts } = options;
  const start = async (): ReturnType<IndependentServer["start"]> => {
    const service = openService({ ...facts, ...world }, pageSize);
    const server = serverOf(withDepartures(service, around), write, facts.pathPrefix);
    const usersWith = (text: string): number =>
      service.accounts.flatMap(({ users }) => users).filter((user) => JSON.stringify(user).includes(text)).length;
    return { ...(await listen(server, "http", facts.pathPrefix)), ids: knownIds(service.accounts[0]), usersWith };
  };
  return { id, breaks, ...facts, start };
}

/** A conforming but unusual server. */
export function odd(id: string, ...parts: readonly Part[]): IndependentServer {
  return independentServer(id, [], parts);
}

/** Conforming servers by their ids. */
export function oddities(table: Readonly<Record<string, Part | readonly Part[]>>): readonly IndependentServer[] {
  return Object.entries(table).map(([id, parts]) => odd(id, ...[parts].flat()));
}

/** A pause that does not keep the process alive. */
export async function pause(milliseconds: number): Promise<void> {
  await sleep(milliseconds, undefined, { ref: false });
}

/** The operations of a departure. */
export type Where = OperationId | readonly OperationId[];

/** Every operation. */
export const everywhere: readonly OperationId[] = operationIds;

/** Whether the request is for one of these operations. */
export function isFor(ask: Ask, where: Where): boolean {
  const operation = operationOf(ask);
  return operation !== undefined && where.includes(operation);
}

/** Departs only for requests of these operations with a valid token, whose account it gets. */
export function forClients(
  where: Where,
  depart: (ask: Ask, next: Answer, account: Account, service: Service) => Reply | Promise<Reply>,
): Departure {
  return (ask, next, service) => {
    const account = isFor(ask, where) ? service.accountOf(ask) : undefined;
    return account === undefined ? next(ask) : depart(ask, next, account, service);
  };
}

/** Replaces the response if this is true of the exchange. */
export function instead(
  holds: (reply: Reply, ask: Ask) => boolean,
  change: (reply: Reply, ask: Ask, service: Service) => Reply,
): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    return holds(reply, ask) ? change(reply, ask, service) : reply;
  };
}

/** Replaces the response if this is true of the request, which is not executed. */
export function early(holds: (ask: Ask) => boolean, answer: (ask: Ask) => Reply): Departure {
  return (ask, next) => (holds(ask) ? answer(ask) : next(ask));
}

/** Replaces the request. */
export function taking(where: Where, change: (ask: Ask, service: Service) => Partial<Ask>): Departure {
  return (ask, next, service) => next(isFor(ask, where) ? { ...ask, ...change(ask, service) } : ask);
}

type Good = Reply & { readonly envelope: Envelope };

function isGood(reply: Reply): reply is Good {
  return reply.envelope !== undefined;
}

/** Changes the response of a success: its status, its headers. */
export function onGood(
  where: Where,
  change: (reply: Good, ask: Ask, service: Service) => Reply | Promise<Reply>,
): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    return isGood(reply) && isFor(ask, where) ? change(reply, ask, service) : reply;
  };
}

/** Replaces the records in lists of the client's account. */
export function listing(
  where: ListOperationId | readonly ListOperationId[],
  list: (rows: readonly Row[], query: URLSearchParams) => Reply,
): Departure {
  return onGood(where, (_, ask, service) => {
    const account = service.accountOf(ask);
    const operation = operationOf(ask);
    return list(account === undefined || operation === undefined ? [] : recordsOf(operation, account), ask.query);
  });
}

/** Whether a record's value matches a filter. */
type Matches = (value: string, wanted: string) => boolean;

/**
 * Lists with pages, filters for any field, and `sort`, with a minus for descending; unknown parameters are
 * ignored.
 */
export function withListParameters(matches: Matches = (value, wanted) => value === wanted): Departure {
  return async (ask, next, service) => {
    const size = isFor(ask, "listUsers") ? service.pageSize : 2;
    const show = listing(listOperationIds, (rows, query) => {
      const found = rows.filter((row) =>
        Array.from(query).every(([name, wanted]) => !(name in row) || matches(String(row[name]), wanted)),
      );
      const [, sign = "", field = ""] = /^(-?)(.*)$/.exec(query.get("sort") ?? "") ?? [];
      const sorted = found.toSorted((one, other) => (String(one[field]) < String(other[field]) ? -1 : 1));
      return pageOf(field === "" ? found : sign === "" ? sorted : sorted.toReversed(), query, { defaultSize: size });
    });
    return show(ask, next, service);
  };
}

type Change<Changed> = (envelope: Envelope, ask: Ask, service: Service) => Changed;

/** Replaces the JSON body of a success. */
export function onSuccess(where: Where, change: Change<unknown>): Departure {
  return onGood(where, (reply, ask, service) => ({ ...reply, body: change(reply.envelope, ask, service) }));
}

/** Replaces the envelope of a success; outer departures see it. */
export function reshape(where: Where, change: Change<Envelope>): Departure {
  return onGood(where, (reply, ask, service) => ({ ...reply, envelope: change(reply.envelope, ask, service) }));
}

/** Replaces the records of a success. */
export function sending(where: Where, choose: Change<readonly unknown[]>): Departure {
  return reshape(where, (envelope, ask, service) => {
    const data = choose(envelope, ask, service);
    return { data, meta: { ...envelope.meta, page: 1, total: data.length } };
  });
}

/** Changes each record of a success. */
export function present(where: Where, show: (record: Row, index: number, ask: Ask) => unknown): Departure {
  return reshape(where, ({ data, meta }, ask) => ({
    data: data.map((record, index) => show(Object(record), index, ask)),
    meta,
  }));
}

/** Requests at the same time share a part of their input: all get the response to the last one. */
export function sharing(where: Where, milliseconds: number, part: (ask: Ask) => Partial<Ask>): Departure {
  let last: Partial<Ask> = {};
  return forClients(where, async (ask, next) => {
    last = part(ask);
    await pause(milliseconds);
    return next({ ...ask, ...last });
  });
}

/** More requests at the same time than there are connections share one, and what the last of them has set on it. */
export function sharingConnections(where: Where, connections: number): Departure {
  let underway = 0;
  let latest: string | undefined;
  return forClients(where, async (ask, next) => {
    latest = ask.authorization;
    underway += 1;
    await pause(40);
    const isShared = underway > connections;
    underway -= 1;
    return next(isShared ? { ...ask, authorization: latest } : ask);
  });
}

/** A cache keeps successes by a key, for some milliseconds, and serves them to some or all clients. */
export function caching(
  where: Where,
  milliseconds: number,
  keyOf: (ask: Ask) => string,
  isServed: (ask: Ask, owner: string) => boolean = () => true,
): Departure {
  const kept = new Map<string, { readonly envelope: Envelope; readonly owner: string; readonly until: number }>();
  return reshape(where, (envelope, ask) => {
    const known = kept.get(keyOf(ask));
    if (known !== undefined && known.until > Date.now() && isServed(ask, known.owner)) return known.envelope;
    kept.set(keyOf(ask), { envelope, owner: ask.authorization ?? "", until: Date.now() + milliseconds });
    return envelope;
  });
}

/** A response of another kind than the service's: anything but a text is sent as JSON. */
export function say(status: number, content?: unknown, more: Readonly<Record<string, string>> = {}): Reply {
  if (content === undefined) return { status, headers: more };
  const [type, sent] =
    typeof content === "string" ? ["text/plain", { text: content }] : ["application/json", { body: content }];
  return { status, headers: { "content-type": type, ...more }, ...sent };
}

/** Redirects the client. */
export const redirect = (location = "/login", status = 302): Reply => ({ status, headers: { location } });

export const html = { "content-type": "text/html; charset=utf-8" };

/** Whether a browser asks. */
export function isBrowser({ headers }: Ask): boolean {
  return String(headers["accept"]).startsWith("text/html");
}

/** A success as a page for people. */
export function toPage(reply: Reply): Reply {
  const rows = reply.envelope?.data.map((row) => `<tr><td>${JSON.stringify(row)}`) ?? [];
  return { ...reply, headers: html, text: `<!doctype html><table>${rows.join("")}</table>` };
}

/** Changes rejections. */
export function onRejection(where: Where, reject: (ask: Ask, service: Service, reply: Reply) => Reply): Departure {
  return instead(
    ({ isRejection }, ask) => isRejection === true && isFor(ask, where),
    (reply, ask, service) => ({ ...reject(ask, service, reply), isRejection: true }),
  );
}

/** Accepts a request without a valid token, as the account that it may use. */
export function acceptInvalidToken(
  where: Where,
  isLetIn: (ask: Ask, account: Account, isFirst: boolean) => boolean,
): Departure {
  return (ask, next, service) => {
    const account = service.accounts.find((owner, index) => isLetIn(ask, owner, index === 0));
    const isOpen = account !== undefined && service.accountOf(ask) === undefined && isFor(ask, where);
    return next(isOpen ? { ...ask, authorization: `Bearer ${account.token}` } : ask);
  };
}

/** Changes the response to an unknown id. */
export function onUnknownId(answer: (service: Service) => Reply, where: Where = operationIds.filter(hasId)): Departure {
  return instead(
    ({ status }, ask) => status === 404 && isFor(ask, where),
    (_, __, service) => answer(service),
  );
}

/** Changes the text of every response body. */
export function onText(change: (text: string, reply: Reply, ask: Ask) => string): Departure {
  return instead(
    (reply) => bytesOf(reply).length > 0,
    (reply, ask) => ({ ...reply, text: change(bytesOf(reply).toString(), reply, ask) }),
  );
}

/** The users of the client's account. */
export function usersOf(ask: Ask, service: Service): readonly Row[] {
  return service.accountOf(ask)?.users ?? [];
}

/** A part or several; the first is the outermost. */
export type Parts = Part | readonly Part[];

/** Defects by their names; each is made for one operation. */
export type Defects = Readonly<Record<string, (operation: OperationId) => Parts>>;

/** The service with each defect on each of these operations; the broken rules are separated by spaces. */
export function defects(rules: string, where: readonly OperationId[], rows: Defects): readonly IndependentServer[] {
  return Object.entries(rows).flatMap(([id, partsFor]) =>
    where.map((operation) =>
      independentServer(`${id}@${operation}`, obligationsOf(rules, [operation]), [partsFor(operation)].flat()),
    ),
  );
}

/** Rules, separated by spaces, on each of these operations. */
export function obligationsOf(rules: string, where: readonly OperationId[] = operationIds): readonly string[] {
  return where.flatMap((operation) => rules.split(" ").map((rule) => `${rule} ${operation}`));
}
