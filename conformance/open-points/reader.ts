import { hasId, type OperationId } from "../../fixtures/contract/operations.ts";
import { declaredValue } from "../../fixtures/dialect/declared.ts";
import { isObject, type Json } from "../../fixtures/values/json.ts";
import { shortened } from "../../fixtures/values/text.ts";
import { isAcceptedCreation } from "../log/exchanges.ts";
import type { Facts } from "../log/facts.ts";
import { NotAsked, type Exchange, type Probe, type Call, notServed, remedies, type Lack } from "../log/model.ts";
import { canonical } from "../log/records.ts";
import { fillTargetDialect } from "../target/dialect.ts";
import { isRejectionInBody, readEnvelope, type Members } from "../target/envelope.ts";
import { isSuccess, type ExchangeResponse } from "../target/exchange.ts";
import type { Target } from "../target/target.ts";

/** An exchange with a response that shows something: neither a rate limit nor an internal error. */
export type Answer = Exchange & { readonly response: ExchangeResponse };

/** What would help to read an open point, or what was tried. */
interface NotShownOptions {
  /** What the run lacks; `nothing` if the open point does not arise on this target. */
  readonly lack?: Lack | undefined;
  /** What to give instead, in words; by default the option for what is lacking. */
  readonly give?: string | undefined;
  readonly isNotSent?: boolean;
  /** What was tried without a conclusive response. */
  readonly exchanges?: readonly Exchange[] | undefined;
}

/** Why a target does not show what it does at an open point, as a clause. */
export class NotShown extends Error {
  override readonly name = "NotShown";
  readonly lack: NotShownOptions["lack"];
  readonly give: string | undefined;
  /** Whether the run must not or cannot send what would show it. */
  readonly isNotSent: boolean;
  /** Whether it was tried, and the target did not respond, or kept changing. */
  readonly isInconclusive: boolean;
  readonly exchanges: readonly Exchange[];

  constructor(reason: string, { lack, give, exchanges, isNotSent = false }: NotShownOptions = {}) {
    super(reason);
    this.lack = lack;
    this.isNotSent = isNotSent;
    this.isInconclusive = exchanges !== undefined;
    this.exchanges = exchanges ?? [];
    this.give = give ?? (lack === undefined ? undefined : remedies.get(lack)?.give);
  }
}

/** The authorized request of an operation did not succeed, so nothing shows what it does. */
export class NotServed extends NotShown {
  constructor(detail = "", options?: NotShownOptions) {
    super(notServed + detail, options);
  }
}

/** What the target does is not shown, but seen: no value of a dialect says it. */
export class NotExpressible extends NotShown {
  constructor(problem: string) {
    super(`${problem}, which a dialect cannot express`);
  }
}

/** The open point does not arise on this target, or in its dialect. */
export class NotApplicable extends NotShown {
  constructor(reason: string) {
    super(reason, { lack: "nothing" });
  }
}

/** The value, or why the target does not show it. */
export function orNotShown<Value>(read: Promise<Value>): Promise<Value | NotShown> {
  return read.catch((error: unknown) => {
    if (error instanceof NotShown) return error;
    throw error;
  });
}

/** The value; `undefined` if the target does not show it. */
export async function unlessHidden<Value>(read: Promise<Value>): Promise<Value | undefined> {
  const value = await orNotShown(read);
  return value instanceof NotShown ? undefined : value;
}

/** The value; `undefined` if the target was asked and does not show it. @throws NotShown if it could not be asked */
export async function unlessSilent<Value>(read: Promise<Value>): Promise<Value | undefined> {
  const value = await orNotShown(read);
  if (!(value instanceof NotShown)) return value;
  if (value.isNotSent) throw value;
  return undefined;
}

/**
 * What the target shows of several things, one after the other.
 * @param isEnough whether a value ends the search
 * @throws NotShown for the first reason if it shows none
 */
export async function readAllShown<Item, Value>(
  items: Iterable<Item>,
  read: (item: Item) => Promise<Value>,
  isEnough: (value: Value) => boolean = () => false,
): Promise<readonly [Value, ...Value[]]> {
  const values: Value[] = [];
  let reason: NotShown | undefined;
  for (const item of items) {
    const value = await orNotShown(read(item));
    // What does not arise here may show elsewhere.
    if (!(value instanceof NotShown)) values.push(value);
    else if (reason === undefined || reason.lack === "nothing") reason = value;
    if (!(value instanceof NotShown) && isEnough(value)) break;
  }
  const [first, ...others] = values;
  if (first === undefined) throw reason ?? new NotShown("nothing shows it");
  return [first, ...others];
}

/** The maximum size of a response to read: analyzing a longer or wider one would take too much time. */
const maxRead = { records: 20_000, fields: 1000, characters: 2 ** 22, failure: 2 ** 18 } as const;

/** Where exchanges come from: the stage of a run. */
export interface Source {
  readonly target: Target;
  readonly facts: Facts;
  readonly log: readonly Exchange[];
  /** Rejects with `NotAsked` if the run must not or cannot send it. */
  readonly ask: (probe: Probe) => Promise<Exchange>;
}

interface ReaderOptions {
  /** Whether to ask again for everything that is only read. */
  readonly isFresh?: boolean;
  /** Whether to find out by trying bodies how users are created. */
  readonly tries?: boolean;
}

/** Asks a target for what it does at open points: each call once, and none that an experiment has made. */
export class Reader {
  readonly facts: Facts;
  readonly target: Target;
  readonly tries: boolean;
  readonly #source: Source;
  readonly #sent = new Map<string, Promise<Exchange>>();
  /** How much of the log has been looked at. */
  #seen: number;

  constructor(source: Source, { isFresh = false, tries = false }: ReaderOptions = {}) {
    this.#source = source;
    this.facts = source.facts;
    this.target = source.target;
    this.tries = tries;
    this.#seen = 0;
    if (!isFresh) return;
    this.#keep(source.log.filter(isAcceptedCreation));
    this.#seen = source.log.length;
  }

  /** A reader that asks again, to see whether it reads the same. */
  again(): Reader {
    return new Reader(this.#source, { isFresh: true, tries: this.tries });
  }

  get log(): readonly Exchange[] {
    return this.#source.log;
  }

  /** The declared value of a dialect key; `undefined` if it is not declared. */
  declared(key: string): Json | undefined {
    const dialect = fillTargetDialect(this.target);
    return dialect && declaredValue(dialect, key);
  }

  /**
   * Sends a call, if it has not been sent.
   * @throws NotShown if the run must not or cannot send it, or its response shows nothing
   */
  async ask(call: Call): Promise<Answer> {
    const exchange = await this.send(call);
    const { request, noReply } = exchange;
    const what = `\`${request.method} ${shortened(request.url.slice(this.target.baseUrl.length), 100)}\``;
    if (!isAnswered(exchange)) {
      const result = exchange.response?.status ?? `no response: ${noReply?.message ?? "unknown"}`;
      throw new NotShown(`${what} gets ${result}`, { exchanges: [exchange] });
    }
    const problem = tooLarge(exchange);
    if (problem !== undefined) throw new NotShown(`${what} gets ${problem}`);
    return exchange;
  }

  /** The exchange of a call, whatever it is. @throws NotShown if the run must not or cannot send it */
  async send(call: Call): Promise<Exchange> {
    const key = this.#keyOf(call);
    // What experiments have asked since.
    this.#keep(this.log.slice(this.#seen));
    this.#seen = this.log.length;
    const sent = this.#sent.get(key);
    if (sent !== undefined) return sent;
    const sending = this.#send(call);
    this.#sent.set(key, sending);
    return sending;
  }

  /** A call without an id asks for the first known one. */
  #keyOf(call: Call): string {
    const { operation, id, path, as = "first" } = call;
    const [first] = hasId(operation) && id === undefined && path === undefined ? this.facts.ids(operation) : [];
    return canonical({ ...call, as, ...(first === undefined ? {} : { id: first }) });
  }

  #keep(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) {
      const key = this.#keyOf(toCall(exchange));
      if (!this.#sent.has(key)) this.#sent.set(key, Promise.resolve(exchange));
    }
  }

  async #send(call: Call): Promise<Exchange> {
    try {
      return await this.#source.ask(call);
    } catch (error) {
      if (error instanceof NotAsked) throw new NotShown(error.message, { lack: error.lack, isNotSent: true });
      throw error;
    }
  }

  /** All successes of an operation in the run that are as the document describes them. */
  successes(operation: OperationId): readonly Answer[] {
    // A user without the usual fields, which only we would create, shows nothing of the service's own records.
    const odd = this.log.findIndex((exchange) => exchange.place.isInvalid === true && isAcceptedCreation(exchange));
    return this.log.slice(0, odd < 0 ? undefined : odd).filter((exchange): exchange is Answer => {
      const { probe, place, as } = exchange;
      if (exchange.operation !== operation || !isSuccess(exchange) || (as !== "first" && as !== "second")) return false;
      if (probe.path !== undefined || probe.method !== undefined || probe.text !== undefined) return false;
      if (isRejectionInBody(exchange.response)) return false;
      const { trial, spelling, variant, isBeyondLast } = place;
      // An id of the first account may be unknown to the second.
      const isForeignId = as === "second" && hasId(operation);
      return [trial, spelling, variant, isBeyondLast].every((one) => one === undefined) && !isForeignId;
    });
  }
}

/** What an exchange asked for, as a call: without its place, and a creation without its idempotency key. */
export function toCall({ probe }: Exchange): Call {
  const { place, headers, ...call } = probe;
  if (headers === undefined) return call;
  const isPlain = place === undefined && Object.keys(headers).every((name) => name === "idempotency-key");
  return isPlain ? call : { ...call, headers };
}

/** Whether there is a response that shows something. */
export function isAnswered(exchange: Exchange): exchange is Answer {
  const { status = 500 } = exchange.response ?? {};
  return status >= 200 && status < 500 && status !== 429;
}

/** The records of a response that are objects. */
export function recordsIn({ response }: Pick<Answer, "response">): readonly Members[] {
  return (readEnvelope(response).data ?? []).filter(isObject);
}

function tooLarge(exchange: Answer): string | undefined {
  const { length } = exchange.response.body;
  const max = isSuccess(exchange) ? maxRead.characters : maxRead.failure;
  if (length > max) return `${length} characters; at most ${max} are read`;
  const { data = [] } = readEnvelope(exchange.response);
  if (data.length > maxRead.records) return `${data.length} records; at most ${maxRead.records} are read`;
  const isWide = data.some((record) => isObject(record) && Object.keys(record).length > maxRead.fields);
  return isWide ? `records of more than ${maxRead.fields} fields` : undefined;
}
