import * as z from "zod/mini";
import { operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Random } from "../../fixtures/values/random.ts";
import type { Account } from "../service/accounts.ts";
import type { Arrival, Call, Reply } from "../service/call.ts";
import type { IdIssuer } from "../service/identifiers.ts";
import type { Failure } from "../service/reply.ts";
import { optional, withDefault, wholeNumber } from "../../fixtures/values/schema.ts";

/** One request, as a scenario sees it. */
export interface Turn extends Arrival {
  readonly call: Call;
  /** `undefined` if the interface has no such path or method. */
  readonly operation: OperationId | undefined;
  /** The account of the request's token; `undefined` if the token is missing or invalid. */
  readonly account: Account | undefined;
  readonly dialect: Dialect;
  /** Of the service. */
  readonly ids: IdIssuer;
  /** Drawn from the seed, the scenario and the number of the request, so every run has the same faults. */
  readonly random: Random;
  /** Whether the `rate` selects this request; always, unless the scenario `isLasting`. */
  readonly isDrawn: boolean;
  /** A rejection in the dialect's format. */
  readonly reject: (failure: Failure) => Reply;
}

/**
 * Answers a request instead of the service, or changes the reply of the service and the scenarios within.
 * @param next sends the request on, or another one of the same operation: `next({ ...call, query: "page=1" })`. Each
 * call counts, for rate limits and the scenarios within; the last one says whether the reply is a changed one
 */
export type Disturbance = (turn: Turn, next: (call?: Call) => Promise<Reply>) => Reply | Promise<Reply>;

/** The definition of a scenario: its name, options and behavior. */
export interface ScenarioKind<Options extends z.ZodMiniObject = z.ZodMiniObject, Name extends string = string> {
  readonly name: Name;
  /** One sentence for `orgkit mock --help` and the console. */
  readonly summary: string;
  /** Its own options, beside `on`, `rate`, `after` and `times`. Each has a default, so the name alone is valid. */
  readonly options: Options;
  /** Examples, the simplest first. */
  readonly examples: readonly string[];
  /** A fault may last over several requests: it gets those that the `rate` does not select, too (`turn.isDrawn`). */
  readonly isLasting?: true;
  /** Starts the scenario. Its state lives as long as it is active. */
  start(options: z.infer<Options>): Disturbance;
}

/** Infers the types of the options. Their schema is built when it is first used: most are never. */
export function defineScenario<Options extends z.ZodMiniObject, Name extends string>({
  options,
  ...kind
}: Omit<ScenarioKind<Options, Name>, "options"> & { readonly options: () => Options }): ScenarioKind<Options, Name> {
  let schema: Options | undefined;
  return {
    ...kind,
    get options() {
      return (schema ??= options());
    },
  };
}

/** The options of every scenario: which requests it disturbs. */
export const whenSchema = z.object({
  on: optional(z.enum(operationIds), "Only requests of this operation."),
  rate: withDefault(z.number().check(z.minimum(0), z.maximum(1)), 1, "The share of requests, from 0 to 1."),
  after: withDefault(wholeNumber(0), 0, "Skip the first N requests."),
  times: optional(wholeNumber(1), "Affect at most N requests."),
});
