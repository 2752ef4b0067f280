import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { isWellFormed } from "../../fixtures/dialect/identifier.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { eachKind, type Account } from "./accounts.ts";
import { authenticateRequest, tokenHolders, type TokenHolder } from "./authenticate.ts";
import type { Call, Reply } from "./call.ts";
import { compileUserRules, createUser, type UserRules } from "./create-user.ts";
import { createIdIssuer, type IdIssuer } from "./identifiers.ts";
import { listRecords, rejectUnknownParameters } from "./list-records.ts";
import { RateLimiter } from "./rate-limit.ts";
import { envelopeOf, Failure, failureReply, isTimed, successReply, withSharedHeaders } from "./reply.ts";
import { routeRequest } from "./route.ts";
import type { RecordsSnapshot } from "./snapshot.ts";
import {
  hasId,
  isList,
  operations,
  type OneOperationId,
  type OperationId,
  collections as kinds,
} from "../../fixtures/contract/operations.ts";

export interface ServiceOptions {
  readonly dialect: Dialect;
  readonly accounts: readonly Account[];
  /** Of the ids the service issues; any integer. */
  readonly seed: number;
}

/** The input of an operation: an authorized request, its account, and the simulation's clock and ids. */
export interface Context {
  readonly call: Call;
  /** The decoded `{id}` of the path; empty if the path has none. */
  readonly id: string;
  readonly account: Account;
  readonly dialect: Dialect;
  /** When the request arrived: milliseconds since 1970. */
  readonly now: number;
  readonly ids: IdIssuer;
  readonly userRules: UserRules;
  /** Whether the same request gets another response at another time. */
  readonly isTimed: boolean;
}

/** The service itself: takes accounts and a dialect, gives replies. Never slow, never broken. */
export class Service {
  readonly accounts: readonly Account[];
  readonly ids: IdIssuer;
  readonly #dialect: Dialect;
  readonly #holders: ReadonlyMap<string, TokenHolder>;
  readonly #limiter: RateLimiter;
  readonly #userRules: UserRules;
  readonly #isTimed: boolean;

  constructor({ dialect, accounts, seed }: ServiceOptions) {
    this.accounts = accounts;
    this.ids = createIdIssuer(seed);
    this.#dialect = dialect;
    this.#holders = tokenHolders(accounts);
    this.#limiter = new RateLimiter(dialect.limits.rate);
    this.#userRules = compileUserRules(dialect);
    this.#isTimed = isTimed(dialect.responses);
  }

  /**
   * Answers one request. Rejects only if a hook of a collection throws: every invalid request gets a reply.
   * @param now when the request arrived: milliseconds since 1970
   */
  async respond(call: Call, now: number): Promise<Reply> {
    return withSharedHeaders(await this.#respond(call, now), this.#dialect.responses, now);
  }

  /** The operation and the account of a request; without one if the path, method or token is unknown. */
  identify(
    call: Call,
    now: number,
  ): { readonly operation: OperationId | undefined; readonly account: Account | undefined } {
    const route = routeRequest({ ...call, query: "" }, this.#dialect);
    const holder = this.#authenticate(call, now);
    return {
      operation: "operation" in route ? route.operation : undefined,
      account: holder instanceof Failure ? undefined : holder.account,
    };
  }

  /** The state of the id generator. */
  get idState(): readonly number[] {
    // Ids of removed users are not issued again after a restart.
    for (const { users } of this.accounts) this.ids.reserve(users.nextNumber - 1);
    return [...this.ids.state];
  }

  snapshot(): RecordsSnapshot {
    return {
      ids: this.idState,
      accounts: this.accounts.map((account) => ({ id: account.id, ...eachKind((kind) => account[kind].records()) })),
    };
  }

  /**
   * Replaces the records with those of a snapshot, and drops the counts of earlier requests. Rejects with an InputError
   * if the snapshot has other accounts, and changes nothing.
   */
  async restore(snapshot: RecordsSnapshot): Promise<void> {
    const lists = this.accounts.flatMap((account) => {
      const saved = snapshot.accounts.find(({ id }) => id === account.id);
      if (saved !== undefined) return kinds.map((kind) => ({ list: account[kind], records: saved[kind] }));
      const others = snapshot.accounts.map(({ id }) => id).join(", ");
      const problem = `expected the account "${account.id}", got only ${others}; it is of another world`;
      throw new InputError("the snapshot", [{ at: "accounts", problem }]);
    });
    for (const { list, records } of lists) await list.restore(records);
    this.ids.state = [...snapshot.ids];
    this.#limiter.clear();
  }

  #authenticate({ headers }: Call, now: number): TokenHolder | Failure {
    return authenticateRequest(headers["authorization"], this.#holders, this.#dialect.auth, now);
  }

  async #respond(call: Call, now: number): Promise<Reply> {
    const dialect = this.#dialect;
    const reject = (failure: Failure, operation?: OperationId): Reply =>
      failureReply(failure, dialect, { operation, call, now });
    const route = routeRequest(call, dialect);
    if (!("operation" in route)) return "reply" in route ? route.reply : reject(route);
    const { operation, id } = route;
    const holder = this.#authenticate(call, now);
    if (holder instanceof Failure) return reject(holder, operation);
    const rateLimit = this.#limiter.count(holder.token.token, now);
    if (rateLimit instanceof Failure) return reject(rateLimit, operation);
    const context: Context = {
      call,
      id,
      account: holder.account,
      dialect,
      now,
      ids: this.ids,
      userRules: this.#userRules,
      isTimed: this.#isTimed,
    };
    const result = rejectUnknownParameters(operation, call.query, dialect) ?? (await perform(operation, context));
    const reply = result instanceof Failure ? reject(result, operation) : result;
    return rateLimit === undefined ? reply : { ...reply, headers: { ...reply.headers, ...rateLimit } };
  }
}

function perform(operation: OperationId, context: Context): Reply | Failure | Promise<Reply | Failure> {
  if (isList(operation)) return listRecords(operation, context);
  return hasId(operation) ? readRecord(operation, context) : createUser(context);
}

/** The authenticated account's record with the id of the path: `GET /api/v1/subscriptions/{id}` (§4). */
function readRecord(operation: OneOperationId, context: Context): Reply | Failure {
  const { id, account, dialect } = context;
  const { record: kind } = operations[operation];
  const list = account[`${kind}s`];
  const record = list.find(id);
  if (record !== undefined) return successReply(operation, context, envelopeOf(list.sent([record])));
  const { format, illFormed } = dialect.subscriptionId;
  if (kind === "subscription" && illFormed === "reject" && !isWellFormed(format, id)) {
    const rule = "subscriptionId.illFormed";
    return new Failure("badParameter", "This is not a subscription id.", { rule, parameter: "id" });
  }
  return new Failure("notFound", `There is no ${kind} with this id.`);
}
