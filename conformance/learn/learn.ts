import type { World } from "../../fixtures/worlds/world.ts";
import { learnOptions, type LearnOptions, mergeIds, parseOptions } from "../options/options.ts";
import { Stage } from "../judge/stage.ts";
import { newRunId } from "../target/body.ts";
import { connectionSchema } from "../target/connection.ts";
import { secretsSchema, targetSchema } from "../target/target.ts";
import { compose, type LearnedKey, type MissingKey, dialectFile } from "./compose.ts";
import { learnFrom, maxRequests, type Learned } from "./learn-from.ts";
import { makeUpWorld, type Totals } from "./made-up-world.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { yamlText } from "../../fixtures/values/yaml-text.ts";

/** Everything learned of a target. */
export interface LearnedDialect extends Pick<Learned, "baseUrl" | "requests" | "created"> {
  /**
   * With the mock's defaults for keys that were not learned: for `createSimulation`, and for `conform`, which judges
   * only learned keys.
   */
  readonly dialect: Dialect;
  /** The dialect as a YAML file: only what was learned, each key with the requests that show it. */
  readonly text: string;
  readonly keys: readonly LearnedKey[];
  readonly missing: readonly MissingKey[];
}

/** The learned dialect, with a matching world. */
export interface LearnedWithWorld extends LearnedDialect {
  /** Made-up records: for `createSimulation`. */
  readonly world: World;
  /** The world as a YAML file, for `orgkit mock --world`. */
  readonly worldText: string;
  /** The number of records in each of the target's lists, if it says so. */
  readonly totals: Totals;
}

/** Implements `learn` of the API. */
export async function learn(options: LearnOptions): Promise<LearnedDialect | LearnedWithWorld> {
  const { world, signal, onProgress, ...parsed } = parseOptions(learnOptions, options, "learn");
  const {
    baseUrl,
    token,
    secondToken,
    expiredToken,
    ids,
    subscriptionIds,
    allowWrites,
    createBody,
    headers,
    ...connection
  } = parsed;
  const stage = new Stage({
    target: targetSchema.parse({ baseUrl, ids: mergeIds(ids, subscriptionIds), allowWrites, createBody }),
    secrets: secretsSchema.parse({ first: token, second: secondToken, expired: expiredToken, headers }),
    connection: connectionSchema.parse({ ...connection, maxRequests }),
    runId: newRunId(),
  });
  try {
    const learned = await learnFrom(stage, { signal, onProgress });
    return world ? await withWorld(learned) : toResult(learned);
  } finally {
    await stage.close();
  }
}

async function withWorld(learned: Learned): Promise<LearnedWithWorld> {
  const { completeWorld, worldSchema } = await import("../../fixtures/worlds/world.ts");
  const result = toResult(learned);
  const { totals } = learned;
  const world = makeUpWorld(result.dialect, totals);
  const worldText = yamlText(world, (document) => {
    document.commentBefore = " Made up: no value of a record is in it, except for enumerations.";
  });
  return { ...result, world: await completeWorld(worldSchema.parse(world), 1), worldText, totals };
}

function toResult(learned: Learned): LearnedDialect {
  const { dialect, keys, missing } = compose(learned);
  const { baseUrl, requests, created } = learned;
  const text = dialectFile(learned, { dialect, keys, missing });
  return { baseUrl, dialect: fillDialect(dialect), text, keys, missing, requests, created };
}
