import type { z } from "zod";
import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Call, Reply } from "../../mocks/service/call.ts";
import type { Simulation } from "../../mocks/simulation/simulation.ts";
import type { Alter, Answer } from "./mutant.ts";

type Json = z.core.util.JSONType;
type Members = { readonly [name: string]: Json };

/** A success of the simulation, which always holds an envelope. */
export interface Envelope {
  readonly data: readonly Members[];
  readonly meta: { readonly page: number; readonly total: number };
}

/** The operation a call means; `undefined` for any other path or method. */
export function operationOf({ method, path }: Call): OperationId | undefined {
  const isSubscription = /^\/api\/v1\/subscriptions\/[^/]+$/.test(path);
  return Object.values(operations).find(
    (operation) =>
      operation.method === method &&
      (operation.path === path || (operation.id === "getSubscription" && isSubscription)),
  )?.id;
}

/** Rewrites the replies to one operation. */
export function onReply(
  operation: OperationId,
  change: (reply: Reply, call: Call, simulation: Simulation, answer: Answer) => Reply | Promise<Reply>,
): Alter {
  return (answer, simulation) => async (call) => {
    const reply = await answer(call);
    return operationOf(call) === operation ? change(reply, call, simulation, answer) : reply;
  };
}

/** Rewrites the successes of one operation. */
export function onSuccess(
  operation: OperationId,
  change: (reply: Reply, call: Call, simulation: Simulation, answer: Answer) => Reply | Promise<Reply>,
): Alter {
  return onReply(operation, (reply, ...rest) => (isSuccess(reply) ? change(reply, ...rest) : reply));
}

/** Rewrites the failures of one operation. */
export function onFailure(
  operation: OperationId,
  change: (reply: Reply, call: Call, simulation: Simulation, answer: Answer) => Reply | Promise<Reply>,
): Alter {
  return onReply(operation, (reply, ...rest) => (isSuccess(reply) ? reply : change(reply, ...rest)));
}

/** Rewrites the body of the successes of one operation. */
export function onBody(operation: OperationId, change: (envelope: Envelope, call: Call) => unknown): Alter {
  return onSuccess(operation, (reply, call) => withBody(reply, change(envelopeOf(reply), call)));
}

/** Rewrites the records in the successes of one operation. */
export function onRecords(
  operation: OperationId,
  change: (data: readonly Members[], call: Call) => readonly Members[],
): Alter {
  return onBody(operation, ({ data, meta }, call) => ({ data: change(data, call), meta }));
}

/** Rewrites the calls to one operation before they are answered. */
export function onCall(operation: OperationId, change: (call: Call, simulation: Simulation) => Call): Alter {
  return (answer, simulation) => (call) => answer(operationOf(call) === operation ? change(call, simulation) : call);
}

/** Gives calls to one operation the first account's token, where it should look and does not. */
export function letIn(operation: OperationId, isLetIn: (call: Call, token: string) => boolean): Alter {
  return onCall(operation, (call, simulation) => {
    const token = firstToken(simulation);
    return isLetIn(call, token) ? { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } } : call;
  });
}

/** The first account's token. */
export function firstToken({ accounts }: Simulation): string {
  return accounts[0]?.tokens[0]?.token ?? "";
}

/** What a call carries after `Bearer `; empty where it carries no such thing. */
export function tokenOf({ headers }: Call): string {
  return /^Bearer (.+)$/.exec(headers["authorization"] ?? "")?.[1] ?? "";
}

export function isSuccess({ status }: Reply): boolean {
  return status >= 200 && status <= 299;
}

export function envelopeOf({ body }: Reply): Envelope {
  const envelope: Envelope = JSON.parse(body);
  return envelope;
}

export function withBody(reply: Reply, body: unknown): Reply {
  return { ...reply, body: typeof body === "string" ? body : (JSON.stringify(body) ?? "") };
}

export function withHeader(reply: Reply, name: string, value: string | undefined): Reply {
  const { [name]: _, ...others } = reply.headers;
  return { ...reply, headers: value === undefined ? others : { ...others, [name]: value } };
}
