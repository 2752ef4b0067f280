import { z } from "zod";
import { contract, operationIds } from "../../fixtures/contract/operations.ts";
import { findRequirement, requirementSet } from "../requirements/catalogue.ts";
import { levels } from "../requirements/requirement.ts";
import type { Check } from "../log/rule.ts";
import { asEvidence, exchangeSchema, type HttpExchange } from "../target/exchange.ts";
import { remedies } from "../log/model.ts";
import { targetSchema } from "../target/target.ts";
import type { RepeatOptions } from "../../fixtures/values/curl.ts";
import { curlLine, repeatScript, scriptSchema, usualRepeatOptions } from "./repeat.ts";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { memoize } from "../../fixtures/values/memoize.ts";

export const choicesSchema = z
  .array(
    z.strictObject({
      openPoint: z.string().describe("The open point, for instance paging-parameters."),
      section: z.string().describe("The section of the document that leaves it open, for instance §4."),
      title: z.string().describe("What is left open."),
      key: z.string().optional().describe("The dialect key for it; absent if there is none."),
      choices: z
        .array(z.strictObject({ operation: z.enum(operationIds), choice: z.string() }))
        .describe("The target's behavior, in plain words; empty if nothing showed it."),
    }),
  )
  .describe("The observed-choices sheet: every open point of the document, in its order.");

export type Choices = z.infer<typeof choicesSchema>;

/** A user that a run created or may have created. The interface cannot delete users, so someone may have to. */
const createdSchema = z.strictObject({
  sent: z.string().describe("The body of the request."),
  received: z
    .string()
    .describe(
      "The `data` of the response, as JSON; the start of the body if it has none; or why there is no response.",
    ),
  shownBy: z
    .enum(["list", "nothing"])
    .optional()
    .describe(
      "The evidence, if the response does not show that a user was created: `list`, the list of users has one more; `nothing`, it is only possible.",
    ),
  listedFor: z
    .enum(["first", "second"])
    .optional()
    .describe("The account whose list of users had it at the end of the run; a run with this baseline looks for it."),
});

const statusSchema = z.enum(["passed", "failed", "skipped", "inconclusive", "observed"]);

const placeSchema = z.strictObject({
  place: z.string(),
  status: statusSchema,
  reason: z.string().optional(),
});

const resultSchema = z.strictObject({
  id: z.string().describe("The requirement, for instance ENV-04."),
  operation: z.enum(operationIds),
  level: z.enum(levels),
  section: z.string().describe("The sections of the document, for instance §2."),
  status: statusSchema,
  message: z.string(),
  observations: z
    .array(
      z.strictObject({
        key: z.string().describe("The key of a dialect, or of `observed` if a dialect has none."),
        value: z.json(),
      }),
    )
    .optional()
    .describe("The observations by key, which the message has in words. Only for observed results."),
  places: z
    .array(placeSchema)
    .optional()
    .describe("The places besides the plain request where the rule was checked, or could not be, with the results."),
  credentials: z
    .array(z.string())
    .optional()
    .describe("The wrong credentials that it says this of, by name: accepted ones of a failure, or rejected ones."),
  reason: z.string().optional().describe("Why it is not verified; absent if it is."),
  evidence: z
    .array(exchangeSchema)
    .describe("The exchanges behind the result, secrets redacted; of what passed, one in short."),
  curl: z.string().optional().describe("A command that repeats the decisive request."),
  script: scriptSchema
    .optional()
    .describe("For a failure that several requests show: a shell script that repeats them, in their order."),
});

export type Result = z.infer<typeof resultSchema>;

export const reportSchema = z
  .strictObject({
    kit: z.strictObject({ name: z.literal("orgkit"), version: z.string() }),
    contract: z.strictObject({
      title: z.string(),
      version: z.string(),
      set: z.int().describe("The version of the requirement set."),
    }),
    target: z.strictObject({
      name: targetSchema.shape.name.unwrap().describe("Its name in the run."),
      baseUrl: z.string(),
      dialect: z.string().nullable().describe("The name of the declared dialect; null if none was given."),
    }),
    command: z.string().optional().describe("The command that repeats it; the tokens come from the environment."),
    startedAt: z.iso.datetime(),
    durationMs: z.number(),
    requests: z.int().describe("How many requests the run sent."),
    waitedMs: z.number().describe("How long the run waited for the target's rate limit."),
    placesLeftOut: z.string().optional().describe("Places that were not looked at, since the run had become too long."),
    runId: z.string().describe("The prefix of all values that the run generated for the target."),
    created: z.array(createdSchema).describe("The users that the run created, or may have created, as far as visible."),
    removedSince: z
      .array(z.string())
      .optional()
      .describe(
        "The values of users that the run of the baseline created and found in a list at its end, and that no list has now. It is never a failure: a client, or a restart, may remove users.",
      ),
    verdict: z.enum(["conforming", "non-conforming", "inconclusive"]),
    complete: z
      .boolean()
      .describe("Whether everything that applies to this target was verified: nothing was missing or inconclusive."),
    missing: z
      .array(z.strictObject({ give: z.string(), toVerify: z.int() }))
      .describe("The options that would complete the verdict, and how many results need them."),
    problem: z.string().optional().describe("Why the target cannot be judged; absent if it was."),
    unmet: z
      .array(z.string())
      .optional()
      .describe(
        "What was given and could not be used, such as a token that the target rejects, or an operation that could not be judged. Without a failure, the verdict is then inconclusive.",
      ),
    summary: z.strictObject({
      passed: z.int(),
      failed: z.int(),
      skipped: z.int(),
      inconclusive: z.int(),
      observed: z.int(),
    }),
    results: z.array(resultSchema),
    choices: choicesSchema,
  })
  .meta({ title: "orgkit report", description: "The result of a conformance run." });

export type Report = z.infer<typeof reportSchema>;

/** What is known of a run besides its checks. */
export type RunDetails = Pick<
  Report,
  | "target"
  | "runId"
  | "startedAt"
  | "durationMs"
  | "requests"
  | "waitedMs"
  | "placesLeftOut"
  | "created"
  | "removedSince"
  | "problem"
  | "unmet"
>;

/** One check of each requirement and operation, in the order of the catalogue. */
export interface JudgedTarget {
  readonly run: RunDetails;
  readonly checks: readonly Check[];
}

/** Makes the report of one target. */
export function composeReport(version: string, { run, checks }: JudgedTarget, repeat?: RepeatOptions): Report {
  const results = checks.map((check) => toResult(check, repeat));
  const judged = checks.filter(({ requirement }) => findRequirement(requirement)?.level !== "observed");
  return {
    kit: { name: "orgkit", version },
    contract: { ...contract, set: requirementSet },
    ...run,
    verdict: decideVerdict(results, run),
    complete: run.problem === undefined && judged.every(isVerified),
    missing: [...remedies]
      .map(([lack, { give }]) => ({ give, toVerify: judged.filter((check) => check.lack === lack).length }))
      .filter(({ toVerify }) => toVerify > 0),
    summary: countResults(results),
    results,
    choices: listChoices(results),
  };
}

/** Verified, or not applicable to this target. */
function isVerified({ status, lack }: Check): boolean {
  return (status !== "skipped" && status !== "inconclusive") || lack === "nothing";
}

export function countResults(results: readonly Pick<Result, "status">[]): Report["summary"] {
  const counts = { passed: 0, failed: 0, skipped: 0, inconclusive: 0, observed: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
}

/**
 * A failure decides. Without one, something must have passed for a target to be conforming, all that was given must have
 * been of use, and the target must have responded to the end. The traffic of others is never enough, since it lacks the
 * most important requests.
 */
export function decideVerdict(
  results: readonly Pick<Result, "status">[],
  { problem, unmet }: Pick<Report, "problem" | "unmet"> = {},
): Report["verdict"] {
  const { failed, passed } = countResults(results);
  if (failed > 0) return "non-conforming";
  return problem === undefined && unmet === undefined && passed > 0 ? "conforming" : "inconclusive";
}

const exitCodes: Readonly<Record<Report["verdict"], number>> = { conforming: 0, "non-conforming": 1, inconclusive: 3 };

/** 0 conforming, 1 non-conforming, 3 if it could not be judged. */
export function decideExitCode({ verdict }: Pick<Report, "verdict">): number {
  return exitCodes[verdict];
}

/** An exchange as evidence, without its place in the run. Many results share one, so it is shortened once. */
const toEvidence = memoize((exchange: HttpExchange, form: "short" | "long") =>
  form === "short" ? asEvidence(exchange, 200) : asEvidence(exchange),
);

/** Longer words are no arguments of a command: Linux takes 128 kB of each. */
const maxCommand = 100_000;

/** Writes a check for a report. */
export function toResult(
  { requirement: id, operation, status, message, observations, places, credentials: wrong, exchanges, sequence }: Check,
  repeat: RepeatOptions = usualRepeatOptions,
): Result {
  const requirement = findRequirement(id);
  if (requirement === undefined) throw new Error(`${id} is not a requirement`);
  const [decisive] = exchanges;
  const command = decisive === undefined ? "" : curlLine(decisive, repeat);
  return {
    id,
    operation,
    level: requirement.level,
    section: requirement.sections.map((section) => `§${section}`).join(", "),
    status,
    message,
    observations: observations && [...observations],
    places: places && toPlaces(places),
    credentials: wrong && [...wrong],
    reason: status === "skipped" || status === "inconclusive" ? message : undefined,
    evidence: (status === "passed" ? exchanges.slice(0, 1) : exchanges).map((exchange) =>
      toEvidence(exchange, status === "failed" ? "long" : "short"),
    ),
    curl: command === "" || command.length > maxCommand ? undefined : command,
    script: sequence && repeatScript({ name: { id, operation }, message, exchanges: sequence }, repeat),
  };
}

function toPlaces(places: NonNullable<Check["places"]>): Result["places"] {
  return [...places].map(([place, { status, message }]) => ({
    place,
    status,
    reason: status === "passed" ? undefined : message,
  }));
}

/** The observed-choices sheet of one target. */
export function listChoices(
  results: readonly (Pick<Result, "id" | "operation" | "message"> & { readonly status: string })[],
): Choices {
  const seen = Map.groupBy(
    results.filter(({ status }) => status === "observed"),
    ({ id }) => findOpenPoint(id),
  );
  return openPoints.map(({ id, section, title, key }) => ({
    openPoint: id,
    section: `§${section}`,
    title,
    key,
    choices: operationIds.flatMap((operation) =>
      (seen.get(id) ?? [])
        .filter((result) => result.operation === operation)
        .map(({ message }) => ({ operation, choice: message })),
    ),
  }));
}

function findOpenPoint(requirement: string): string | undefined {
  const row = findRequirement(requirement);
  return row?.level === "observed" ? row.openPoint : undefined;
}
