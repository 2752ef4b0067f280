import { proxyOf } from "../target/proxy.ts";
import { z } from "zod";
import { writtenDialect } from "../../fixtures/dialect/declared.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import type { ConformOptions, RunOptions, TargetOptions } from "../api/conform-options.ts";
import {
  callback,
  readConnection,
  connectionShape,
  createBodyOption,
  givenValue,
  idsOf,
  parseOptions,
  rejectSameToken,
  signalOption,
  switchOption,
  targetShape,
  writingShape,
} from "../api/option-schemas.ts";
import { reportSchema } from "../report/report.ts";
import { targetSchema, tokenSchema, type Target } from "../target/target.ts";
import type { JudgeOptions, TargetToJudge } from "./judge-target.ts";
import { countObligations, type Selection } from "./selection.ts";
import { readDialect } from "../../fixtures/dialect/read-dialect.ts";

/** What to judge: the parsed options. */
export interface Judging
  extends
    Selection,
    Pick<RunOptions, "signal" | "onExperiment">,
    Pick<JudgeOptions, "connection" | "onUnmet" | "stop"> {
  readonly target: TargetToJudge;
}

const targetOptionsSchema = z.strictObject({
  ...targetShape,
  secondToken: tokenSchema.optional(),
  expiredToken: tokenSchema.optional(),
  secondIds: targetShape.ids,
  allowWrites: switchOption,
  quick: switchOption,
  createBody: createBodyOption,
  dialect: z.unknown().optional(),
  name: targetSchema.shape.name.unwrap().optional(),
  tokenVariables: targetSchema.shape.tokenVariables.unwrap().optional(),
} satisfies Record<keyof TargetOptions, z.ZodType>);

/** The selection of what to judge. */
const selectionShape = {
  level: z.enum(["stated", "implied", "declared"], "expected stated, implied or declared").optional(),
  grep: z.string("expected a part of a requirement's id").optional(),
} satisfies Partial<Record<keyof RunOptions, z.ZodType>>;

const earlierReport = reportSchema.pick({ target: true, runId: true, created: true }).loose();

const runShape = {
  ...connectionShape,
  ...writingShape,
  ...selectionShape,
  baseline: earlierReport.optional(),
  signal: signalOption,
  onExperiment: callback<NonNullable<RunOptions["onExperiment"]>>(),
} satisfies Record<keyof RunOptions, z.ZodType>;

const conformSchema = targetOptionsSchema.extend(runShape);

/** @throws InputError if an option is wrong */
export async function readConformOptions(options: ConformOptions, name = "conform"): Promise<Judging> {
  const { level, grep, baseline, ...parsed } = parseOptions(conformSchema, options, name);
  countObligations({ level, grep }, "grep");
  const { target, secrets } = await readTarget(parsed);
  const earlierUsers = baseline?.target.baseUrl === target.baseUrl ? earlierUsersIn(baseline) : [];
  const { signal, onExperiment } = parsed;
  const connection = readConnection(parsed);
  return { level, grep, signal, onExperiment, connection, target: { target: { ...target, earlierUsers }, secrets } };
}

/** The users that a run created and found in a list at its end. */
function earlierUsersIn({ runId, created }: z.infer<typeof earlierReport>): Target["earlierUsers"] {
  const marker = new RegExp(`${runId}-[\\da-f]{8}`);
  return created.flatMap(({ sent, listedFor }) => {
    const text = marker.exec(sent)?.[0];
    return text === undefined || listedFor === undefined ? [] : [{ text, account: listedFor }];
  });
}

/** A target whose dialect is not read yet. */
type GivenTarget = Omit<TargetOptions, "dialect"> & { readonly dialect?: unknown };

/**
 * Converts a target's options.
 * @throws InputError if both tokens are the same, the dialect is unknown or invalid, or the environment has a bad proxy
 */
export async function readTarget(options: GivenTarget): Promise<TargetToJudge> {
  const {
    name,
    baseUrl,
    allowWrites = false,
    quick,
    createBody,
    tokenVariables,
    token,
    secondToken,
    expiredToken,
    headers,
  } = options;
  const secondIds = idsOf({ ids: options.secondIds });
  // A bad proxy is a mistake of the caller.
  proxyOf(baseUrl, process.env);
  rejectSameToken(token, secondToken, { first: "token", second: "secondToken" });
  const dialect = options.dialect === undefined ? undefined : await readDeclaredDialect(options.dialect);
  return {
    target: {
      name,
      baseUrl,
      ids: idsOf(options),
      secondIds,
      allowWrites,
      isQuick: quick,
      createBody,
      dialect,
      tokenVariables,
    },
    secrets: { first: token, second: secondToken, expired: expiredToken, headers: { ...headers } },
  };
}

/** @throws InputError if the name is unknown, its file cannot be read, or it has a mistake */
async function readDeclaredDialect(given: unknown): Promise<DialectInput> {
  if (typeof given === "string") return writtenDialect(await openDialect(given));
  return writtenDialect(readDialect(givenValue(given, "options.dialect", "dialect")));
}
