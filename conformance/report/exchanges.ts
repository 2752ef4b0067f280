import { startOf, type Exchange } from "../target/exchange.ts";
import type { Result } from "./report.ts";
import { visible } from "./visible.ts";

/** An exchange as plain text: the request, the response, and the start of a long body. */
export function exchangeText({ request, response, noReply }: Exchange, most = 2000): string {
  const part = (first: string, headers: Readonly<Record<string, string>>, body = ""): readonly string[] => [
    first,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === "" ? [] : ["", startOf(body, most)]),
  ];
  return [
    ...part(`${request.method} ${request.url}`, request.headers, request.body),
    "",
    ...(response === undefined
      ? [`no response: ${noReply?.message ?? "unknown"}`]
      : part(`${response.status} in ${response.ms} ms`, response.headers, response.body)),
  ]
    .map(visible)
    .join("\n");
}

/** The exchanges of the results without duplicates: many results share one. */
export interface DistinctExchanges {
  readonly all: readonly Exchange[];
  /** The number of an exchange, from 1. */
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

const keys = new WeakMap<Exchange, string>();

/** Equal for the same exchange, however much of its body a result shows. */
export function exchangeKey(exchange: Exchange): string {
  const { request, response, noReply } = exchange;
  const key =
    keys.get(exchange) ??
    JSON.stringify([request, response === undefined ? noReply : { ...response, body: response.body.slice(0, 500) }]);
  keys.set(exchange, key);
  return key;
}

function lengthOf({ response }: Exchange): number {
  return response?.body.length ?? 0;
}
