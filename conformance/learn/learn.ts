import { z } from "zod";
import type { World } from "../../fixtures/worlds/world.ts";
import type { LearnedDialect, LearnedWithWorld, LearnOptions } from "../api/learn-options.ts";
import {
  callback,
  readConnection,
  connectionShape,
  createBodyOption,
  idsOf,
  parseOptions,
  rejectSameToken,
  signalOption,
  switchOption,
  targetShape,
} from "../api/option-schemas.ts";
import { Stage } from "../judge/stage.ts";
import { newRunId } from "../target/body.ts";
import { maxCreated } from "../target/connection.ts";
import { secretsSchema, targetSchema, tokenSchema } from "../target/target.ts";
import { compose } from "./compose.ts";
import { rateConfidence, dialectFile } from "./dialect-file.ts";
import { learnFrom, maxRequests, type Learned, type LearnFromOptions } from "./learn-from.ts";
import { createdText, evidenceLines } from "./texts.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { yamlText } from "../../fixtures/values/yaml-text.ts";

const learnSchema = z.strictObject({
  ...targetShape,
  ...connectionShape,
  allowWrites: switchOption,
  createBody: createBodyOption,
  secondToken: tokenSchema.optional(),
  expiredToken: tokenSchema.optional(),
  world: z.boolean("expected true or false").optional(),
  signal: signalOption,
  onProgress: callback<NonNullable<LearnOptions["onProgress"]>>(),
} satisfies Record<keyof LearnOptions, z.ZodType>);

/** Implements `learn` of the API. */
export async function learn(options: LearnOptions): Promise<LearnedDialect | LearnedWithWorld> {
  const { world: isWithWorld = false, signal, onProgress, ...target } = parseOptions(learnSchema, options, "learn");
  const learned = await learnTarget(target, { signal, onProgress });
  return isWithWorld ? withWorld(learned) : toResult(learned);
}

type Asked = Omit<LearnOptions, "world" | "signal" | "onProgress">;

async function learnTarget(asked: Asked, options: LearnFromOptions): Promise<Learned> {
  const { baseUrl, token, secondToken, expiredToken, allowWrites = false, createBody, headers = {} } = asked;
  rejectSameToken(token, secondToken, { first: "token", second: "secondToken" });
  const stage = new Stage({
    target: targetSchema.parse({ baseUrl, ids: idsOf(asked), allowWrites, createBody }),
    secrets: secretsSchema.parse({ first: token, second: secondToken, expired: expiredToken, headers }),
    connection: { ...readConnection(asked), maxCreated: maxCreated.learn, maxRequests },
    runId: newRunId(),
  });
  try {
    return await learnFrom(stage, options);
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
