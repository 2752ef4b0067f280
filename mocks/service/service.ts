import { hasId, isList, type OperationId } from "../../fixtures/contract/operations.ts";
import { openAccounts, type Account, type AccountRecords, type OpenOptions } from "./accounts.ts";
import { authenticate, guarded, tokenHolders } from "./authenticate.ts";
import type { Share } from "./budget.ts";
import type { Call, Reply } from "./call.ts";
import { withSharedHeaders } from "./shared-headers.ts";
import { Failure, failureReply } from "./failure.ts";
import { createIdIssuer, type IdIssuer } from "./identifiers.ts";
import { createUser } from "./operations/create-user.ts";
import { list, one, type Context } from "./operations/read.ts";
import { ResponseCache } from "./response-cache.ts";
import { RateLimiter } from "./rate-limit.ts";
import { queryFault } from "./list-query.ts";
import { acceptFault } from "./accept.ts";
import { findRoute } from "./route.ts";
import {
  putRecords,
  putTransientState,
  takeRecords,
  takeTransientState,
  type RecordsSnapshot,
  type TransientState,
} from "./snapshot.ts";
import { compileUserRules } from "./user-rules.ts";

export interface ServiceOptions extends OpenOptions {
  readonly accounts: readonly AccountRecords[];
  /** Of the ids the service issues; any integer. */
  readonly seed: number;
  /** The budget of its caches. */
  readonly share: Share;
}

/** What is known about a request before it is answered. */
export interface Recognised {
  readonly operation?: OperationId;
  /** The account of the request's token, if the token is valid. */
  readonly account?: Account;
}

/** The service itself: takes accounts and a dialect, gives replies. Never slow, never broken. */
export interface Service {
  readonly accounts: readonly Account[];
  readonly ids: IdIssuer;
  recognise(call: Call, now: number): Recognised;
  /** @returns the operation and account of a request; `undefined` if the interface has no such path or method */
  operationOf(call: Call): OperationId | undefined;
  /**
   * Answers one request. Rejects only if a hook of a collection throws: every invalid request gets a reply.
   * @param now when the request arrived: milliseconds since 1970
   */
  respond(call: Call, now: number): Promise<Reply>;
  snapshot(): RecordsSnapshot;
  standing(): TransientState;
  /**
   * Rejects with an InputError if the snapshot has other accounts.
   * @param standing without it, counts of earlier requests are dropped
   */
  restore(snapshot: RecordsSnapshot, standing?: TransientState): Promise<void>;
}

function perform(operation: OperationId, context: Context): Reply | Failure | Promise<Reply | Failure> {
  if (isList(operation)) return list(operation, context);
  return hasId(operation) ? one(operation, context) : createUser(context);
}

export async function createService({ accounts: records, seed, share, ...options }: ServiceOptions): Promise<Service> {
  const { dialect } = options;
  const accounts = await openAccounts(records, options);
  const holders = tokenHolders(accounts);
  const limiter = new RateLimiter(dialect.limits.rate);
  const ids = createIdIssuer(seed);
  const userRules = compileUserRules(dialect);
  const kept = new ResponseCache(share);

  async function answer(call: Call, now: number): Promise<Reply> {
    const route = findRoute(call.method, call.path, dialect, call.query);
    const reject = (failure: Failure, operation?: OperationId): Reply =>
      failureReply(failure, dialect, { operation, call, now });
    const holder = authenticate(call.headers["authorization"], holders, dialect.auth, now);
    if (!("operation" in route)) {
      const isKnownPath = "reply" in route || route.kind !== "unknownPath";
      const rejection = guarded(call, isKnownPath, holder, dialect.auth) ?? route;
      return "reply" in rejection ? rejection.reply : reject(rejection);
    }
    const { operation, id } = route;
    const { accept } = dialect.requests;
    const unacceptable = accept === "ignore" ? undefined : acceptFault(call.headers["accept"]);
    if (accept === "rejectFirst" && unacceptable !== undefined) return reject(unacceptable, operation);
    if (holder instanceof Failure) return reject(holder, operation);
    const rateLimit = limiter.count(holder.token.token, now);
    if (rateLimit instanceof Failure) return reject(rateLimit, operation);
    const handled =
      unacceptable ??
      queryFault(operation, call.query, dialect) ??
      perform(operation, { call, id, account: holder.account, dialect, now, ids, userRules, kept });
    const result = handled instanceof Promise ? await handled : handled;
    const reply = result instanceof Failure ? reject(result, operation) : result;
    return rateLimit === undefined ? reply : { ...reply, headers: { ...reply.headers, ...rateLimit } };
  }

  function operationOf({ method, path }: Call): OperationId | undefined {
    const route = findRoute(method, path, dialect);
    return "operation" in route ? route.operation : undefined;
  }

  return {
    accounts,
    ids,
    operationOf,
    recognise: (call, now) => {
      const operation = operationOf(call);
      const holder = authenticate(call.headers["authorization"], holders, dialect.auth, now);
      return {
        ...(operation === undefined ? {} : { operation }),
        ...(holder instanceof Failure ? {} : { account: holder.account }),
      };
    },
    respond: async (call, now) => withSharedHeaders(await answer(call, now), call, dialect.responses),
    snapshot: () => takeRecords(accounts, ids),
    standing: () => takeTransientState(accounts, limiter),
    restore: async (snapshot, standing) => {
      await putRecords(snapshot, accounts, ids);
      limiter.reset();
      if (standing !== undefined) putTransientState(standing, accounts, limiter);
    },
  };
}
