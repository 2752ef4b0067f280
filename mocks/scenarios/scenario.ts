import type { z } from "zod";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Account } from "../service/accounts.ts";
import type { Call, Reply } from "../service/call.ts";
import type { Failure } from "../service/failure.ts";
import type { Random } from "./random.ts";

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
  /** Drawn from the seed, the scenario and the number of the request, so every run has the same faults. */
  readonly random: Random;
  /** A rejection in the dialect's format. */
  readonly reject: (failure: Failure) => Reply;
  /** Another client creates a user of the account. */
  readonly insertUser: (account: Account, index: number) => Promise<void>;
}

/** Answers a request instead of the service, or changes the reply of the service and the scenarios within. */
export type Disturbance = (turn: Turn, next: () => Promise<Reply>) => Reply | Promise<Reply>;

/** A disturbance that can last over several requests. */
export interface Lasting {
  readonly disturb: Disturbance;
  /** Whether an earlier request's fault continues: then this request is disturbed whatever the `rate`. */
  readonly goesOn: (turn: Turn) => boolean;
}

export type Started = Disturbance | Lasting;

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
