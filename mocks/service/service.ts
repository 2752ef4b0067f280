import { mapNames } from "../../fixtures/values/json.ts";
import {
  hasId,
  isList,
  operations,
  type ListOperationId,
  type OneOperationId,
  type OperationId,
  matchPath,
} from "../../fixtures/contract/operations.ts";
import { collectionOf, collections } from "../../fixtures/contract/record-kinds.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { isWellFormed } from "../../fixtures/dialect/identifier.ts";
import { inputError } from "../../fixtures/input/input-error.ts";
import { toRecordList } from "../../fixtures/worlds/records.ts";
import type { Account, StartingAccount } from "./accounts.ts";
import { authenticateRequest, indexTokens, type TokenHolder } from "./authenticate.ts";
import { readClientUrl, type Call, type Reply, type Context, type Arrival } from "./call.ts";
import type { createUser } from "./create-user.ts";
import { IdIssuer } from "./identifiers.ts";
import { listRecords, rejectUnknownParameters } from "./list-records.ts";
import { RateLimiter } from "./rate-limit.ts";
import { Failure, failureReply, isTimed, successReply, toEnvelope, withSharedHeaders } from "./reply.ts";
import type { RecordsSnapshot } from "./snapshot.ts";

export interface ServiceOptions {
  readonly dialect: Dialect;
  readonly accounts: readonly Account[];
  /** Of the ids the service issues; any integer. */
  readonly seed: number;
}

/** What a service was opened with. */
export interface ServiceStart {
  readonly accounts: readonly StartingAccount[];
  /** The state of its ids. */
  readonly ids: readonly number[];
}

/** The maximum number of cached pages, and the maximum length of their bodies. */
const maxPages = 64;
const maxPageLength = 64 * 1024;

/** The service itself: takes accounts and a dialect, gives replies. Never slow, never broken. */
export class Service {
  readonly accounts: readonly Account[];
  readonly ids: IdIssuer;
  readonly #dialect: Dialect;
  readonly #holders: ReadonlyMap<string, TokenHolder>;
  readonly #limiter: RateLimiter;
  readonly #isTimed: boolean;
  #creation: Promise<{ readonly createUser: typeof createUser }> | undefined;
  /** Serializing a page costs more than all the rest of a request, and frontends request the same again and again. */
  readonly #pages = new Map<string, Reply>();

  constructor({ dialect, accounts, seed }: ServiceOptions) {
    this.accounts = accounts;
    this.ids = new IdIssuer(seed);
    this.#dialect = dialect;
    this.#holders = indexTokens(accounts);
    this.#limiter = new RateLimiter(dialect.limits.rate);
    this.#isTimed = isTimed(dialect.responses);
  }

  /** Answers one request. Rejects only if a hook of a collection throws: every invalid request gets a reply. */
  async respond(call: Call, arrival: Arrival): Promise<Reply> {
    return withSharedHeaders(await this.#respond(call, arrival), this.#dialect.responses, arrival);
  }

  /** The operation and the account of a request; without one if the path, method or token is unknown. */
  identify(
    call: Call,
    now: number,
  ): { readonly operation: OperationId | undefined; readonly account: Account | undefined } {
    const route = ifAccepted(() => routeRequest({ ...call, query: "" }, this.#dialect.requests));
    const holder = ifAccepted(() => this.#authenticate(call, now));
    return { operation: route && "operation" in route ? route.operation : undefined, account: holder?.account };
  }

  /** The state of the id generator. */
  get idState(): readonly number[] {
    // Ids of removed users are not issued again after a restart.
    for (const { users } of this.accounts) this.ids.reserve(users.nextNumber - 1);
    return this.ids.state;
  }

  snapshot(): RecordsSnapshot {
    return {
      ids: this.idState,
      accounts: this.accounts.map((account) => ({
        id: account.id,
        ...mapNames(collections, (kind) => [...account[kind].records()]),
      })),
    };
  }

  /**
   * Replaces the records with those of a snapshot. Rejects with an InputError if the snapshot has other accounts, and
   * changes nothing.
   */
  async restore(snapshot: RecordsSnapshot): Promise<void> {
    const lists = this.accounts.flatMap((account) => {
      const saved = snapshot.accounts.find(({ id }) => id === account.id);
      if (saved !== undefined) {
        return collections.map((kind) => ({ list: account[kind], records: saved[kind].map((one) => ({ ...one })) }));
      }
      const others = snapshot.accounts.map(({ id }) => id).join(", ");
      const problem = `expected the account "${account.id}", got only ${others}; it is of another world`;
      throw inputError("the snapshot", "accounts", problem);
    });
    for (const { list, records } of lists) await list.restore(toRecordList(records));
    this.#restart(snapshot.ids);
  }

  /** Replaces the records with those of the start. */
  async reset({ accounts, ids }: ServiceStart): Promise<void> {
    for (const [index, account] of accounts.entries()) {
      for (const kind of collections) await this.accounts[index]?.[kind].restore(account[kind]);
    }
    this.#restart(ids);
  }

  /** Drops the counts of earlier requests. */
  #restart(ids: readonly number[]): void {
    this.ids.state = ids;
    this.#limiter.clear();
    this.clearPages();
  }

  /** Drops cached pages: call it whenever a record has changed. */
  clearPages(): void {
    this.#pages.clear();
  }

  #authenticate({ headers }: Call, now: number): TokenHolder {
    return authenticateRequest(headers["authorization"], this.#holders, this.#dialect.auth, now);
  }

  async #respond(call: Call, arrival: Arrival): Promise<Reply> {
    const dialect = this.#dialect;
    const { now } = arrival;
    let operation: OperationId | undefined;
    let rateLimit: Reply["headers"] | undefined;
    let reply: Reply;
    try {
      const route = routeRequest(call, dialect.requests);
      if (!("operation" in route)) return route;
      operation = route.operation;
      const { account, token } = this.#authenticate(call, now);
      rateLimit = this.#limiter.count(token.token, now);
      rejectUnknownParameters(operation, call.query, dialect);
      const context = { call, id: route.id, account, dialect, ...arrival, ids: this.ids };
      reply = await this.#perform(operation, context);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      reply = failureReply(error, dialect, { operation, call, ...arrival });
    }
    return rateLimit === undefined ? reply : { ...reply, headers: { ...reply.headers, ...rateLimit } };
  }

  #perform(operation: OperationId, context: Context): Reply | Promise<Reply> {
    if (isList(operation)) return this.#listRecords(operation, context);
    return hasId(operation) ? readRecord(operation, context) : this.#createUser(context);
  }

  async #createUser(context: Context): Promise<Reply> {
    // Loads with the first creation: many pages only read.
    this.#creation ??= import("./create-user.ts");
    return (await this.#creation).createUser(context);
  }

  /** Lists records from the cache, if nothing has changed since. */
  #listRecords(operation: ListOperationId, context: Context): Reply {
    const { call, account } = context;
    const key = `${account.id} ${readClientUrl(call)}${call.path}?${call.query}`;
    const cached = this.#pages.get(key);
    if (cached !== undefined) return cached;
    const reply = listRecords(operation, context);
    if (this.#isTimed || account.users.hidden.size > 0 || reply.body.length > maxPageLength) return reply;
    if (this.#pages.size >= maxPages) this.clearPages();
    this.#pages.set(key, reply);
    return reply;
  }
}

/** `undefined` if the request is rejected. */
function ifAccepted<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** The authenticated account's record with the id of the path: `GET /api/v1/subscriptions/{id}` (§4). */
function readRecord(operation: OneOperationId, context: Context): Reply {
  const { id, account, dialect } = context;
  const { record: kind } = operations[operation];
  const record = account[collectionOf(kind)].find(id);
  if (record !== undefined) return successReply(operation, context, toEnvelope([record]));
  const { format, illFormed } = dialect.subscriptionId;
  if (kind === "subscription" && illFormed === "reject" && !isWellFormed(format, id)) {
    const rule = "subscriptionId.illFormed";
    throw new Failure("badParameter", "This is not a subscription id.", { rule, parameter: "id" });
  }
  throw new Failure("notFound", `There is no ${kind} with this id.`);
}

/** The operation that a request matches, with the decoded `{id}` of its path; empty if the path has none. */
interface Route {
  readonly operation: OperationId;
  readonly id: string;
}

/**
 * Finds the operation of a request (§4, §9). A path with a slash at its end may get a redirect.
 * @throws Failure if the path or the method is unknown
 */
function routeRequest(call: Call, { trailingSlash }: Dialect["requests"]): Route | Reply {
  const { method, path, query } = call;
  const hasSlash = path.length > 1 && path.endsWith("/") && trailingSlash !== "unknown";
  const plainPath = hasSlash ? path.slice(0, -1) : path;
  const match = matchPath(plainPath);
  if (match?.version !== "1") throw new Failure("unknownPath", "There is nothing at this path.");
  if (hasSlash && trailingSlash !== "same") {
    const prefix = readClientUrl(call).replace(/^https?:\/\/[^/]*/i, "");
    const location = prefix + plainPath + (query === "" ? "" : `?${query}`);
    return { status: trailingSlash, headers: { location }, body: "", why: { rule: "requests.trailingSlash" } };
  }
  const id = decodeId(match.id ?? "");
  const operation = match.operations.get(method === "HEAD" ? "GET" : method);
  if (operation !== undefined) return { operation, id };
  const allow = [...match.operations.keys(), "HEAD", "OPTIONS"].join(", ");
  throw new Failure("methodNotAllowed", `The method ${method} is not allowed here; allowed: ${allow}.`, {
    headers: { allow },
  });
}

function decodeId(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Failure("badParameter", "The id in the path is not valid percent-encoding.", { parameter: "id" });
  }
}
