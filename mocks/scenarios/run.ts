import type * as z from "zod/mini";
import type { Call, Reply } from "../service/call.ts";
import { createRandom } from "../../fixtures/values/random.ts";
import type { Scenario } from "./parse.ts";
import { whenSchema, type Disturbance, type Turn } from "./scenario.ts";

/** A request and its context, for all scenarios. */
export type Occasion = Omit<Turn, "random" | "isDrawn"> & { readonly seed: number };

export type Respond = (call: Call) => Promise<Reply>;

/** Starts scenarios without any state from earlier requests. */
export function startScenarios(scenarios: readonly Scenario[]): readonly ActiveScenario[] {
  return scenarios.map((scenario) => new ActiveScenario(scenario));
}

/** Answers a request through scenarios: the first is the outermost, the service the innermost. */
export function runScenarios(
  occasion: Occasion,
  scenarios: readonly ActiveScenario[],
  respond: Respond,
): Promise<Reply> {
  return scenarios.reduceRight<Respond>(
    (next, scenario) => (call) => scenario.answer({ ...occasion, call }, next),
    respond,
  )(occasion.call);
}

/** A scenario with its state: it disturbs the requests that its options select, and counts them. */
export class ActiveScenario {
  readonly scenario: Scenario;
  readonly #when: z.infer<typeof whenSchema>;
  readonly #disturb: Disturbance;
  #matching = 0;
  #disturbed = 0;

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    this.#when = whenSchema.parse(scenario.options);
    this.#disturb = scenario.kind.start(scenario.options);
  }

  async answer(occasion: Occasion, next: Respond): Promise<Reply> {
    const { text, kind } = this.scenario;
    const { operation, seed, number } = occasion;
    const { on = operation, rate, after, times = Number.POSITIVE_INFINITY } = this.#when;
    if (on !== operation) return next(occasion.call);
    this.#matching += 1;
    if (this.#matching <= after || this.#disturbed >= times) return next(occasion.call);
    const random = createRandom(`${seed}/${text}/${number}`);
    const isDrawn = rate === 1 || random.fraction() < rate;
    if (!isDrawn && kind.isLasting !== true) return next(occasion.call);
    let inner: Reply | undefined;
    let isSameCall = true;
    const reply = await this.#disturb({ ...occasion, random, isDrawn }, async (call = occasion.call) => {
      isSameCall = call === occasion.call;
      return (inner = await next(call));
    });
    // A request that the scenario does not change does not count as disturbed.
    if (reply === inner && isSameCall) return reply;
    this.#disturbed += 1;
    const scenarios = [text, ...(inner?.why.scenarios ?? [])];
    return {
      ...reply,
      why: { ...(operation !== undefined && { operation }), ...inner?.why, ...reply.why, scenarios },
    };
  }
}
