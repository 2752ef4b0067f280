import { randomInt, randomUUID } from "node:crypto";
import type { z } from "zod";
import { operationPath, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Exchange } from "./exchange.ts";
import { createHttpClient, type Outgoing } from "./http-client.ts";
import { Recorder } from "./recorder.ts";
import { createRedactor } from "./redact.ts";
import { illustrativeBody, tokenVariables, type Target, type Tokens } from "./target.ts";

type Json = z.core.util.JSONType;

/**
 * What a call carries as `Authorization`: one thing is changed against the authorized call, nothing else.
 * The names are part of the record of a run.
 */
export type Credentials = "first" | "second" | "none" | "never-issued" | "other-scheme" | "no-scheme";

/** A call that cannot be made, and why: not a fault of the target. */
export class Unavailable {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A target while it is judged: every call a check makes goes through here, and each is made once. */
export interface Session {
  readonly target: Target;
  readonly hasSecondToken: boolean;
  /** The call of an operation with these credentials; `Unavailable` where this run may not or cannot make it. */
  call(operation: OperationId, credentials: Credentials): Promise<Exchange | Unavailable>;
  close(): Promise<void>;
}

/** @param recordFile where the exchanges of this run are kept */
export function openSession(target: Target, tokens: Tokens, recordFile: string): Session {
  const redact = createRedactor([
    { value: tokens.first, name: `$${tokenVariables.first}` },
    ...(tokens.second === undefined ? [] : [{ value: tokens.second, name: `$${tokenVariables.second}` }]),
  ]);
  const client = createHttpClient({ redact });
  const recorder = new Recorder(client, recordFile);
  return {
    target,
    hasSecondToken: tokens.second !== undefined,
    close: () => client.close(),
    async call(operation, credentials) {
      const reason = unavailable(target, tokens, operation, credentials);
      if (reason !== undefined) return new Unavailable(reason);
      return recorder.take(`${operation} ${credentials}`, () =>
        outgoing(target, operation, authorization(tokens, credentials)),
      );
    },
  };
}

function unavailable(
  target: Target,
  tokens: Tokens,
  operation: OperationId,
  credentials: Credentials,
): string | undefined {
  if (operations[operation].method !== "GET" && !target.allowWrites) return "writes are off (--allow-writes)";
  if (operation === "getSubscription" && target.subscriptionIds.length === 0) {
    return "no subscription id is known (--subscription-id)";
  }
  if (credentials === "second" && tokens.second === undefined) {
    return `no token of a second account (${tokenVariables.second})`;
  }
  return undefined;
}

function outgoing(target: Target, operation: OperationId, authorizationValue: string | undefined): Outgoing {
  const { method } = operations[operation];
  const headers = {
    accept: "application/json",
    "user-agent": "orgkit-conform",
    ...(authorizationValue === undefined ? {} : { authorization: authorizationValue }),
  };
  const url = target.baseUrl + operationPath(operation, target.subscriptionIds[0]);
  if (method === "GET") return { method, url, headers };
  const body = JSON.stringify(freshen(target.createBody ?? illustrativeBody));
  return { method, url, headers: { ...headers, "content-type": "application/json" }, body };
}

function authorization(tokens: Tokens, credentials: Credentials): string | undefined {
  switch (credentials) {
    case "first":
      return `Bearer ${tokens.first}`;
    case "second":
      return `Bearer ${tokens.second ?? ""}`;
    case "none":
      return undefined;
    case "never-issued":
      return `Bearer ${lookalike(tokens)}`;
    case "other-scheme":
      return `Basic ${tokens.first}`;
    case "no-scheme":
      return tokens.first;
  }
}

/** A token of the same form as the real one (length, kinds of characters) that nobody has issued. */
function lookalike(tokens: Tokens): string {
  const kinds = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const draw = (): string =>
    Array.from(tokens.first, (character) => {
      const kind = kinds.find((characters) => characters.includes(character));
      return kind?.charAt(randomInt(kind.length)) ?? character;
    }).join("");
  const candidate = draw();
  if (candidate !== tokens.first && candidate !== tokens.second && candidate.length >= 8) return candidate;
  return `orgkit-never-issued-${randomUUID()}`;
}

/** Puts a fresh value in the place of each `{{unique}}`. */
function freshen(body: Json): Json {
  const unique = randomUUID().slice(0, 13);
  const text = JSON.stringify(body).replaceAll("{{unique}}", unique);
  const fresh: Json = JSON.parse(text);
  return fresh;
}
