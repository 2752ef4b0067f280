import { existsSync } from "node:fs";
import { Command } from "commander";
import { compose } from "../../conformance/learn/compose.ts";
import { dialectFile } from "../../conformance/learn/dialect-file.ts";
import { openJournal, removeJournal, type Journal } from "../../conformance/learn/journal.ts";
import { learn, type Learned } from "../../conformance/learn/learn.ts";
import { expiredTokenVariable, mostRequests } from "../../conformance/learn/learning.ts";
import { learnedText } from "../../conformance/learn/learned-text.ts";
import { CannotJudge } from "../../conformance/run/conform.ts";
import type { Session } from "../../conformance/target/session.ts";
import { tokenVariables } from "../../conformance/target/target.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { readConfigFile } from "../settings/config-file.ts";
import { readSettings } from "../settings/read-settings.ts";
import { addSettings } from "../settings/setting.ts";
import { paintFor } from "../terminal.ts";
import { readBody } from "./conform-targets.ts";
import { interruption } from "./interruption.ts";
import { showProgress } from "./learn-progress.ts";
import { furtherLearnSettings, learnSchema, learnSettings, type LearnSettings } from "./learn-settings.ts";
import { worldOf, worldText, writeLearnedWorld } from "./learn-world.ts";
import { openTarget } from "./open-target.ts";
import { writeNewFile } from "./write-new-file.ts";

/** `orgkit learn`: infers the dialect that a target speaks, and writes it down. */
export function learnCommand(): Command {
  const command = new Command("learn")
    .summary("infer the dialect that a target speaks")
    .description(
      `Asks a target, in at most ${mostRequests} requests, what it does where the interface document is silent, and writes the answers down as a dialect for orgkit mock and conform. With --world it also writes down records for the mock, in which nothing is left of the people of the target. The token comes from ${tokenVariables.first}, one whose time is over, where there is one, from ${expiredTokenVariable}; or from the config file, as token and tokenExpired. A run that was interrupted goes on where it stopped.`,
    )
    .argument("[BASE_URL]", "where the interface is, without /api/v1 (env: ORGKIT_BASE_URL)");
  return addSettings(command, learnSettings).action(
    async (baseUrl: string | undefined, flags: Record<string, unknown>) => {
      const config = await readConfigFile(process.cwd());
      const settings = readSettings(learnSchema, [...furtherLearnSettings, ...learnSettings], {
        flags: { ...flags, baseUrl },
        environment: process.env,
        config: config.learn,
        configName: config.name,
      });
      await learnTarget(settings);
    },
  );
}

/**
 * @throws InputError where something is missing or wrong
 * @throws CannotJudge where the target cannot be reached, or accepts the token nowhere
 */
async function learnTarget(settings: LearnSettings): Promise<void> {
  const { baseUrl, token, out, world, force } = settings;
  if (baseUrl === undefined) {
    const problem = "expected the base URL of the target, for instance https://staging.example/x";
    throw new InputError("Settings", [{ at: "BASE_URL", problem }]);
  }
  if (token === undefined) {
    const problem = "is not set; expected a token that the target accepts (orgkit mock prints its own)";
    throw new InputError("Settings", [{ at: tokenVariables.first, problem }]);
  }
  // Before anything is asked: a run must not end in vain.
  rejectTaken("Dialect", "--out", out, force);
  if (world !== undefined) rejectTaken("World", "--world", world, force);
  const journal = openJournal(out, baseUrl);
  if (journal.kept > 0) {
    process.stderr.write(
      `Going on from an interrupted run: ${journal.kept} exchanges are on record in ${journal.file}\n`,
    );
  }
  const session = sessionFor({ ...settings, baseUrl, token }, journal);
  const seen = await learnTidily(session, journal, world !== undefined);
  const made = world === undefined ? undefined : worldOf(seen);
  const learned = made?.learned ?? seen;
  const composed = compose(learned);
  writeNewFile({ what: "Dialect", path: out, text: dialectFile(learned, composed), force });
  if (made !== undefined && world !== undefined) writeLearnedWorld(made, world, force);
  removeJournal(journal);
  const paint = paintFor(process.stdout);
  process.stdout.write(`${learnedText(learned, composed, { out, paint })}\n`);
  if (made !== undefined && world !== undefined) {
    process.stdout.write(`${worldText(made, { world, dialect: out }, paint)}\n`);
  }
}

/** @throws InputError where there is such a file, and it may not be overwritten */
function rejectTaken(what: string, at: string, path: string, force: boolean): void {
  if (force || !existsSync(path)) return;
  const problem = "there is one already; expected another name, or --force to overwrite it";
  throw new InputError(`${what} "${path}"`, [{ at, problem }]);
}

function sessionFor(settings: LearnSettings & { baseUrl: string; token: string }, { file }: Journal): Session {
  const { baseUrl, subscriptionId, allowWrites, tokenExpired } = settings;
  const createBody = readBody(settings.createBody);
  return openTarget({
    ...settings,
    target: {
      baseUrl,
      subscriptionIds: subscriptionId,
      allowWrites,
      ...(createBody === undefined ? {} : { createBody }),
      tokenVariables: { ...tokenVariables, second: expiredTokenVariable },
    },
    secondToken: tokenExpired,
    recordFile: file,
  });
}

/** The journal of a run that could not begin is of no use; that of one that was stopped is. */
async function learnTidily(session: Session, journal: Journal, forWorld: boolean): Promise<Learned> {
  const { onProgress, end } = showProgress(process.stderr);
  const signal = interruption();
  try {
    const learned = await learn(session, { onProgress, signal, forWorld });
    if (!("problem" in learned)) return learned;
    removeJournal(journal);
    throw new CannotJudge(learned.problem);
  } finally {
    end();
    await session.close();
    if (signal.aborted) process.stderr.write("The same command goes on from here.\n");
  }
}
