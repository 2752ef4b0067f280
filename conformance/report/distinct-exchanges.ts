import type { Exchange } from "../target/exchange.ts";
import type { Result } from "./report.ts";

/** The exchanges behind the results, each once: one call is evidence of many results. */
export interface DistinctExchanges {
  readonly all: readonly Exchange[];
  /** Where an exchange stands among them, from 1. */
  readonly numberOf: (exchange: Exchange) => number;
}

export function distinctExchanges(results: readonly Result[]): DistinctExchanges {
  const numbers = new Map<string, number>();
  const all: Exchange[] = [];
  for (const exchange of results.flatMap(({ evidence }) => evidence)) {
    const key = exchangeKey(exchange);
    const number = numbers.get(key) ?? all.length + 1;
    const known = all[number - 1];
    if (known === undefined || lengthOf(exchange) > lengthOf(known)) all[number - 1] = exchange;
    numbers.set(key, number);
  }
  return { all, numberOf: (exchange) => numbers.get(exchangeKey(exchange)) ?? 0 };
}

/** Less of a body than any evidence shows: one result may show more of it than another. */
const tellingLength = 500;

/** Equal for what is one exchange, however much of its body the evidence of a result shows. */
export function exchangeKey(exchange: Exchange): string {
  const key = keys.get(exchange) ?? keyOf(exchange);
  keys.set(exchange, key);
  return key;
}

const keys = new WeakMap<Exchange, string>();

function keyOf({ request, response, noReply }: Exchange): string {
  const reply = response === undefined ? noReply : { ...response, body: response.body.slice(0, tellingLength) };
  return JSON.stringify([request, reply]);
}

function lengthOf({ response }: Exchange): number {
  return response?.body.length ?? 0;
}
