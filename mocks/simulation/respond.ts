import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Call, Reply } from "../service/call.ts";
import { readable } from "../service/cors.ts";
import { failureReply } from "../service/failure-reply.ts";
import type { Service } from "../service/service.ts";
import { disturbed, meets, preferred, type Occasion, type Running } from "./disturbed.ts";
import { newcomer } from "./newcomer.ts";

/** What decides the reply to a call, besides the call itself. */
export interface InForce {
  readonly service: Service;
  readonly dialect: Dialect;
  readonly seed: number;
  readonly running: readonly Running[];
  /** Of the call. */
  readonly number: number;
  /** The moment of the call, milliseconds since 1970. */
  readonly now: number;
}

/** Answers a call through the scenarios in force, and those it asks for itself. */
export function respond(call: Call, inForce: InForce): Promise<Reply> {
  const { service, running, now } = inForce;
  const serve = (): Promise<Reply> => service.respond(call, now);
  const reply = isDisturbed(call, inForce) ? respondDisturbed() : serve();
  return call.method === "HEAD" ? reply.then((answered) => ({ ...answered, body: "" })) : reply;

  function respondDisturbed(): Promise<Reply> {
    const occasion = occasionOf(call, inForce);
    return preferred(call, occasion, () => disturbed(occasion, running, serve));
  }
}

/** A scenario that waits for calls of another operation costs the others nothing. */
function isDisturbed(call: Call, { running, service }: InForce): boolean {
  if (call.headers["prefer"] !== undefined) return true;
  if (running.length === 0) return false;
  const operation = service.operationOf(call);
  return running.some((one) => meets(one, operation));
}

function occasionOf(call: Call, { service, dialect, seed, number, now }: InForce): Occasion {
  const { operation, account } = service.recognise(call, now);
  return {
    call,
    number,
    now,
    operation,
    account,
    dialect,
    seed,
    refuse: (failure) => readable(failureReply(failure, dialect, operation)),
    insertUser: (into, index) =>
      into.users.apply({ after: { record: newcomer(into, dialect, service.ids, now), index } }, "call"),
  };
}
