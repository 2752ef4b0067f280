import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { exchangeSchema, type Exchange } from "./exchange.ts";
import type { HttpClient, Outgoing } from "./http-client.ts";

const entrySchema = z.strictObject({ key: z.string(), exchange: exchangeSchema });

/**
 * Sends each request of a run once. Several checks share one exchange, and a runner that restarts its worker
 * after a failure must not send anything again, a POST least of all; so what was exchanged is kept in a file
 * of the run (redacted, like every exchange).
 */
export class Recorder {
  readonly #client: HttpClient;
  readonly #file: string;
  readonly #exchanges: Map<string, Promise<Exchange>>;

  constructor(client: HttpClient, file: string) {
    this.#client = client;
    this.#file = file;
    this.#exchanges = new Map(readEntries(file).map(({ key, exchange }) => [key, Promise.resolve(exchange)]));
  }

  /** The exchange under this key: the one on record, or else a new one. */
  take(key: string, outgoing: () => Outgoing): Promise<Exchange> {
    const known = this.#exchanges.get(key);
    if (known !== undefined) return known;
    const exchange = this.#record(key, outgoing());
    this.#exchanges.set(key, exchange);
    return exchange;
  }

  async #record(key: string, outgoing: Outgoing): Promise<Exchange> {
    const exchange = await this.#client.send(outgoing);
    appendFileSync(this.#file, `${JSON.stringify({ key, exchange })}\n`, { mode: 0o600 });
    return exchange;
  }
}

/** How many requests a run has sent. */
export function countRequests(file: string): number {
  return readEntries(file).length;
}

function readEntries(file: string): readonly z.infer<typeof entrySchema>[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => entrySchema.parse(JSON.parse(line)));
}
