import type { z } from "zod";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Account } from "../service/accounts.ts";
import type { Call, Reply } from "../service/call.ts";
import type { Failure } from "../service/failure.ts";
import type { Random } from "./random.ts";

/** One call, as a scenario sees it. */
export interface Turn {
  readonly call: Call;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** `undefined` where the path or the method is none of the interface. */
  readonly operation: OperationId | undefined;
  /** Whose token the call carries; `undefined` where it carries no good one. */
  readonly account: Account | undefined;
  readonly dialect: Dialect;
  /** Drawn from the seed, the scenario and the number of the call: the same run gives the same faults. */
  readonly random: Random;
  /** A refusal in the dialect's words. */
  readonly refuse: (failure: Failure) => Reply;
  /** Someone else creates a user of the account. */
  readonly insertUser: (account: Account, index: number) => Promise<void>;
}

/** Answers a request instead of the service, or changes what the service (and the scenarios within) answer. */
export type Disturbance = (turn: Turn, next: () => Promise<Reply>) => Reply | Promise<Reply>;

/** A disturbance that, once begun, lasts over several calls. */
export interface Lasting {
  readonly disturb: Disturbance;
  /** Whether what an earlier request started continues: then a call is disturbed whatever the `rate`. */
  readonly goesOn: (turn: Turn) => boolean;
}

export type Started = Disturbance | Lasting;

/** A named disturbance of the simulation, and the options it takes. */
export interface ScenarioKind<Options extends z.ZodObject = z.ZodObject, Name extends string = string> {
  readonly name: Name;
  /** One sentence, as `orgkit mock --help` and the console show it. */
  readonly summary: string;
  /** Beside the common ones: `on`, `rate`, `after`, `times`. Each with a default, so that the name alone will do. */
  readonly options: Options;
  /** Ways to write it, the simplest first. */
  readonly examples: readonly string[];
  /** Begins anew: what the disturbance remembers lives as long as it is active. */
  start(options: z.infer<Options>): Started;
}

/** An active scenario. */
export interface Scenario {
  /** As it would be written: `latency:ms=200,on=listUsers`. */
  readonly text: string;
  /** The only operation whose calls it meets, where there is one. */
  readonly on?: OperationId | undefined;
  start(): Disturbance;
}

/** Keeps the types of a kind together with its options and its name. */
export function defineScenario<Options extends z.ZodObject, Name extends string>(
  kind: ScenarioKind<Options, Name>,
): ScenarioKind<Options, Name> {
  return kind;
}
