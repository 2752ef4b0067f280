import { randomInt } from "node:crypto";
import { z } from "zod";
import { fillDialect } from "../../fixtures/dialect/declared.ts";
import type { LearnedDialect, LearnedWithWorld, LearnOptions } from "../api/learn-options.ts";
import {
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
  har: z.array(z.string("expected the path of a HAR file").min(1), "expected a list of HAR files").optional(),
  journal: z.string("expected the path of a file").min(1, "expected the path of a file").optional(),
  signal: signalOption,
  onProgress: callback<NonNullable<LearnOptions["onProgress"]>>(),
} satisfies Record<keyof LearnOptions, z.ZodType>);

/** What `learn` of the API does. */
export async function learn(options: LearnOptions): Promise<LearnedDialect | LearnedWithWorld> {
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

/**
 * Learns from recorded traffic alone; nothing is sent.
 * @throws InputError where the files are no HAR, or hold nothing of the interface
 */
export async function learnHar(
  files: readonly string[],
  { world: forWorld }: { readonly world: boolean },
): Promise<LearnedDialect | LearnedWithWorld> {
  const learned = await learnTraffic(await openTraffic(files), { forWorld });
  return forWorld ? withWorld(learned) : tell(learned);
}

function withWorld(seen: Learned): LearnedWithWorld {
  // Whoever knows the seed can move dates and amounts back: nobody is told it.
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
