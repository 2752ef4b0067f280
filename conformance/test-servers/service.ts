import { createMeta } from "../../fixtures/contract/envelope.ts";
import type { Envelope } from "../../fixtures/contract/types.ts";
import {
  byList,
  operations,
  type ListedKind,
  type ListName,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { collectionOf, type RecordKind } from "../../fixtures/contract/record-kinds.ts";
import { defaultSubscriptionIds, defaultTokens, type Tokens } from "./independent-server.ts";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";

/** One request, as the service sees it. */
export interface Ask {
  readonly method: string;
  /** As sent, without the prefix and the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** `undefined` if the header is absent, `""` if it is empty. */
  readonly authorization: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** Its number among all requests to the server, from 1. */
  readonly nth: number;
}

/** One response. Sends `text`, or else `body` as JSON, or else `envelope` as JSON, or else nothing. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Set on a success, even if a departure sends something else. */
  readonly envelope?: Envelope;
  readonly body?: unknown;
  readonly text?: string;
  /** The token was rejected. */
  readonly isRejection?: true;
}

/** One record. Its members are an open point: only the service itself relies on them. */
export type Row = Readonly<Record<string, unknown>>;

/** The records of a list are in the order of creation. */
export interface Account extends Readonly<Record<ListName, Row[]>> {
  readonly token: string;
  readonly subscriptions: ReadonlyMap<string, Row>;
}

/** The records of an account for an operation. */
export function recordsOf(operation: OperationId, account: Account): readonly Row[] {
  return [...account[collectionOf(operations[operation].record)].values()];
}

/** The ids by which an operation finds the records of an account. */
export function idsOf(operation: OperationId, account: Account): readonly string[] {
  // A subscription may not contain its id.
  return operations[operation].record === "subscription"
    ? [...account.subscriptions.keys()]
    : recordsOf(operation, account).map(({ id }) => String(id));
}

/** A field of each record that is a text. */
export const textFields: Readonly<Record<RecordKind, string>> = {
  user: "name",
  subscription: "plan",
  invoice: "currency",
};

/** The parts of a service that a departure can use: of the independent one, or of our mock. */
export interface Service {
  readonly accounts: readonly [Account, Account];
  readonly pageSize: number;
  readonly answer: (ask: Ask) => Reply | Promise<Reply>;
  /** The account of a request; `undefined` without a valid token. */
  readonly accountOf: (ask: Ask) => Account | undefined;
}

/** The numbers of records in each list of the first and the second account. */
type Sizes = Readonly<Record<ListName, readonly [number, number]>>;

/** The records of lists, made by their number and that of the account. */
type Makers = Readonly<Record<ListedKind, (index: number, account: number) => Row>>;

/** Two accounts; the first has the subscriptions. */
export interface World extends Sizes, Makers {
  readonly tokens: Tokens;
  readonly subscriptionIds: readonly string[];
}

/** A world with lists of these lengths in the first and the second account. */
export function sizedWorld(first: number, second: number): { readonly world: Sizes } {
  return { world: byList(() => [first, second] as const) };
}

const cycled = (texts: string, index: number): string | undefined =>
  texts.split(" ").at(index % texts.split(" ").length);

const ordinaryWorld: World = {
  tokens: defaultTokens,
  users: [25, 7],
  invoices: [6, 4],
  subscriptionIds: defaultSubscriptionIds,
  user: (index, account) => ({
    id: account * 1000 + index + 1,
    name: `${cycled("Ada Björn Chloé Dmitri Ewa Farid Grace Hiro Inés Jonas", index)} ${cycled("Okafor Lindqvist Marsh", index + account)}`,
    email: `person${index + 1}@company${account}.example`,
    team: "core",
  }),
  invoice: (index, account) => ({
    number: `R${account}-${String(index + 1).padStart(4, "0")}`,
    cents: 1900 + 350 * index + account,
    currency: "EUR",
    month: `2025-${String((index % 12) + 1).padStart(2, "0")}`,
  }),
};

/** The user that a creation adds. */
export function newUser(id: number, name: string, email: string): Row {
  return { id, name, email, team: "unassigned" };
}

const jsonType = { "content-type": "application/json; charset=utf-8" };
const routes = Object.values(operations).map(({ path, ...operation }) => ({
  ...operation,
  pattern: new RegExp(`^${path.replace("{id}", "[^/]+")}$`),
}));

/** The operation of a request, if any. */
export function operationOf({ method, path }: Pick<Ask, "method" | "path">): OperationId | undefined {
  return routes.find((route) => route.method === method && route.pattern.test(path))?.id;
}

/** The `{id}` in a request's path. */
export function subscriptionIdOf({ path }: Pick<Ask, "path">): string {
  const raw = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** A failure in the ordinary service's format. */
export function failure(status: number, code: string, message: string): Reply {
  return { status, headers: jsonType, body: { error: { code, message } } };
}

/** A success: records, and their position. */
export function success(data: readonly unknown[], page = 1, total = data.length, status = 200): Reply {
  return { status, headers: jsonType, envelope: { data, meta: createMeta(page, total) } };
}

/** A whole number from 1, or the fallback if the text is not one. */
export function positive(text: string | null, other: number): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : other;
}

interface Paging {
  readonly page: string;
  readonly size: string;
  /** The parameter instead of `page`. */
  readonly offset?: string;
  readonly firstPage: number;
  readonly defaultSize: number;
  readonly maxSize: number;
}

const ordinaryPaging: Paging = { page: "page", size: "per_page", firstPage: 1, defaultSize: 10, maxSize: 100 };

/** A page of a list: `?page=2&per_page=5`, or as in `paging`. */
export function pageOf(rows: readonly unknown[], query: URLSearchParams, paging: Partial<Paging> = {}): Reply {
  const { page, offset, size: sizeName, firstPage, defaultSize, maxSize } = { ...ordinaryPaging, ...paging };
  const size = Math.min(positive(query.get(sizeName), defaultSize), maxSize);
  const start =
    offset === undefined ? (positive(query.get(page), firstPage) - firstPage) * size : positive(query.get(offset), 0);
  const number = rows.length === 0 ? 1 : Math.floor(start / size) + firstPage;
  return success(rows.slice(start, start + size), number, rows.length);
}

/** Users by `offset` and `limit`, with a number for a page between two pages. @param count from 0, for instance `Math.ceil` */
export function numberOffsets(count: (position: number) => number) {
  return (rows: readonly unknown[], query: URLSearchParams): Reply => {
    const size = Math.min(positive(query.get("limit"), 10), 50);
    const start = positive(query.get("offset"), 0);
    return success(rows.slice(start, start + size), rows.length === 0 ? 1 : count(start / size) + 1, rows.length);
  };
}

/** The members of an object; none for other values. */
export function members(value: unknown): Row {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** Without the members of these names. */
export function without<Value>(record: Readonly<Record<string, Value>>, ...names: readonly string[]) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** The members of a JSON object; `undefined` if the text is not one. */
export function readObject(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? members(value) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The ordinary service: a correct implementation of the interface with records in memory. Users are paged by `page` and
 * `per_page`, invoices are not paged, and a token must be sent exactly as in §5.
 */
export function openService(given: Partial<World> = {}, pageSize = 10): Service {
  const world = { ...ordinaryWorld, ...given };
  const { tokens, subscriptionIds } = world;
  const subscriptions = subscriptionIds.map(
    (key, index) => [key, { key, plan: cycled("starter studio enterprise", index), seats: 5 * (index + 1) }] as const,
  );
  const account = (number: 1 | 2, token: string): Account => ({
    token,
    subscriptions: new Map(number === 1 ? subscriptions : []),
    ...byList((list, kind) =>
      Array.from({ length: world[list][number - 1] ?? 0 }, (_, index) => world[kind](index, number)),
    ),
  });
  const accounts = [account(1, tokens.first), account(2, tokens.second)] as const;
  const accountOf = ({ authorization }: Ask): Account | undefined =>
    accounts.find(({ token }) => authorization === `Bearer ${token}`);

  let created = 0;
  const create = ({ users }: Account, ask: Ask): Reply => {
    created += 1;
    if (ask.body.length > 65_536) return failure(413, "too_large", "That is more than 65536 bytes.");
    if (!String(ask.headers["content-type"]).includes("json")) return failure(415, "not_json", "Send JSON.");
    const fields = readObject(ask.body);
    if (fields === undefined) return failure(400, "unreadable", "The body is not JSON object.");
    const { name, email } = fields;
    if (typeof name !== "string" || typeof email !== "string" || name === "" || email === "") {
      return failure(422, "incomplete", "A field is missing.");
    }
    if (users.some((other) => other["email"] === email)) return failure(409, "taken", "That is taken.");
    const user = newUser(5000 + created, name, email);
    users.push(user);
    return success([user], 1, 1, 201);
  };
  const perform: Readonly<Record<OperationId, (account: Account, ask: Ask) => Reply>> = {
    listUsers: ({ users }, { query }) => pageOf(users, query, { defaultSize: pageSize }),
    createUser: create,
    getSubscription: (caller, ask) => {
      const found = caller.subscriptions.get(subscriptionIdOf(ask));
      return found === undefined ? failure(404, "not_found", "No such subscription.") : success([found]);
    },
    listInvoices: ({ invoices }) => success(invoices),
  };

  const answer = (ask: Ask): Reply => {
    if (!routes.some(({ pattern }) => pattern.test(ask.path))) {
      return failure(404, "no_such_path", "There is nothing here.");
    }
    const operation = operationOf(ask);
    if (operation === undefined) return failure(405, "no_such_method", "That cannot be done here.");
    const caller = accountOf(ask);
    if (caller === undefined) return { ...failure(401, "unauthorized", "Who are you?"), isRejection: true };
    return perform[operation](caller, ask);
  };
  return { accounts, pageSize, answer, accountOf };
}

/** Answers one request, now or later. */
export type Answer = (ask: Ask) => Reply | Promise<Reply>;

/** Sends a reply over the connection. */
export type Write = (response: ServerResponse, reply: Reply, ask: Ask) => void;

/** The bytes of a reply's body. */
export function bytesOf({ text: sent, body, envelope }: Reply): Buffer {
  if (sent !== undefined) return Buffer.from(sent);
  const value = body === undefined ? envelope : body;
  return value === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(value));
}

/** The usual way: status, headers with the length, body. */
export function writePlainly(response: ServerResponse, reply: Reply): void {
  const bytes = bytesOf(reply);
  const length = reply.status === 204 ? {} : { "content-length": String(bytes.length) };
  response.writeHead(reply.status, { ...reply.headers, ...length }).end(bytes);
}

/** An HTTP server for paths below the prefix; ignores clients that disconnect early. */
export function serverOf(answer: Answer, write: Write = writePlainly, prefix = ""): Server {
  let nth = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    nth += 1;
    const { method = "", url = "", headers } = request;
    const [whole = "", ...query] = url.split("?");
    const ask: Ask = {
      method,
      path: whole.slice(prefix.length),
      query: new URLSearchParams(query.join("?")),
      authorization: headers.authorization,
      headers,
      nth,
      body: await readText(request),
    };
    if (whole.startsWith(`${prefix}/`)) write(response, await answer(ask), ask);
    else response.writeHead(404).end();
  };
  return createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
}
