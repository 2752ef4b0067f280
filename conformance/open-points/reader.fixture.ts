import type { z } from "zod";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import { findRequirement, type Obligation } from "../checks/catalogue.ts";
import type { Outcome } from "../checks/check.ts";
import { judgeOpenPoint } from "../checks/judge.ts";
import { isRuled, type DeclaredRequirement, type ObservedRequirement } from "../checks/requirement.ts";
import { exploreParameters } from "../experiments/lists.ts";
import { Stage } from "../judge/stage.ts";
import { connectionSchema } from "../target/connection.ts";
import { secretsSchema, targetSchema } from "../target/target.ts";
import { Reader } from "./reader.ts";

/** The tokens of an account that a mock serves. */
interface Tokens {
  readonly first: string | undefined;
  readonly second?: string | undefined;
}

/** A run that has looked for the parameters of lists, and its reader. */
export interface OpenReader {
  readonly stage: Stage;
  readonly reader: Reader;
  /** Judges an obligation at an open point. */
  readonly judge: (obligation: Obligation) => Promise<Outcome>;
}

/** The operations whose plain request is sent, as a run does before open points are read. */
export interface ReaderSetup {
  readonly operations: readonly OperationId[];
  readonly connection?: z.input<typeof connectionSchema>;
}

export async function openReader(
  target: z.input<typeof targetSchema>,
  tokens: Tokens,
  { operations, connection = {} }: ReaderSetup,
): Promise<OpenReader> {
  const stage = new Stage({
    target: targetSchema.parse(target),
    secrets: secretsSchema.parse(tokens),
    connection: connectionSchema.parse(connection),
    runId: "orgkit1a2b3c",
  });
  for (const operation of operations) {
    await stage.play({ name: `plain ${operation}`, run: async (ask) => void (await ask({ operation })) });
  }
  for (const next of exploreParameters(stage.facts)) {
    for (const experiment of Array.isArray(next) ? next : [next]) await stage.play(experiment);
  }
  const reader = new Reader(stage);
  return {
    stage,
    reader,
    judge: ({ requirement: { id }, operation }) => judgeOpenPoint(reader, openPoint(id), operation),
  };
}

/** The requirement of this id at an open point. */
export function openPoint(id: string): DeclaredRequirement | ObservedRequirement {
  const requirement = findRequirement(id);
  if (requirement === undefined || isRuled(requirement)) throw new Error(`${id} is not of an open point`);
  return requirement;
}
