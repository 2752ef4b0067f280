import type { z } from "zod";
import { connectionSchema } from "../target/connection.ts";
import type { RunSession } from "../target/session.ts";
import { secretsSchema, targetSchema } from "../target/target.ts";
import { Stage } from "../judge/stage.ts";
import { StageSession } from "../judge/session.ts";
import { findRequirement, type Obligation } from "./catalogue.ts";
import type { Outcome } from "./check.ts";
import { judgeOpenPoint } from "./judge.ts";
import { isRuled, type DeclaredRequirement, type ObservedRequirement } from "./requirement.ts";

/** The tokens of an account that a mock serves. */
interface Tokens {
  readonly first: string | undefined;
  readonly second?: string | undefined;
}

/** A session of a run that has not played any experiment. */
export function openRunSession(
  target: z.input<typeof targetSchema>,
  tokens: Tokens,
  given: z.input<typeof connectionSchema> = {},
): RunSession {
  const connection = connectionSchema.parse(given);
  const stage = new Stage({
    target: targetSchema.parse(target),
    secrets: secretsSchema.parse(tokens),
    connection,
    runId: "orgkit1a2b3c",
  });
  return new StageSession(stage, connection.patience);
}

/** The requirement of this id at an open point. */
export function openPoint(id: string): DeclaredRequirement | ObservedRequirement {
  const requirement = findRequirement(id);
  if (requirement === undefined || isRuled(requirement)) throw new Error(`${id} has no check of its own`);
  return requirement;
}

/** Judges an obligation at an open point. */
export function judge(session: RunSession, { requirement: { id }, operation }: Obligation): Promise<Outcome> {
  return judgeOpenPoint(session, openPoint(id), operation);
}
