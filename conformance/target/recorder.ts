import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { callKey, callSchema, type Call } from "./call.ts";
import { exchangeSchema, type Exchange } from "./exchange.ts";
import type { HttpClient, Outgoing } from "./http-client.ts";

const entrySchema = z.strictObject({
  call: callSchema,
  exchange: exchangeSchema,
  /** Requests that went out for it. */
  requests: z.int(),
  /** Milliseconds waited because the target limits the rate of calls. */
  waited: z.number(),
  /** What came first, where the request was sent once more. */
  repeated: exchangeSchema.optional(),
});

/** A call of a run and what came of it. */
export type Entry = Readonly<z.infer<typeof entrySchema>>;

/**
 * Makes each call of a run once. Several checks share one exchange. A run that may be interrupted must not send
 * anything again, a POST least of all; so what was exchanged can be kept in a file (redacted, like every exchange).
 */
export class Recorder {
  readonly #client: HttpClient;
  readonly #file: string | undefined;
  readonly #exchanges: Map<string, Promise<Exchange>>;
  readonly #entries: Entry[];

  constructor(client: HttpClient, file?: string) {
    this.#client = client;
    this.#file = file;
    this.#entries = file === undefined ? [] : readEntries(file);
    this.#exchanges = new Map(this.#entries.map(({ call, exchange }) => [callKey(call), Promise.resolve(exchange)]));
  }

  /** Every call made so far, in the order in which the responses came. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Whether this call was made, or is being made. */
  has(call: Call): boolean {
    return this.#exchanges.has(callKey(call));
  }

  /** What came of this call: the exchange on record, or else a new one. */
  take(call: Call, outgoing: () => Outgoing): Promise<Exchange> {
    const key = callKey(call);
    const known = this.#exchanges.get(key);
    if (known !== undefined) return known;
    const exchange = this.#make(call, outgoing());
    this.#exchanges.set(key, exchange);
    return exchange;
  }

  async #make(call: Call, outgoing: Outgoing): Promise<Exchange> {
    const entry: Entry = { call, ...(await this.#client.send(outgoing)) };
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    this.#entries.push(entry);
    return entry.exchange;
  }
}

function readEntries(file: string): Entry[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => entrySchema.parse(JSON.parse(line)));
}
