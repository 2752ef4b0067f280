import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { z } from "zod";
import { operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Account } from "../service/accounts.ts";
import type { Call, Reply } from "../service/call.ts";
import { hashText, type IdIssuer } from "../service/identifiers.ts";
import type { Failure } from "../service/reply.ts";

/** One request, as a scenario sees it. */
export interface Turn {
  readonly call: Call;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** `undefined` if the interface has no such path or method. */
  readonly operation: OperationId | undefined;
  /** The account of the request's token; `undefined` if the token is missing or invalid. */
  readonly account: Account | undefined;
  readonly dialect: Dialect;
  /** Of the service. */
  readonly ids: IdIssuer;
  /** Drawn from the seed, the scenario and the number of the request, so every run has the same faults. */
  readonly random: Random;
  /** A rejection in the dialect's format. */
  readonly reject: (failure: Failure) => Reply;
}

/** Answers a request instead of the service, or changes the reply of the service and the scenarios within. */
export type Disturbance = (turn: Turn, next: () => Promise<Reply>) => Reply | Promise<Reply>;

/** A disturbance that can last over several requests. */
interface Lasting {
  readonly disturb: Disturbance;
  /** Whether an earlier request's fault continues: then this request is disturbed whatever the `rate`. */
  readonly goesOn: (turn: Turn) => boolean;
}

type Started = Disturbance | Lasting;

/** The definition of a scenario: its name, options and behavior. */
export interface ScenarioKind<Options extends z.ZodObject = z.ZodObject, Name extends string = string> {
  readonly name: Name;
  /** One sentence for `orgkit mock --help` and the console. */
  readonly summary: string;
  /** Its own options, beside `on`, `rate`, `after` and `times`. Each has a default, so the name alone is valid. */
  readonly options: Options;
  /** Whether options hold texts of any characters. */
  readonly hasTexts?: boolean;
  /** Examples, the simplest first. */
  readonly examples: readonly string[];
  /** Starts the scenario. Its state lives as long as it is active. */
  start(options: z.infer<Options>): Started;
}

/** An active scenario. */
export interface Scenario {
  /** Its text form: `latency:ms=200,on=listUsers`. */
  readonly text: string;
  /** The only operation it applies to, if it is limited to one. */
  readonly on?: OperationId | undefined;
  start(): Disturbance;
}

/** Infers the types of the options. */
export function defineScenario<Options extends z.ZodObject, Name extends string>(
  kind: ScenarioKind<Options, Name>,
): ScenarioKind<Options, Name> {
  return kind;
}

/** The options of every scenario: which requests it disturbs. */
export const whenSchema = z.object({
  on: z.enum(operationIds).optional().describe("Only requests of this operation."),
  rate: z.number().min(0).max(1).default(1).describe("The share of requests, from 0 to 1."),
  after: z.int().min(0).default(0).describe("Skip the first N requests."),
  times: z.int().min(1).optional().describe("Affect at most N requests."),
});

/**
 * Applies a scenario only to the requests that its options select. A request that the scenario does not change does not
 * count as disturbed.
 */
export function limitTo(
  { rate, after, times = Number.POSITIVE_INFINITY }: z.infer<typeof whenSchema>,
  started: Started,
): Disturbance {
  const { disturb, goesOn } = typeof started === "function" ? { disturb: started, goesOn: undefined } : started;
  let seen = 0;
  let disturbed = 0;
  return async (turn, next) => {
    seen += 1;
    if (seen <= after || disturbed >= times) return next();
    // The number depends on the request, so a scenario with a rate disturbs the same requests in each run.
    const isDrawn = rate === 1 || turn.random.fraction() < rate;
    if (!isDrawn && goesOn?.(turn) !== true) return next();
    let within: Reply | undefined;
    const reply = await disturb(turn, async () => (within = await next()));
    if (reply !== within) disturbed += 1;
    return reply;
  };
}

/** The random numbers of one scenario for one request. */
interface Random {
  /** From 0, below 1. */
  readonly fraction: () => number;
  /** An integer from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number;
  /** From a standard normal distribution. */
  readonly normal: () => number;
}

/** The same for the same seed, scenario and request, whatever other scenarios draw. */
export function randomFor(seed: number, scenario: string, call: number): Random {
  const generator = xoroshiro128plus(spread(hashText(`${seed}/${scenario}/${call}`)));
  const fraction = (): number => uniformFloat64(generator);
  return {
    fraction,
    between: (low, high) => low + Math.floor(fraction() * (high - low + 1)),
    // Box-Muller transform, without the logarithm of 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction()),
  };
}

/**
 * Spreads a hash over all bits (the last step of MurmurHash3). The hashes of consecutive requests are close, and the
 * first number of a generator is little more than its seed.
 */
function spread(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return second ^ (second >>> 16);
}
