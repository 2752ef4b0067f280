import { metaOf } from "../../fixtures/contract/envelope.ts";
import type { z } from "zod";
import { operations, operationPath, recordKinds } from "../../fixtures/contract/operations.ts";
import type { Json } from "../../fixtures/json.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { freshText, goodBody } from "../target/body.ts";
import { callKey, type Call } from "../target/call.ts";
import { withPatience } from "../target/created-user.ts";
import { openCreationBudget } from "../target/creation-budget.ts";
import type { CountingSession } from "../target/open-session.ts";
import type { Credentials } from "../target/credentials.ts";
import type { Exchange } from "../target/exchange.ts";
import type { Entry } from "../target/recorder.ts";
import { Unavailable, type RunSession } from "../target/session.ts";
import { targetSchema, type Target } from "../target/target.ts";

/** A response in a test: a status, headers, and a body as JSON or as text. */
export interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
}

type Scripted = ScriptedResponse | "no response" | Unavailable | undefined;

/** A script: a response for each kind of credentials, "no response", or a reason why it cannot be sent. */
export type Script = Partial<Record<Credentials, Scripted>>;

export interface ScriptOptions {
  /** Known ids of each kind of record. */
  readonly ids?: readonly string[];
  readonly createBody?: Json;
  /** The declared dialect, including defaults. */
  readonly dialect?: z.input<typeof dialectSchema>;
  /** Responds to calls that the script cannot distinguish; for `undefined`, the script does. */
  readonly answer?: (call: Call, body: string) => Scripted;
  /** Limits the created users, like a session; without it, the list of users is not read for that. */
  readonly maxCreated?: number;
  /** Whether creations are looked for in the second account, too. */
  readonly hasSecond?: boolean;
  /** Whether to take smaller samples. */
  readonly isQuick?: boolean;
  /** In milliseconds. */
  readonly patience?: number;
  /** Earlier exchanges. */
  readonly entries?: readonly Entry[];
}

/**
 * A session for tests of checks: its target follows the script, equal calls are sent once, and waiting takes no time.
 */
export function scriptedSession(script: Script, options: ScriptOptions = {}): CountingSession & RunSession {
  const { ids = ["s-1"], dialect, answer, maxCreated: limit, hasSecond = false } = options;
  const target = targetSchema.parse({
    baseUrl: "https://target.example",
    ids: Object.fromEntries(recordKinds.map((kind) => [kind, [...ids]])),
    allowWrites: true,
    isQuick: options.isQuick,
    createBody: options.createBody,
    ...(dialect === undefined ? {} : { dialect: dialectSchema.parse(dialect) }),
  });
  const entries: Entry[] = [...(options.entries ?? [])];
  const take = (call: Call): Exchange | Unavailable => {
    const known = entries.find((entry) => callKey(entry.call) === callKey(call));
    if (known !== undefined) return known.exchange;
    const body = bodyOf(call, target);
    const reply = answer?.(call, body) ?? script[call.as ?? "first"];
    if (reply === undefined && call.as === "second") return new Unavailable("no second account", "second-token");
    if (reply === undefined) throw new Error(`the check was not expected to make this call: ${JSON.stringify(call)}`);
    if (reply instanceof Unavailable) return reply;
    const made = exchange(call, reply, body);
    entries.push({ call, exchange: made, requests: 1, waited: 0 });
    return made;
  };
  const sent = async (call: Call): Promise<Exchange> => {
    const made = take(call);
    if (made instanceof Unavailable) throw new Error(made.reason);
    return Promise.resolve(made);
  };
  const sender = withPatience(options.patience ?? 1000, () => Promise.resolve(), sent);
  const budget = limit === undefined ? undefined : openCreationBudget(sender, { limit, entries, hasSecond });
  const isKnown = (call: Call): boolean => entries.some((entry) => callKey(entry.call) === callKey(call));
  return {
    target,
    entries,
    get patience() {
      return sender.patience;
    },
    wait: (milliseconds) => sender.wait(milliseconds),
    isQuick: target.isQuick,
    close: () => Promise.resolve(),
    creations: () => budget?.creations() ?? Promise.resolve([]),
    async call(call) {
      const isPost = call.method === undefined && operations[call.operation].method === "POST";
      if (budget === undefined || !isPost || isKnown(call)) return take(call);
      const made = await budget.post(call);
      return typeof made === "string" ? new Unavailable(made) : take(call);
    },
    served: () => [],
  };
}

/** The body of a creation, with unique values filled in. */
function bodyOf({ operation, text, body }: Call, target: Target): string {
  if (operation !== "createUser") return "";
  return text?.content ?? freshText(body ?? goodBody(target), "orgkit05eed0");
}

function exchange(call: Call, reply: ScriptedResponse | "no response", sent: string): Exchange {
  const query = new URLSearchParams(call.query).toString();
  const path = call.path ?? operationPath(call.operation, call.id ?? "s-1");
  const request = {
    method: call.method ?? operations[call.operation].method,
    url: `https://target.example${path}${query === "" ? "" : `?${query}`}`,
    headers: {},
    ...(call.operation === "createUser" ? { body: sent } : {}),
  };
  if (reply === "no response") return { request, noReply: { kind: "broken", message: "the connection broke" } };
  const body = reply.text ?? (reply.json === undefined ? "" : JSON.stringify(reply.json));
  return { request, response: { status: reply.status ?? 200, headers: { ...reply.headers }, body, ms: 1 } };
}

/** An envelope of these records. */
export function envelope(data: readonly unknown[], page: unknown = 1, total: unknown = data.length): ScriptedResponse {
  return { json: { data, meta: { ...metaOf(1, data.length), page, total } } };
}
