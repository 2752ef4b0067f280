import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { openAccounts, type Account, type AccountRecords } from "./accounts.ts";
import { authenticate, tokenHolders } from "./authenticate.ts";
import type { Call, Reply } from "./call.ts";
import { preflightReply, readable } from "./cors.ts";
import { failureReply } from "./failure-reply.ts";
import { Failure } from "./failure.ts";
import { createIdIssuer, type IdIssuer } from "./identifiers.ts";
import type { Context } from "./operations/context.ts";
import { createUser } from "./operations/create-user.ts";
import { getSubscription } from "./operations/get-subscription.ts";
import { listInvoices } from "./operations/list-invoices.ts";
import { listUsers } from "./operations/list-users.ts";
import { RateLimiter } from "./rate-limit.ts";
import { findRoute } from "./route.ts";
import { putRecords, takeRecords, type RecordsSnapshot } from "./snapshot.ts";
import { putStanding, takeStanding, type Standing } from "./standing.ts";
import { createTurns } from "./turns.ts";
import { compileUserRules } from "./user-rules.ts";

export interface ServiceOptions {
  readonly accounts: readonly AccountRecords[];
  readonly dialect: Dialect;
  /** Of the ids the service issues; any integer. */
  readonly seed: number;
}

/** What a call means, as far as it can be told without answering it. */
export interface Recognised {
  readonly operation?: OperationId;
  /** Whose token the call carries, where the token is good. */
  readonly account?: Account;
}

/** The service itself: accounts and dialect, in; replies, out. It is never slow and never broken. */
export interface Service {
  readonly accounts: readonly Account[];
  readonly ids: IdIssuer;
  recognise(call: Call, now: number): Recognised;
  /**
   * Answers one call. Never rejects: whatever is wrong with a call is a reply.
   * @param now the moment of the call, milliseconds since 1970
   */
  respond(call: Call, now: number): Promise<Reply>;
  /** Runs a task while no user is being created. */
  exclusively<Result>(task: () => Promise<Result>): Promise<Result>;
  snapshot(): RecordsSnapshot;
  standing(): Standing;
  /**
   * @param standing nothing is remembered without
   * @throws InputError where the snapshot is of other accounts
   */
  restore(snapshot: RecordsSnapshot, standing?: Standing): Promise<void>;
}

type Handler = (context: Context) => Reply | Failure | Promise<Reply | Failure>;

export async function createService({ accounts: records, dialect, seed }: ServiceOptions): Promise<Service> {
  const accounts = await openAccounts(records, dialect);
  const holders = tokenHolders(accounts);
  const limiter = new RateLimiter(dialect.limits.rate);
  const ids = createIdIssuer(seed);
  const userRules = compileUserRules(dialect);
  const takeTurn = createTurns();
  const handlers: Readonly<Record<OperationId, Handler>> = {
    listUsers,
    createUser: (context) => takeTurn(() => createUser(context)),
    getSubscription,
    listInvoices,
  };

  async function answer(call: Call, now: number): Promise<Reply> {
    const route = findRoute(call.method, call.path, dialect.versions);
    if (route instanceof Failure) return failureReply(route, dialect);
    const { operation, id } = route;
    const holder = authenticate(call.headers["authorization"], holders, dialect.auth, now);
    if (holder instanceof Failure) return failureReply(holder, dialect, operation);
    const standing = limiter.count(holder.token.token, now);
    if (standing instanceof Failure) return failureReply(standing, dialect, operation);
    const result = await handlers[operation]({ call, id, account: holder.account, dialect, now, ids, userRules });
    const reply = result instanceof Failure ? failureReply(result, dialect, operation) : result;
    return { ...reply, headers: { ...reply.headers, ...standing } };
  }

  return {
    accounts,
    ids,
    recognise: (call, now) => {
      const route = findRoute(call.method === "HEAD" ? "GET" : call.method, call.path, dialect.versions);
      const holder = authenticate(call.headers["authorization"], holders, dialect.auth, now);
      return {
        ...(route instanceof Failure ? {} : { operation: route.operation }),
        ...(holder instanceof Failure ? {} : { account: holder.account }),
      };
    },
    respond: async (call, now) => {
      if (call.method === "OPTIONS") return preflightReply;
      return readable(await answer(call.method === "HEAD" ? { ...call, method: "GET" } : call, now));
    },
    exclusively: takeTurn,
    snapshot: () => takeRecords(accounts, ids),
    standing: () => takeStanding(accounts, limiter),
    restore: (snapshot, standing) =>
      takeTurn(async () => {
        await putRecords(snapshot, accounts, ids);
        limiter.reset();
        if (standing !== undefined) putStanding(standing, accounts, limiter);
      }),
  };
}
