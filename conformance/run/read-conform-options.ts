import { z } from "zod";
import { readDialect, writtenDialect } from "../../fixtures/dialect/declared.ts";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import type { ConformAllOptions, ConformOptions, RunOptions, TargetOptions } from "../api/conform-options.ts";
import {
  callback,
  connectionOf,
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
import { targetSchema, tokenSchema } from "../target/target.ts";
import type { TargetToJudge } from "./judge-target.ts";
import type { Judging } from "./judge-targets.ts";
import { countObligations } from "./selection.ts";

export const targetOptionsSchema = z.strictObject({
  ...targetShape,
  secondToken: tokenSchema.optional(),
  allowWrites: switchOption,
  quick: switchOption,
  createBody: createBodyOption,
  dialect: z.unknown().optional(),
  name: targetSchema.shape.name.unwrap().optional(),
  tokenVariables: targetSchema.shape.tokenVariables.unwrap().optional(),
} satisfies Record<keyof TargetOptions, z.ZodType>);

/** The selection of what to judge. */
export const chosenShape = {
  level: z.enum(["stated", "implied", "declared"], "expected stated, implied or declared").optional(),
  grep: z.string("expected a part of a requirement's id").optional(),
} satisfies Partial<Record<keyof RunOptions, z.ZodType>>;

const runShape = {
  ...connectionShape,
  ...writingShape,
  ...chosenShape,
  signal: signalOption,
  onResult: callback<NonNullable<RunOptions["onResult"]>>(),
  onProgress: callback<NonNullable<RunOptions["onProgress"]>>(),
} satisfies Record<keyof RunOptions, z.ZodType>;

const conformSchema = targetOptionsSchema.extend(runShape);

const conformAllSchema = z
  .strictObject({
    ...runShape,
    targets: z
      .array(targetOptionsSchema.required({ name: true }))
      .min(1, "expected a target")
      .superRefine(rejectTwins),
    workers: z.int("expected a whole number").min(1, "expected 1 or more").max(32, "expected at most 32").default(2),
    shard: z
      .string()
      .regex(/^[1-9]\d{0,3}\/[1-9]\d{0,3}$/, "expected I/N, for instance 1/3")
      .optional(),
  } satisfies Record<keyof ConformAllOptions, z.ZodType>)
  .refine(({ shard, targets }) => isPart(shard, targets.length), {
    path: ["shard"],
    message: "expected I/N with I from 1 to N, and N no more than there are targets",
  });

/** @throws InputError if an option is wrong */
export async function readConformOptions(options: ConformOptions): Promise<Judging> {
  const { level, grep, ...parsed } = parseOptions(conformSchema, options, "conform");
  countObligations({ level, grep }, "grep");
  return { ...runOf({ ...parsed, level, grep }), targets: [await readTarget(parsed)] };
}

/** @throws InputError if an option is wrong */
export async function readConformAllOptions(options: ConformAllOptions): Promise<Judging> {
  const parsed = parseOptions(conformAllSchema, options, "conformAll");
  const { workers, shard, level, grep } = parsed;
  countObligations({ level, grep }, "grep");
  const targets = await Promise.all(parsed.targets.map(readTarget));
  return { ...runOf(parsed), targets, workers: Math.min(workers, targets.length), shard };
}

/** A target whose dialect is not read yet. */
type GivenTarget = Omit<TargetOptions, "dialect"> & { readonly dialect?: unknown };

/**
 * Converts a target's options.
 * @throws InputError if both tokens are the same, or the dialect is unknown or invalid
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
    headers,
  } = options;
  rejectSameToken(token, secondToken, { first: "token", second: "secondToken" });
  const dialect = options.dialect === undefined ? undefined : await declaredIn(options.dialect);
  return {
    target: { name, baseUrl, ids: idsOf(options), allowWrites, isQuick: quick, createBody, dialect, tokenVariables },
    secrets: { first: token, second: secondToken, headers: { ...headers } },
  };
}

/** @throws InputError if the name is unknown, its file cannot be read, or it has a mistake */
export async function declaredIn(given: unknown): Promise<DialectInput> {
  if (typeof given === "string") return writtenDialect(await openDialect(given));
  return writtenDialect(readDialect(givenValue(given, "options.dialect", "dialect")));
}

function runOf(parsed: RunOptions): Omit<Judging, "targets"> {
  const { level, grep, signal, onResult, onProgress } = parsed;
  return { level, grep, signal, onResult, onProgress, connection: connectionOf(parsed) };
}

function isPart(shard: string | undefined, targets: number): boolean {
  const [index = 1, count = 1] = (shard ?? "1/1").split("/").map(Number);
  return index <= count && count <= targets;
}

function rejectTwins(targets: readonly { readonly name: string }[], context: z.RefinementCtx): void {
  const names = targets.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === index) continue;
    context.addIssue({ code: "custom", path: [index, "name"], message: `"${name}" is given twice` });
  }
}
