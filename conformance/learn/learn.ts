import type { World } from "../../fixtures/worlds/world.ts";
import { learnOptions, type LearnOptions } from "../options/options.ts";
import { mergeIds, parseOptions } from "../options/parse-options.ts";
import { Stage } from "../judge/stage.ts";
import { newRunId } from "../target/body.ts";
import { connectionSchema } from "../target/connection.ts";
import { secretsSchema, targetSchema } from "../target/target.ts";
import { compose } from "./compose.ts";
import { rateConfidence, dialectFile } from "./dialect-file.ts";
import { learnFrom, maxRequests, type Learned } from "./learn-from.ts";
import type { LearnedDialect, LearnedWithWorld } from "./learned.ts";
import { createdText, evidenceLines } from "./texts.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { yamlText } from "../../fixtures/values/yaml-text.ts";

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
  // Word lists are large, and only needed here.
  const { makeUpWorld } = await import("./made-up-world.ts");
  const result = toResult(learned);
  const world = makeUpWorld(result.dialect, { totals: learned.totals, seed: 1 });
  return { ...result, world, worldText: worldText(world), totals: learned.totals };
}

function worldText(world: World): string {
  return yamlText(world, (document) => {
    document.commentBefore = " Made up: no value of a record is in it, except for enumerations.";
  });
}

function toResult(learned: Learned): LearnedDialect {
  const composed = compose(learned);
  return {
    baseUrl: learned.baseUrl,
    dialect: fillDialect(composed.dialect),
    text: dialectFile(learned, composed),
    keys: [...composed.readings].map(([key, reading]) => {
      const { value, doubt, note = doubt } = reading;
      const evidence = evidenceLines(reading, learned);
      return { key, value, confidence: rateConfidence(reading), evidence, ...(note === undefined ? {} : { note }) };
    }),
    missing: [...composed.missing].map(([key, { message, give }]) => ({
      key,
      reason: message,
      ...(give === undefined ? {} : { give }),
    })),
    requests: learned.requests,
    created: learned.created.map(createdText),
  };
}
