import { listOperationIds } from "../../fixtures/contract/operations.ts";
import { isObject, toJson } from "../../fixtures/values/json.ts";
import { createMeta } from "../../fixtures/contract/envelope.ts";
import { recordKinds } from "../../fixtures/contract/record-kinds.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { exploreParameters } from "../experiments/lists.ts";
import { goodBody } from "../target/body.ts";
import { Facts } from "../log/facts.ts";
import type { Exchange, Probe, Call } from "../log/model.ts";
import { noReply } from "../target/no-reply.ts";
import { targetSchema } from "../target/target.ts";
import { createExchange } from "../rules/log.fixture.ts";
import { Reader } from "./reader.ts";

/** A response in a test: a status, headers, and a body as JSON or as text. */
export interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
}

/** What a scripted target does: a response, none, or the failure of a connection. */
export type Scripted = ScriptedResponse | "no response" | Error;

interface ScriptOptions {
  readonly baseUrl?: string;
  readonly dialect?: DialectInput | undefined;
  /** Whether the reader finds out how users are created. */
  readonly tries?: boolean;
}

/** A reader of a target that follows a script. */
export interface ScriptedReader {
  readonly reader: Reader;
  /** The calls that were sent. */
  readonly calls: readonly Call[];
  /** Looks for the parameters of lists, as a run does before open points are read. */
  readonly explore: () => Promise<void>;
}

/** A page of a list. */
export function envelope(data: readonly unknown[], page = 1, total = data.length): ScriptedResponse {
  return { json: { data, meta: createMeta(page, total) } };
}

/** A reader of a target that follows a script, without a network. */
export function scriptedReader(
  answer: (call: Call) => Scripted,
  { baseUrl = "https://target.example", dialect, tries = false }: ScriptOptions = {},
): ScriptedReader {
  const target = targetSchema.parse({
    baseUrl,
    ids: Object.fromEntries(recordKinds.map((kind) => [kind, ["s-1"]])),
    allowWrites: true,
    dialect,
  });
  const log: Exchange[] = [];
  const calls: Call[] = [];
  const facts = new Facts(log, { target, runId: "orgkit1a2b3c", hasSecond: true, patience: 0 });
  const askIn = (experiment: string, probe: Probe): Promise<Exchange> => {
    const { place = {}, ...call } = probe;
    calls.push(call);
    const { operation, as = "first" } = call;
    const body = operation === "createUser" && call.text === undefined ? (call.body ?? goodBody(target)) : undefined;
    const marker = body === undefined ? undefined : `orgkit1a2b3c-${String(log.length).padStart(8, "0")}`;
    const sent: unknown = body && JSON.parse(JSON.stringify(body).replaceAll("{{unique}}", marker ?? ""));
    const line = { operation, as, probe, place, experiment, ...(marker !== undefined && { marker, sent }) };
    const { request, ...usual } = createExchange(line, log.length);
    const url = request.url.replace("https://target.example", baseUrl);
    const { response: _, ...unanswered } = { ...usual, request: { ...request, url } };
    const exchange: Exchange = {
      ...unanswered,
      ...toResponse(answer(isObject(sent) ? { ...call, body: toJson(sent) } : call)),
    };
    log.push(exchange);
    return Promise.resolve(exchange);
  };
  const ask = (probe: Probe): Promise<Exchange> => askIn("a reading", probe);
  const explore = async (): Promise<void> => {
    for (const operation of listOperationIds) await ask({ operation });
    for (const next of exploreParameters(facts))
      for (const { name, run } of Array.isArray(next) ? next : [next])
        await run((probe: Probe) => askIn(name, probe), facts);
  };
  return { reader: new Reader({ target, facts, log, ask }, { tries }), calls, explore };
}

function toResponse(scripted: Scripted): Pick<Exchange, "response" | "noReply"> {
  if (scripted === "no response") return { noReply: { kind: "broken", message: "the connection broke" } };
  if (scripted instanceof Error) {
    const { kind, message } = noReply(scripted, 1000, "");
    return { noReply: { kind, message } };
  }
  const { status = 200, headers = {}, json, text = json === undefined ? "" : JSON.stringify(json) } = scripted;
  return { response: { status, headers: { "content-type": "application/json", ...headers }, body: text, ms: 1 } };
}
