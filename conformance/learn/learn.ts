import { randomInt } from "node:crypto";
import { z } from "zod";
import { isObject } from "../../fixtures/json.ts";
import { fillDialect } from "../../fixtures/dialect/declared.ts";
import type { LearnedDialect, LearnedWithWorld, LearnOptions, LearnRecordedOptions } from "../api/learn-options.ts";
import {
  harOption,
  switchOption,
  callback,
  connectionShape,
  createBodyOption,
  parseOptions,
  signalOption,
  targetShape,
} from "../api/option-schemas.ts";
import { writeWorld } from "../anonymise/anonymise.ts";
import { describeReplacements } from "../anonymise/replacement-log.ts";
import { tokenSchema } from "../target/target.ts";
import { askTarget } from "./ask-target.ts";
import { compose } from "./compose.ts";
import { learnTraffic, openTraffic } from "./learn-har.ts";
import { dialectFile } from "./dialect-file.ts";
import type { Learned } from "./learn-from.ts";
import { createdText, evidenceLines } from "./texts.ts";
import { makeWorld } from "./learned-world.ts";

const learnSchema = z.strictObject({
  ...targetShape,
  ...connectionShape,
  allowWrites: switchOption,
  createBody: createBodyOption,
  expiredToken: tokenSchema.optional(),
  world: z.boolean("expected true or false").optional(),
  har: harOption.optional(),
  journal: z.string("expected the path of a file").min(1, "expected the path of a file").optional(),
  signal: signalOption,
  onProgress: callback<NonNullable<LearnOptions["onProgress"]>>(),
} satisfies Record<keyof LearnOptions, z.ZodType>);

const recordedSchema = z.strictObject({
  har: harOption,
  baseUrl: targetShape.baseUrl.optional(),
  world: learnSchema.shape.world,
} satisfies Record<keyof LearnRecordedOptions, z.ZodType>);

/** Without a token, only recorded traffic can be used. */
function isRecorded(options: LearnOptions | LearnRecordedOptions): options is LearnRecordedOptions {
  return isObject(options) && options.har !== undefined && !Object.hasOwn(options, "token");
}

/** Implements `learn` of the API. */
export async function learn(options: LearnOptions | LearnRecordedOptions): Promise<LearnedDialect | LearnedWithWorld> {
  if (isRecorded(options)) {
    const { har, baseUrl, world = false } = parseOptions(recordedSchema, options, "learn");
    const learned = await learnTraffic(await openTraffic(har, baseUrl), world);
    return world ? withWorld(learned) : tell(learned);
  }
  const {
    world: forWorld = false,
    journal,
    signal,
    onProgress,
    har,
    ...target
  } = parseOptions(learnSchema, options, "learn");
  const opened = har === undefined ? undefined : await openTraffic(har, target.baseUrl);
  const asked = await askTarget(target, { forWorld, journal, signal, onProgress, recorded: opened?.recorded });
  const learned = opened === undefined ? asked : { ...asked, traffic: opened.traffic };
  return forWorld ? withWorld(learned) : tell(learned);
}

function withWorld(seen: Learned): LearnedWithWorld {
  // With the seed, shifted dates and amounts could be restored, so it is never shown.
  const { world, replaced, learned } = makeWorld(seen, randomInt(2 ** 32));
  return {
    ...tell(learned),
    world,
    worldText: writeWorld(world),
    replaced: describeReplacements(replaced),
    totals: seen.sample.totals,
  };
}

function tell(learned: Learned): LearnedDialect {
  const composed = compose(learned);
  return {
    baseUrl: learned.baseUrl,
    dialect: fillDialect(composed.dialect),
    text: dialectFile(learned, composed),
    keys: [...composed.found].map(([key, found]) => ({ key, ...found, evidence: evidenceLines(found, learned) })),
    missing: [...composed.unset].map(([key, { unset, give }]) => ({
      key,
      reason: unset,
      ...(give === undefined ? {} : { give }),
    })),
    requests: learned.requests,
    ...(learned.traffic === undefined ? {} : { traffic: learned.traffic }),
    created: learned.created.map(createdText),
  };
}
