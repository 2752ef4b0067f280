import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { makeUser, makeWorld, type Account, type Row, type WorldOptions } from "./world.ts";

/** One request, as the service sees it. */
export interface Ask {
  readonly method: string;
  /** Decoded segments are left to the service: this is the path as it was sent, without the prefix and the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** `undefined` where the header is absent, `""` where it is empty. */
  readonly authorization: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** Its place among all requests to the server, from 1. */
  readonly nth: number;
}

export interface Envelope {
  readonly data: readonly unknown[];
  readonly meta: { readonly page: number; readonly total: number };
}

/** One answer. What is sent is `text`, or else `body` as JSON, or else `envelope` as JSON, or else nothing. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Present on a success, also where a departure sends something else. */
  readonly envelope?: Envelope;
  readonly body?: unknown;
  readonly text?: string;
  /** The caller was not known. */
  readonly isRefusal?: true;
}

/** What a departure may know of the service it stands around: the independent one, or our mock. */
export interface Service {
  readonly accounts: readonly [Account, Account];
  readonly pageSize: number;
  readonly answer: (ask: Ask) => Reply | Promise<Reply>;
  /** The account a call speaks for; `undefined` where it shows no good token. */
  readonly accountOf: (ask: Ask) => Account | undefined;
}

const jsonType = { "content-type": "application/json; charset=utf-8" };
const routes = Object.values(operations).map(({ path, ...operation }) => ({
  ...operation,
  pattern: new RegExp(`^${path.replace("{id}", "[^/]+")}$`),
}));

/** The operation a request is for, if any. */
export function operationOf({ method, path }: Pick<Ask, "method" | "path">): OperationId | undefined {
  return routes.find((route) => route.method === method && route.pattern.test(path))?.id;
}

/** The `{id}` a request names. */
export function subscriptionIdOf({ path }: Pick<Ask, "path">): string {
  const raw = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** A failure as the ordinary service words it. */
export function failure(status: number, code: string, message: string): Reply {
  return { status, headers: jsonType, body: { error: { code, message } } };
}

/** A success: records, and where they stand. */
export function success(data: readonly unknown[], page = 1, total = data.length, status = 200): Reply {
  return { status, headers: jsonType, envelope: { data, meta: { page, total } } };
}

/** A whole number from 1 on, or the other where the text is none. */
export function positive(text: string | null, other: number): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : other;
}

/** A part of a list: `?page=2&per_page=5`. */
export function pageOf(rows: readonly unknown[], query: URLSearchParams, defaultSize = 10): Reply {
  const size = Math.min(positive(query.get("per_page"), defaultSize), 100);
  const page = rows.length === 0 ? 1 : positive(query.get("page"), 1);
  return success(rows.slice((page - 1) * size, page * size), page, rows.length);
}

/** The members of an object; none of anything else. */
export function members(value: unknown): Row {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** What has no members of these names. */
export function without<Value>(record: Readonly<Record<string, Value>>, ...names: readonly string[]) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** The members of a JSON object; `undefined` where the text is none. */
export function readObject(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? members(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Adds a user, if the body says who. */
function create(account: Account, ask: Ask, id: number): Reply {
  if (ask.body.length > 65_536) return failure(413, "too_large", "That is more than 65536 bytes.");
  if (!String(ask.headers["content-type"]).includes("json")) return failure(415, "not_json", "Send JSON.");
  const fields = readObject(ask.body);
  if (fields === undefined) return failure(400, "unreadable", "The body is no JSON object.");
  const { name, email } = { name: undefined, email: undefined, ...fields };
  if (typeof name !== "string" || typeof email !== "string" || name === "" || email === "") {
    return failure(422, "incomplete", "A user has a name and an email.");
  }
  if (account.users.some((user) => user["email"] === email)) return failure(409, "taken", "That email has a user.");
  const user = makeUser(id, name, email);
  account.users.push(user);
  return success([user], 1, 1, 201);
}

/**
 * The ordinary service: an honest implementation of the interface over records in memory. Users are paged by
 * `page` and `per_page`, invoices come whole, and a token must be sent exactly as §5 writes it.
 */
export function openService(world: Partial<WorldOptions> = {}, pageSize = 10): Service {
  const accounts = makeWorld(world);
  const accountOf = ({ authorization }: Ask): Account | undefined =>
    accounts.find(({ token }) => authorization === `Bearer ${token}`);

  let created = 0;
  const perform: Readonly<Record<OperationId, (account: Account, ask: Ask) => Reply>> = {
    listUsers: ({ users }, { query }) => pageOf(users, query, pageSize),
    createUser: (account, ask) => {
      created += 1;
      return create(account, ask, 5000 + created);
    },
    getSubscription: ({ subscriptions }, ask) => {
      const found = subscriptions.get(subscriptionIdOf(ask));
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
    const account = accountOf(ask);
    if (account === undefined) return { ...failure(401, "unauthorized", "Who are you?"), isRefusal: true };
    return perform[operation](account, ask);
  };
  return { accounts, pageSize, answer, accountOf };
}
