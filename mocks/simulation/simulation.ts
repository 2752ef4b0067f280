import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import { openAccounts, type Account } from "./accounts.ts";
import { authenticate, tokenHolders } from "./authenticate.ts";
import type { Call, Reply } from "./call.ts";
import { systemClock, type Clock } from "./clock.ts";
import { corsHeaders, preflightReply } from "./cors.ts";
import { failureReply } from "./failure-reply.ts";
import { Failure } from "./failure.ts";
import { createIdIssuer } from "./identifiers.ts";
import type { Context } from "./operations/context.ts";
import { createUser } from "./operations/create-user.ts";
import { getSubscription } from "./operations/get-subscription.ts";
import { listInvoices } from "./operations/list-invoices.ts";
import { listUsers } from "./operations/list-users.ts";
import { RateLimiter } from "./rate-limit.ts";
import { findRoute } from "./route.ts";
import { createTurns } from "./turns.ts";
import { compileUserRules } from "./user-rules.ts";

export interface SimulationOptions {
  readonly world: World;
  readonly dialect: Dialect;
  /** Of the ids the simulation issues; any integer, 1 by default. */
  readonly seed?: number;
  readonly clock?: Clock;
}

/** The in-memory service: world, dialect and clock, in; replies, out. */
export interface Simulation {
  readonly dialect: Dialect;
  readonly world: { readonly name: string };
  readonly accounts: readonly Account[];
  /** Answers one call. Never rejects: whatever is wrong with a call is a reply. */
  answer(call: Call): Promise<Reply>;
}

type Handler = (context: Context) => Reply | Failure | Promise<Reply | Failure>;

/**
 * Starts a simulation.
 * @throws InputError where world and dialect do not go together
 */
export async function createSimulation(options: SimulationOptions): Promise<Simulation> {
  const { world, dialect, seed = 1, clock = systemClock } = options;
  const accounts = await openAccounts(world, dialect, clock.now());
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

  async function respond(call: Call): Promise<Reply> {
    const route = findRoute(call.method, call.path, dialect.versions);
    if (route instanceof Failure) return failureReply(route, dialect);
    const { operation, id } = route;
    const now = clock.now();
    const holder = authenticate(call.headers["authorization"], holders, dialect.auth, now);
    if (holder instanceof Failure) return failureReply(holder, dialect, operation);
    const standing = limiter.count(holder.token.token, now);
    if (standing instanceof Failure) return failureReply(standing, dialect, operation);
    const result = await handlers[operation]({ call, id, account: holder.account, dialect, clock, ids, userRules });
    const reply = result instanceof Failure ? failureReply(result, dialect, operation) : result;
    return { ...reply, headers: { ...reply.headers, ...standing } };
  }

  async function answer(call: Call): Promise<Reply> {
    if (call.method === "OPTIONS") return preflightReply;
    const isHead = call.method === "HEAD";
    const reply = await respond(isHead ? { ...call, method: "GET" } : call);
    return { ...reply, headers: { ...reply.headers, ...corsHeaders }, body: isHead ? "" : reply.body };
  }

  return { dialect, world: { name: world.name }, accounts, answer };
}
