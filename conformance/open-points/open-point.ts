import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Json } from "../../fixtures/values/json.ts";
import type { Exchange } from "../log/model.ts";
import { canonical } from "../target/records.ts";
import { NotExpressible, type Answer, type NotShown, type Reader } from "./reader.ts";
import type { CodedFailure } from "../../fixtures/dialect/statuses.ts";

/** What a target does at an open point. */
export interface Reading {
  readonly value: Json;
  /** What shows it, the deciding exchange last. */
  readonly exchanges: readonly Exchange[];
  /** Why another value would fit, too; absent if none would. */
  readonly doubt?: string;
  /** What the reader of a dialect should know besides. */
  readonly note?: string;
  /** What the target does that this value, or any value of a dialect, does not say: a sentence without a full stop. */
  readonly problem?: string;
  /** If it refutes other declared values, but the same or a larger number would fit as well: why it is not the value. */
  readonly unproven?: NotShown;
}

/**
 * When a key is read. What clients meet most often comes first, since requests may run out; bodies that create nothing
 * come before creations, of which there may be few; then one request for each field; then what reads the requests of
 * others, and the whole log.
 */
export const readingStages = ["usual", "required", "bodies", "creations", "fields", "rejections", "log"] as const;

/** An open point: a dialect key, how it is read from a target, and its words. */
export interface OpenPoint {
  /** `paging.users.maxSize`; `observed.…` if a dialect has no key for it. */
  readonly key: string;
  /** The operations that show it. */
  readonly operations: readonly OperationId[];
  /** The declared requirement that judges it; absent if none does. */
  readonly requirement?: string;
  /** The kind of failure that a rejection at this point is. */
  readonly rejectedAs?: CodedFailure;
  /** `usual` by default. */
  readonly stage?: (typeof readingStages)[number];
  /** What it is about, to come before the value: `listUsers pages hold`. */
  readonly subject: string;
  /** A value in words: `20 users`. By default, texts and names are in backticks. */
  readonly say?: (value: Json) => string;
  /** Whether a value is as declared; by default if it is the same. */
  readonly fits?: (declared: Json, value: Json) => boolean;
  /**
   * Reads it. What a dialect declares is what is tried first, and may be all that is tried.
   * @throws NotShown if the target does not show it
   */
  readonly read: (reader: Reader, operation: OperationId) => Promise<Reading>;
  /** How a declared value is judged, if not by what is read. */
  readonly check?: DeclaredCheck;
  /** Reads it for a dialect, if not every operation by itself can show it. */
  readonly readAll?: (reader: Reader) => Promise<Reading>;
}

/** How a declared value is judged where each exchange can refute it. */
export interface DeclaredCheck {
  /** What the value says something of. @throws NotShown if there is none */
  readonly findExchanges: (reader: Reader, operation: OperationId) => Promise<readonly Answer[]>;
  /** What is wrong with an exchange, as a sentence without a full stop. */
  readonly findProblem: (
    declared: Json,
    exchange: Answer,
    reader: Reader,
  ) => string | undefined | Promise<string | undefined>;
}

/** Whether all exchanges are as declared. */
export async function checkDeclared(
  { findExchanges, findProblem }: DeclaredCheck,
  declared: Json,
  reader: Reader,
  operation: OperationId,
): Promise<Reading> {
  const exchanges = await findExchanges(reader, operation);
  for (const exchange of exchanges) {
    const problem = await findProblem(declared, exchange, reader);
    if (problem !== undefined) return { value: declared, exchanges: [exchange], problem };
  }
  return { value: declared, exchanges: exchanges.slice(0, 3) };
}

/** A reading that no other value would fit. */
export function reading(value: Json, exchanges: readonly Exchange[], more: Partial<Reading> = {}): Reading {
  return { value, exchanges, ...more };
}

/** A reading of what no value of a dialect says. */
export function beyondDialects(problem: string, exchanges: readonly Exchange[]): Reading {
  return { value: null, exchanges, problem };
}

/** The reading, if a dialect can have its value. @throws NotShown if it cannot, or others would fit as well */
export async function requireValue(read: Promise<Reading>): Promise<Reading> {
  const found = await read;
  if (found.unproven !== undefined) throw found.unproven;
  if (found.problem === undefined) return found;
  throw new NotExpressible(found.problem);
}

/** Whether a target does the same at an open point as another value says. Lists of fields have no order. */
export function isSameValue(one: Json, other: Json): boolean {
  return canonical(withoutOrder(one)) === canonical(withoutOrder(other));
}

function withoutOrder(value: Json): Json {
  return Array.isArray(value) ? value.map(canonical).toSorted() : value;
}
