import type { Json } from "../../fixtures/json.ts";
import type { Call } from "../target/call.ts";
import type { Exchange, ExchangeResponse } from "../target/exchange.ts";

/** A call that was made and what the target answered to it. */
export interface Answer {
  readonly call: Call;
  readonly exchange: Exchange & { readonly response: ExchangeResponse };
}

/**
 * How sure a finding is. `certain`: the target showed it, and another value would have shown otherwise. `likely`:
 * it fits all that was seen, and so might another value.
 */
export type Confidence = "certain" | "likely";

/** The value of one key of the dialect, and what showed it. */
export interface Found {
  readonly value: Json;
  readonly confidence: Confidence;
  readonly evidence: readonly Answer[];
  /** What a reader should know of it: why it is only likely, what the dialect cannot say. */
  readonly note?: string;
}

/** A key that could not be told. */
export interface Unset {
  /** Why, as a clause. */
  readonly unset: string;
  /** What to give to tell it, where that would help. */
  readonly give?: string;
}

export type Finding = Found | Unset;

export function certain(value: Json, evidence: readonly Answer[], note?: string): Found {
  return { value, confidence: "certain", evidence, ...(note === undefined ? {} : { note }) };
}

export function likely(value: Json, evidence: readonly Answer[], note?: string): Found {
  return { value, confidence: "likely", evidence, ...(note === undefined ? {} : { note }) };
}

export function unset(reason: string, give?: string): Unset {
  return give === undefined ? { unset: reason } : { unset: reason, give };
}

/**
 * What several calls show alike: a key of which one is refused in one way and another in another way is not told.
 */
export function alike<Value extends Json>(
  answers: readonly Answer[],
  valueOf: (answer: Answer) => Value,
): (Found & { readonly value: Value }) | Unset {
  const values = new Map(answers.map((answer) => [JSON.stringify(valueOf(answer)), valueOf(answer)]));
  const [value] = values.values();
  if (value === undefined) return unset("no such call was answered");
  if (values.size === 1) return { ...certain(value, answers), value };
  return unset(`calls of one kind are answered in several ways: ${[...values.keys()].join(", ")}`);
}

export function isUnset(value: unknown): value is Unset {
  return typeof value === "object" && value !== null && "unset" in value;
}
