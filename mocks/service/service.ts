import { hasId, isList, type OperationId } from "../../fixtures/contract/operations.ts";
import { openAccounts, type AccountRecords, type OpenOptions } from "./accounts.ts";
import { authenticate, tokenHolders } from "./authenticate.ts";
import type { Call, Reply } from "./call.ts";
import { withSharedHeaders } from "./envelope.ts";
import { Failure, failureReply } from "./failure.ts";
import { createIdIssuer, type IdIssuer } from "./identifiers.ts";
import { createUser } from "./operations/create-user.ts";
import { list, one, type Context } from "./operations/read.ts";
import { RateLimiter } from "./rate-limit.ts";
import { queryFault } from "./list-query.ts";
import { findRoute } from "./route.ts";
import { putRecords, takeRecords, type RecordsSnapshot } from "./snapshot.ts";
import { compileUserRules } from "./user-rules.ts";

export interface ServiceOptions extends OpenOptions {
  readonly accounts: readonly AccountRecords[];
  /** Of the ids the service issues; any integer. */
  readonly seed: number;
}

/** The service itself: takes accounts and a dialect, gives replies. Never slow, never broken. */
export type Service = Awaited<ReturnType<typeof createService>>;

function perform(operation: OperationId, context: Context): Reply | Failure | Promise<Reply | Failure> {
  if (isList(operation)) return list(operation, context);
  return hasId(operation) ? one(operation, context) : createUser(context);
}

export async function createService({ accounts: records, seed, ...options }: ServiceOptions) {
  const { dialect } = options;
  const accounts = await openAccounts(records, options);
  const holders = tokenHolders(accounts);
  const limiter = new RateLimiter(dialect.limits.rate);
  const issuer = createIdIssuer(seed);
  const ids: IdIssuer = {
    ...issuer,
    get state() {
      // Ids of removed users are not issued again after a restart.
      for (const { users } of accounts) issuer.reserve(users.nextNumber - 1);
      return issuer.state;
    },
    set state(state) {
      issuer.state = state;
    },
  };
  const userRules = compileUserRules(dialect);

  async function answer(call: Call, now: number): Promise<Reply> {
    const route = findRoute(call.method, call.path, dialect, call.query);
    const reject = (failure: Failure, operation?: OperationId): Reply =>
      failureReply(failure, dialect, { operation, call, now });
    const holder = authenticate(call.headers["authorization"], holders, dialect.auth, now);
    if (!("operation" in route)) return "reply" in route ? route.reply : reject(route);
    const { operation, id } = route;
    if (holder instanceof Failure) return reject(holder, operation);
    const rateLimit = limiter.count(holder.token.token, now);
    if (rateLimit instanceof Failure) return reject(rateLimit, operation);
    const handled =
      queryFault(operation, call.query, dialect) ??
      perform(operation, { call, id, account: holder.account, dialect, now, ids, userRules });
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
    /** @returns the operation and the account of a request; without one if the path, method or token is unknown */
    recognise: (call: Call, now: number) => {
      const holder = authenticate(call.headers["authorization"], holders, dialect.auth, now);
      return { operation: operationOf(call), account: holder instanceof Failure ? undefined : holder.account };
    },
    /**
     * Answers one request. Rejects only if a hook of a collection throws: every invalid request gets a reply.
     * @param now when the request arrived: milliseconds since 1970
     */
    respond: async (call: Call, now: number) => withSharedHeaders(await answer(call, now), dialect.responses, now),
    snapshot: () => takeRecords(accounts, ids),
    /** Rejects with an InputError if the snapshot has other accounts. Counts of earlier requests are dropped. */
    restore: async (snapshot: RecordsSnapshot): Promise<void> => {
      await putRecords(snapshot, accounts, ids);
      limiter.clear();
    },
  };
}
