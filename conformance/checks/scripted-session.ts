import { operations, operationPath, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Exchange } from "../target/exchange.ts";
import { Unavailable, type Credentials, type Session } from "../target/session.ts";

/** A reply as a test writes it: a status, and a body as JSON or as text. */
export interface ScriptedReply {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
}

/** A script of one operation: a reply for each kind of credentials, "no reply", or a reason it cannot be called. */
export type Script = Partial<Record<Credentials, ScriptedReply | "no reply" | Unavailable>>;

/** A session for tests of checks: its target says what the script says. */
export function scriptedSession(script: Script, subscriptionIds: readonly string[] = ["s-1"]): Session {
  return {
    target: { baseUrl: "https://target.example", subscriptionIds: [...subscriptionIds], allowWrites: true },
    hasSecondToken: script.second !== undefined,
    close: () => Promise.resolve(),
    call: (operation, credentials) => {
      const reply = script[credentials];
      if (reply === undefined) throw new Error(`the check was not expected to call ${operation} with ${credentials}`);
      return Promise.resolve(reply instanceof Unavailable ? reply : exchange(operation, reply));
    },
  };
}

function exchange(operation: OperationId, reply: ScriptedReply | "no reply"): Exchange {
  const request = {
    method: operations[operation].method,
    url: `https://target.example${operationPath(operation, "s-1")}`,
    headers: {},
  };
  if (reply === "no reply") return { request, noReply: { kind: "broken", message: "the connection broke" } };
  const body = reply.text ?? JSON.stringify(reply.json);
  return { request, response: { status: reply.status ?? 200, headers: {}, body, ms: 1 } };
}

/** An envelope of these records. */
export function envelope(data: readonly unknown[], page: unknown = 1, total: unknown = data.length): ScriptedReply {
  return { json: { data, meta: { page, total } } };
}
