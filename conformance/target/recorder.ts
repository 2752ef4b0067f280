import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { callKey, callSchema, type Call } from "./call.ts";
import { exchangeSchema, type Exchange } from "./exchange.ts";
import type { HttpClient, Outgoing } from "./http-client.ts";

const entrySchema = z.strictObject({
  call: callSchema,
  exchange: exchangeSchema,
  /** The number of requests sent for it. */
  requests: z.int(),
  /** Milliseconds waited for the target's rate limit. */
  waited: z.number(),
  /** The first result, if the request was sent again. */
  repeated: exchangeSchema.optional(),
});

/** A call of a run and its result. */
export type Entry = Readonly<z.infer<typeof entrySchema>>;

/**
 * Sends each call of a run once: several checks share an exchange. A resumed run must not repeat anything, above all no
 * POST, so exchanges can be kept in a file (redacted, as always).
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

  /** All calls so far, in the order of their responses. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Whether this call was sent, or is being sent. */
  has(call: Call): boolean {
    return this.#exchanges.has(callKey(call));
  }

  /** The result of a call: the recorded exchange, or a new one. */
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
