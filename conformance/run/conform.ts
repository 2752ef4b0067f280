import { repeatOptions } from "../report/repeat.ts";
import { CannotJudge, InternalError } from "./cannot-judge.ts";
import { writtenDialect } from "../../fixtures/dialect/declared.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { readDialect } from "../../fixtures/dialect/read-dialect.ts";
import { conformOptions, type ConformOptions, givenValue, mergeIds, parseOptions } from "../options/options.ts";
import { type Obligation, obligationName, obligations } from "../requirements/catalogue.ts";
import { composeReport, type Report } from "../report/report.ts";
import { findProxy } from "../target/proxy.ts";
import { targetSchema, type Target } from "../target/target.ts";
import type { Connection } from "../target/connection.ts";
import { judgeTarget, type JudgeOptions, type TargetToJudge } from "./judge-target.ts";
import { InputError } from "../../fixtures/input/input-error.ts";
import { levels, type Level } from "../requirements/requirement.ts";
import { findUniqueValues } from "../target/body.ts";

import metadata from "../../package.json" with { type: "json" };

/** The version of orgkit in reports. */
export const orgkitVersion = metadata.version;

/** Implements `conform` of the API. @throws CannotJudge, InternalError */
export async function conform(options: ConformOptions): Promise<Report> {
  const report = await judgeForReport(await readConformOptions(options));
  if (report.problem !== undefined) throw new CannotJudge(report.problem);
  return report;
}

/**
 * Judges a target. A target that cannot be reached, rejects the token, or is not the interface, has a `problem`.
 * @throws InternalError if orgkit itself failed
 */
export async function judgeForReport(judging: Judging): Promise<Report> {
  const { target, selected, connection, signal, onExperiment, onUnmet, onEnd, stop } = judging;
  const callback = new AbortController();
  const ended = AbortSignal.any(signal === undefined ? [callback.signal] : [callback.signal, signal]);
  ended.throwIfAborted();
  try {
    const judged = await judgeTarget(target, {
      connection,
      selected,
      signal: ended,
      onUnmet,
      onEnd,
      stop,
      onPlay: (progress) => {
        try {
          onExperiment?.(progress);
        } catch (error) {
          callback.abort(error);
        }
      },
    });
    ended.throwIfAborted();
    const repeat = repeatOptions(
      targetSchema.parse(target.target),
      Object.keys(target.secrets.headers ?? {}),
      connection,
    );
    return composeReport(orgkitVersion, judged, repeat);
  } catch (error) {
    ended.throwIfAborted();
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new InternalError(fault, { cause: error });
  }
}

/** What to judge: the parsed options. */
export interface Judging
  extends Pick<ConformOptions, "signal" | "onExperiment">, Pick<JudgeOptions, "onUnmet" | "onEnd" | "stop"> {
  readonly selected: readonly Obligation[];
  readonly connection: Connection;
  readonly target: TargetToJudge;
}

/** @throws InputError if an option is wrong, the dialect is unknown or invalid, or the environment has a bad proxy */
export async function readConformOptions(options: ConformOptions, name = "conform"): Promise<Judging> {
  const parsed = parseOptions(conformOptions, options, name);
  const {
    token,
    secondToken,
    expiredToken,
    headers,
    ids,
    secondIds,
    subscriptionIds,
    quick,
    dialect,
    baseline,
    ...rest
  } = parsed;
  const { baseUrl, allowWrites, createBody, name: targetName, tokenVariables, ...further } = rest;
  const { level, grep, signal, onExperiment, ...connection } = further;
  // A bad proxy is a mistake of the caller.
  findProxy(baseUrl, process.env);
  return {
    selected: selectObligations({ level, grep }),
    signal,
    onExperiment,
    connection,
    target: {
      target: {
        name: targetName,
        baseUrl,
        ids: mergeIds(ids, subscriptionIds),
        secondIds,
        earlierUsers: baseline?.target.baseUrl === baseUrl ? earlierUsersIn(baseline) : [],
        allowWrites,
        isQuick: quick,
        createBody,
        dialect: dialect === undefined ? undefined : await readDeclaredDialect(dialect),
        tokenVariables,
      },
      secrets: { first: token, second: secondToken, expired: expiredToken, headers },
    },
  };
}

/** The users that a run created and found in a list at its end. */
function earlierUsersIn({ runId, created }: Report): Target["earlierUsers"] {
  return created.flatMap(({ sent, listedFor }) => {
    const text = findUniqueValues(sent).find((one) => one.startsWith(runId));
    return text === undefined || listedFor === undefined ? [] : [{ text, account: listedFor }];
  });
}

/** @throws InputError if the name is unknown, its file cannot be read, or it has a mistake */
async function readDeclaredDialect(given: DialectInput | string): Promise<DialectInput> {
  if (typeof given === "string") return writtenDialect(await openDialect(given));
  return writtenDialect(readDialect(givenValue(given, "options.dialect", "dialect")));
}

/** Which requirements the user selected. */
interface Selection {
  /** Up to this level; by default `declared`, which is all. */
  readonly level?: Exclude<Level, "observed"> | undefined;
  /** A part of an obligation's name, or several: `ENV-04|listUsers`. */
  readonly grep?: string | undefined;
}

/**
 * What a run judges: all levels up to the given one, and the observations, which never count.
 * @param at the setting of the filter: `--grep`
 * @throws InputError if there is nothing: a run that judges nothing must not look like one that found nothing wrong
 */
export function selectObligations({ level = "declared", grep = "" }: Selection, at = "grep"): readonly Obligation[] {
  const texts = grep.toLowerCase().split("|");
  const all = obligations([...levels.slice(0, levels.indexOf(level) + 1), "observed"]);
  const selected = all.filter((obligation) => {
    const name = obligationName(obligation).toLowerCase();
    return texts.some((text) => name.includes(text.trim()));
  });
  if (selected.length > 0) return selected;
  throw new InputError("these settings", [
    { at, problem: `no requirement or operation matches "${grep}"; orgkit explain lists all` },
  ]);
}
