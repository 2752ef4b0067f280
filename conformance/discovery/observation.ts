import type { Json } from "../../fixtures/json.ts";
import type { Call } from "../target/call.ts";
import type { Exchange, ExchangeResponse } from "../target/exchange.ts";

/** A request and its response. */
export interface Answer {
  readonly call: Call;
  readonly exchange: Exchange & { readonly response: ExchangeResponse };
}

/** The value of one key of the dialect, with its evidence. */
export interface Found {
  readonly value: Json;
  /**
   * `certain`: with another value, the responses would differ. `likely`: it fits all responses, but so might another
   * value.
   */
  readonly confidence: "certain" | "likely";
  readonly evidence: readonly Answer[];
  /** A note for the reader: why it is only likely, what the dialect cannot express. */
  readonly note?: string;
}

/**
 * An unknown key, with the reason. Facts throw it, so that facts based on an unknown one are unknown for the same
 * reason.
 */
export class Unset extends Error {
  override readonly name = "Unset";
  /** Why, as a clause. */
  readonly unset: string;
  /** What would help to learn it. */
  readonly give: string | undefined;

  constructor(reason: string, give?: string) {
    super(reason);
    this.unset = reason;
    this.give = give;
  }
}

export type Finding = Found | Unset;

export function isUnset(value: unknown): value is Unset {
  return value instanceof Unset;
}

/** @throws the value if it is Unset */
export function known<Value>(value: Value | Unset): Value {
  if (isUnset(value)) throw value;
  return value;
}

/** A fact, or why it is not known. */
export async function settled<Fact>(fact: Promise<Fact>): Promise<Fact | Unset> {
  try {
    return await fact;
  } catch (error) {
    if (isUnset(error)) return error;
    throw error;
  }
}

/** A fact; `undefined` if it is not known. */
export async function ifKnown<Fact>(fact: Promise<Fact>): Promise<Fact | undefined> {
  const value = await settled(fact);
  return isUnset(value) ? undefined : value;
}

/** The known facts. @throws the last reason if none is known */
export async function anyKnown<Fact>(facts: Iterable<() => Promise<Fact>>, otherwise: string): Promise<Fact[]> {
  const all: Fact[] = [];
  let last = new Unset(otherwise);
  for (const find of facts) {
    const fact = await settled(find());
    if (isUnset(fact)) last = fact;
    else all.push(fact);
  }
  if (all.length === 0) throw last;
  return all;
}

export function certain(value: Json, evidence: readonly Answer[], note?: string): Found {
  return { value, confidence: "certain", evidence, ...(note === undefined ? {} : { note }) };
}

export function likely(value: Json, evidence: readonly Answer[], note: string): Found {
  return { value, confidence: "likely", evidence, note };
}

/**
 * The common value of several exchanges.
 * @throws Unset if they differ
 */
export function alike<Value extends Json>(
  answers: readonly Answer[],
  valueOf: (answer: Answer) => Value,
): Found & { readonly value: Value } {
  const values = new Map(answers.map((answer) => [JSON.stringify(valueOf(answer)), valueOf(answer)]));
  const [value] = values.values();
  if (value === undefined) throw new Unset("there was no response to such a request");
  if (values.size === 1) return { ...certain(value, answers), value };
  throw new Unset(`requests of one kind get different responses: ${[...values.keys()].join(", ")}`);
}
