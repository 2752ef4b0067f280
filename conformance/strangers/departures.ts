import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { listen, serverOf, bytesOf, type Answer, type Write } from "./serve.ts";
import { openService, operationOf, type Ask, type Envelope, type Reply, type Service } from "./service.ts";
import type { Stranger } from "./stranger.ts";
import type { WorldOptions } from "./world.ts";

/** Where a stranger departs from the ordinary service: it stands around it, and may alter what is asked and answered. */
export type Departure = (ask: Ask, next: Answer, service: Service) => Reply | Promise<Reply>;

/** How a stranger is made of the ordinary service. */
export interface Making {
  /** The first stands outermost. */
  readonly around?: readonly Departure[];
  readonly world?: Partial<WorldOptions>;
  readonly pageSize?: number;
  readonly write?: Write;
  readonly tune?: (server: Server) => void;
}

type Facts = Partial<Omit<Stranger, "id" | "sentence" | "breaks" | "start">>;

/** A stranger that breaks these obligations. What it is made of is made anew at each start, so nothing is kept. */
export function broken(
  id: string,
  sentence: string,
  breaks: readonly string[],
  make: () => Making,
  facts: Facts = {},
): Stranger {
  const start = async (): ReturnType<Stranger["start"]> => {
    const { around = [], world = {}, pageSize, write, tune } = make();
    const own: Partial<WorldOptions> = {
      ...(facts.tokens && { tokens: facts.tokens }),
      ...(facts.subscriptionIds && { subscriptionIds: facts.subscriptionIds }),
    };
    const service = openService({ ...own, ...world }, pageSize);
    const answer = around.reduceRight<Answer>(
      (next, departure) => (ask) => departure(ask, next, service),
      (ask) => service.answer(ask),
    );
    const server = serverOf(answer, write, facts.pathPrefix);
    tune?.(server);
    const usersWith = (text: string): number =>
      service.accounts.flatMap(({ users }) => users).filter((user) => JSON.stringify(user).includes(text)).length;
    return { ...(await listen(server, "http", facts.pathPrefix)), usersWith };
  };
  return { id, sentence, breaks, ...facts, start };
}

/** A stranger that breaks nothing. */
export function odd(id: string, sentence: string, make: () => Making = () => ({}), facts: Facts = {}): Stranger {
  return broken(id, sentence, [], make, facts);
}

/** A pause that keeps no process alive. */
export async function pause(milliseconds: number): Promise<void> {
  await sleep(milliseconds, undefined, { ref: false });
}

/** Which operations a departure is about. */
export type Where = OperationId | readonly OperationId[];

/** Is the request for one of these operations? */
export function isFor(ask: Ask, where: Where): boolean {
  const operation = operationOf(ask);
  return operation !== undefined && [where].flat().includes(operation);
}

/** Sends another JSON body on a success. */
export function onSuccess(
  where: Where,
  change: (envelope: Envelope, ask: Ask, service: Service) => unknown,
): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    if (reply.envelope === undefined || !isFor(ask, where)) return reply;
    return { ...reply, body: change(reply.envelope, ask, service) };
  };
}

/** Sends another envelope on a success; departures further out see it. */
export function reshape(where: Where, change: (envelope: Envelope, ask: Ask, service: Service) => Envelope): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    if (reply.envelope === undefined || !isFor(ask, where)) return reply;
    return { ...reply, envelope: change(reply.envelope, ask, service) };
  };
}

/** Shows each record of a success in another way. */
export function present(where: Where, show: (record: unknown) => unknown): Departure {
  return reshape(where, ({ data, meta }) => ({ data: data.map(show), meta }));
}

/** Changes the reply to a success as a whole: its status, its headers. */
export function onGood(where: Where, change: (reply: Reply, ask: Ask, service: Service) => Reply): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    return reply.envelope !== undefined && isFor(ask, where) ? change(reply, ask, service) : reply;
  };
}

/** Refuses in another way. */
export function onRefusal(
  where: Where,
  refuse: (ask: Ask, service: Service) => Omit<Reply, "headers"> & Partial<Pick<Reply, "headers">>,
): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    if (reply.isRefusal !== true || !isFor(ask, where)) return reply;
    return { headers: {}, ...refuse(ask, service), isRefusal: true };
  };
}

/** Lets a call in that shows no good token, as one of the account for whose token the condition holds. */
export function letIn(where: Where, isLetIn: (ask: Ask, token: string) => boolean): Departure {
  return (ask, next, service) => {
    const account = service.accounts.find(({ token }) => isLetIn(ask, token));
    const isOpen = account !== undefined && service.accountOf(ask) === undefined && isFor(ask, where);
    return next(isOpen ? { ...ask, authorization: `Bearer ${account.token}` } : ask);
  };
}

/** Writes the body of every reply that has one in another way. */
export function onText(change: (text: string, reply: Reply, ask: Ask) => string | Buffer): Departure {
  return async (ask, next) => {
    const reply = await next(ask);
    const text = bytesOf(reply).toString();
    return text === "" ? reply : { ...reply, text: change(text, reply, ask) };
  };
}

/** Every operation. */
export const everywhere: readonly OperationId[] = operationIds;

/** How an id names an operation. */
export const shortNames: Readonly<Record<OperationId, string>> = {
  listUsers: "users",
  createUser: "creation",
  getSubscription: "subscription",
  listInvoices: "invoices",
};

/** Sends the users whole, so that a defect is no matter of paging. */
export const wholeUsers: Departure = reshape("listUsers", ({ meta }, ask, service) => ({
  data: service.accountOf(ask)?.users ?? [],
  meta: { page: 1, total: meta.total },
}));
