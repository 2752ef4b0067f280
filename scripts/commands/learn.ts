import type { Command } from "commander";
import { z } from "zod";
import {
  learn,
  type LearnedDialect,
  type LearnedWithWorld,
  type LearnOptions,
  type LearnProgress,
} from "../../conformance/index.ts";
import { removeJournal } from "../../conformance/learn/journal.ts";
import { expiredTokenVariable } from "../../conformance/discovery/source.ts";
import { maxRequests } from "../../conformance/learn/learning.ts";
import { learnedText } from "../../conformance/learn/learned-text.ts";
import { maxSampled } from "../../conformance/learn/sample.ts";
import { maxCreated } from "../../conformance/target/creations.ts";
import { tokenSchema, tokenVariables } from "../../conformance/target/target.ts";
import { defineCommand } from "../settings/define-command.ts";
import { option } from "../settings/option.ts";
import { paintFor } from "../terminal.ts";
import { conformOptions } from "./conform-options.ts";
import { headersOf, idsOf, readBody } from "./conform-targets.ts";
import { interruption } from "./interruption.ts";
import { showProgress } from "./learn-progress.ts";
import { worldText } from "./learn-world.ts";
import { noBaseUrl, noToken } from "./missing-settings.ts";
import { reachingOf, reachOptions } from "./reach-options.ts";
import { forceOption, prepareNewFile, writeNewFile } from "./write-new-file.ts";

const common = conformOptions.shape;
const file = z.string("expected a file").min(1, "expected a file");

/** The options of `orgkit learn`, in the order of its help. */
export const learnOptions = z.object({
  baseUrl: common.baseUrl,
  token: common.token,
  tokenExpired: tokenSchema.optional(),
  id: option(common.id, "--id <KIND=ID>", "the id of a record the account has; others are found in its records"),
  subscriptionId: common.subscriptionId,
  allowWrites: option(
    common.allowWrites,
    "--allow-writes",
    `learn createUser too, for which at most ${maxCreated.learn} users are created; without it no request but GET is sent`,
  ),
  createBody: option(
    common.createBody,
    "--create-body <JSON or @file>",
    "a body that creates a user; {{unique}} becomes a fresh value",
  ),
  out: option(file.default("dialect.yaml"), "-o, --out <file>", "where to write the dialect"),
  world: option(
    file.optional(),
    "--world <file>",
    `write a world too: of up to ${maxSampled} users and invoices, with every personal value replaced`,
    // ORGKIT_WORLD is what orgkit mock reads.
    { variable: "ORGKIT_LEARN_WORLD" },
  ),
  force: forceOption,
  ...reachOptions.shape,
});

type LearnSettings = z.output<typeof learnOptions>;

/** `orgkit learn`: infers the dialect that a target speaks, and writes it down. */
export function learnCommand(): Command {
  return defineCommand(
    {
      name: "learn",
      summary: "infer the dialect that a target speaks",
      description: `Asks a target, in at most ${maxRequests} requests, what it does where the interface document is silent, and writes the answers down as a dialect for orgkit mock and conform. With --world it also writes down records for the mock, in which nothing is left of the people of the target. The token comes from ${tokenVariables.first}, one whose time is over, where there is one, from ${expiredTokenVariable}; or from the config file, as token and tokenExpired. A run that was interrupted goes on where it stopped.`,
      options: learnOptions,
      exitCodes: {
        0: "learned, and written",
        2: "wrong usage or config, or a file that is there and may not be overwritten",
        3: "the target cannot be reached, accepts the token nowhere, or is not the interface",
      },
    },
    ({ settings }) => learnTarget(settings),
  );
}

/**
 * @throws InputError where something is missing or wrong
 * @throws CannotJudge where the target cannot be reached, accepts the token nowhere, or is not the interface
 */
async function learnTarget(settings: LearnSettings): Promise<void> {
  const { out, world, force } = settings;
  const journal = `${out}.exchanges.jsonl`;
  const options = { ...optionsOf(settings), journal };
  // Before anything is asked: a run must not end in vain.
  prepareNewFile({ what: "Dialect", at: "--out", path: out, force });
  if (world !== undefined) prepareNewFile({ what: "World", at: "--world", path: world, force });
  const learned = await learnFollowed(options, world !== undefined);
  const made = "world" in learned ? learned : undefined;
  writeNewFile({ what: "Dialect", path: out, text: learned.text, force });
  if (made !== undefined && world !== undefined) {
    writeNewFile({ what: "World", path: world, text: made.worldText, force });
  }
  removeJournal(journal);
  const paint = paintFor(process.stdout);
  process.stdout.write(`${learnedText(learned, { out, paint })}\n`);
  if (made !== undefined && world !== undefined) {
    process.stdout.write(`${worldText(made, { world, dialect: out }, paint)}\n`);
  }
}

/** @throws InputError where BASE_URL or the token is missing, or the body is none */
function optionsOf(settings: LearnSettings): LearnOptions {
  const { baseUrl, token, tokenExpired, allowWrites, createBody, header } = settings;
  if (baseUrl === undefined) throw noBaseUrl();
  if (token === undefined) throw noToken(tokenVariables.first);
  return {
    ...reachingOf(settings),
    baseUrl,
    token,
    expiredToken: tokenExpired,
    ...idsOf(settings),
    allowWrites,
    createBody: readBody(createBody),
    headers: headersOf(header),
  };
}

/** Learns while a person follows on standard error, and may interrupt. */
async function learnFollowed(options: LearnOptions, world: boolean): Promise<LearnedDialect | LearnedWithWorld> {
  const { onProgress, end } = showProgress(process.stderr);
  const signal = interruption();
  let isFirst = true;
  const follow = (progress: LearnProgress): void => {
    if (isFirst && progress.kept > 0) {
      process.stderr.write(
        `Going on from an interrupted run: ${progress.kept} exchanges are on record in ${options.journal}\n`,
      );
    }
    isFirst = false;
    onProgress(progress);
  };
  try {
    return await learn({ ...options, world, signal, onProgress: follow });
  } finally {
    end();
    if (signal.aborted) process.stderr.write("The same command goes on from here.\n");
  }
}
