import { writtenDialect } from "../../fixtures/dialect/declared.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { readDialect } from "../../fixtures/dialect/read-dialect.ts";
import { conformOptions, type ConformOptions, givenValue, mergeIds, parseOptions } from "../options/options.ts";
import type { Obligation } from "../requirements/catalogue.ts";
import type { Report } from "../report/report.ts";
import { findProxy } from "../target/proxy.ts";
import type { Target } from "../target/target.ts";
import type { Connection } from "../target/connection.ts";
import type { JudgeOptions, TargetToJudge } from "./judge-target.ts";
import { selectObligations } from "./selection.ts";

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
  const prefix = `${runId}-`;
  return created.flatMap(({ sent, listedFor }) => {
    const start = sent.indexOf(prefix);
    const text = sent.slice(start, start + prefix.length + 8);
    const isMarker = start >= 0 && /^[\da-f]{8}$/.test(text.slice(prefix.length));
    return !isMarker || listedFor === undefined ? [] : [{ text, account: listedFor }];
  });
}

/** @throws InputError if the name is unknown, its file cannot be read, or it has a mistake */
async function readDeclaredDialect(given: DialectInput | string): Promise<DialectInput> {
  if (typeof given === "string") return writtenDialect(await openDialect(given));
  return writtenDialect(readDialect(givenValue(given, "options.dialect", "dialect")));
}
