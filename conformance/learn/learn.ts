import { Document } from "yaml";
import { z } from "zod";
import type { World } from "../../fixtures/worlds/world.ts";
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
import { tokenSchema } from "../target/target.ts";
import { askTarget } from "./ask-target.ts";
import { compose } from "./compose.ts";
import { dialectFile } from "./dialect-file.ts";
import type { Learned } from "./learn-from.ts";
import { createdText, evidenceLines } from "./texts.ts";

const learnSchema = z.strictObject({
  ...targetShape,
  ...connectionShape,
  allowWrites: switchOption,
  createBody: createBodyOption,
  expiredToken: tokenSchema.optional(),
  world: z.boolean("expected true or false").optional(),
  journal: z.string("expected the path of a file").min(1, "expected the path of a file").optional(),
  signal: signalOption,
  onProgress: callback<NonNullable<LearnOptions["onProgress"]>>(),
} satisfies Record<keyof LearnOptions, z.ZodType>);

/** Implements `learn` of the API. */
export async function learn(options: LearnOptions): Promise<LearnedDialect | LearnedWithWorld> {
  const {
    world: forWorld = false,
    journal,
    signal,
    onProgress,
    ...target
  } = parseOptions(learnSchema, options, "learn");
  const learned = await askTarget(target, { journal, signal, onProgress });
  return forWorld ? withWorld(learned) : tell(learned);
}

async function withWorld(learned: Learned): Promise<LearnedWithWorld> {
  // Word lists are large, and only needed here.
  const { makeUpWorld } = await import("./made-up-world.ts");
  const told = tell(learned);
  const world = makeUpWorld(told.dialect, { totals: learned.totals, seed: 1 });
  return { ...told, world, worldText: worldText(world), totals: learned.totals };
}

function worldText(world: World): string {
  const document = new Document(world, { aliasDuplicateObjects: false });
  document.commentBefore = " Made up: no value of a record is in it, except for enumerations.";
  return document.toString({ lineWidth: 120 });
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
    created: learned.created.map(createdText),
  };
}
