import { operationIds } from "../../fixtures/contract/operations.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { findRequirement, obligationName, type Obligation } from "../requirements/catalogue.ts";
import type { Check } from "../log/rule.ts";
import { judgeInOrder, judgeOpenPoint } from "../run/judge-target.ts";
import { isRuled, type DeclaredRequirement, type ObservedRequirement } from "../requirements/requirement.ts";
import { exploreParameters } from "../experiments/lists.ts";
import type { Exchange } from "../log/model.ts";
import { Stage } from "../judge/stage.ts";
import { connectionSchema } from "../target/connection.ts";
import { secretsSchema, targetSchema } from "../target/target.ts";
import { mockServer } from "../test-servers/mock-server.ts";
import { Reader } from "./reader.ts";

/** A mock with one of the built-in dialects, and what is told about it. */
interface MockSetup {
  readonly speaks: string;
  /** Not declared by default. */
  readonly dialect?: DialectInput;
  readonly world?: string;
  readonly allowWrites?: boolean;
}

/** A mock whose plain requests were sent and whose parameters of lists are known, as a run does before open points. */
export interface OpenMock {
  readonly log: readonly Exchange[];
  /** Judges obligations at open points, in the order of a run. */
  readonly judge: (all: readonly Obligation[]) => Promise<readonly (Check & { readonly name: string })[]>;
}

/** Serves a mock while it is read and judged. */
export async function withMock<Result>(
  { speaks, dialect, world = "demo", allowWrites = true }: MockSetup,
  use: (mock: OpenMock) => Promise<Result>,
): Promise<Result> {
  const { baseUrl, ids, tokens, stop } = await mockServer({ id: "mock", speaks, world }).start();
  const stage = new Stage({
    target: targetSchema.parse({ baseUrl, ids, allowWrites, dialect }),
    secrets: secretsSchema.parse(tokens),
    connection: connectionSchema.parse({ patience: 0.3 }),
    runId: "orgkit1a2b3c",
  });
  try {
    for (const operation of operationIds) {
      await stage.play({ name: `plain ${operation}`, run: async (ask) => void (await ask({ operation })) });
    }
    for (const next of exploreParameters(stage.facts)) {
      for (const experiment of Array.isArray(next) ? next : [next]) await stage.play(experiment);
    }
    const reader = new Reader(stage);
    const judge: OpenMock["judge"] = (all) =>
      judgeInOrder(all, async ({ requirement, operation }) => ({
        name: obligationName({ requirement, operation }),
        ...(await judgeOpenPoint(reader, openPoint(requirement.id), operation)),
      }));
    return await use({ log: stage.log, judge });
  } finally {
    await stage.close();
    await stop();
  }
}

/** The requirement of this id at an open point. */
export function openPoint(id: string): DeclaredRequirement | ObservedRequirement {
  const requirement = findRequirement(id);
  if (requirement === undefined || isRuled(requirement)) throw new Error(`${id} is not of an open point`);
  return requirement;
}
