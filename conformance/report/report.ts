import { z } from "zod";
import { contract, findRequirement, requirementSet } from "../../fixtures/contract/catalogue.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { levels } from "../../fixtures/contract/requirement.ts";
import type { Finding } from "../run/run.ts";
import { exchangeSchema } from "../target/exchange.ts";
import { curlLine } from "./curl.ts";

const resultSchema = z.strictObject({
  id: z.string().describe("The requirement, for instance ENV-04."),
  operation: z.enum(operationIds),
  level: z.enum(levels),
  section: z.string().describe("The sections of the document, for instance §2."),
  status: z.enum(["passed", "failed", "skipped", "inconclusive", "observed"]),
  message: z.string(),
  reason: z.string().optional().describe("Why it is not verified, where it is not."),
  evidence: z.array(exchangeSchema).describe("The exchanges behind the result, secrets redacted."),
  curl: z.string().optional().describe("A line that repeats the telling request."),
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
      baseUrl: z.string(),
      dialect: z.string().nullable().describe("The name of the declared dialect; null where none was given."),
    }),
    startedAt: z.iso.datetime(),
    durationMs: z.number(),
    requests: z.int().describe("How many requests the run sent."),
    verdict: z.enum(["conforming", "non-conforming", "inconclusive"]),
    complete: z.boolean().describe("Whether every result is verified: none skipped, none inconclusive."),
    summary: z.strictObject({
      passed: z.int(),
      failed: z.int(),
      skipped: z.int(),
      inconclusive: z.int(),
      observed: z.int(),
    }),
    results: z.array(resultSchema),
  })
  .meta({ title: "orgkit report", description: "What a run of the conformance suite found." });

export type Report = z.infer<typeof reportSchema>;

export interface RunFacts {
  readonly version: string;
  readonly baseUrl: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly requests: number;
}

/** Makes the report of a run. */
export function composeReport(facts: RunFacts, findings: readonly Finding[]): Report {
  const results = findings.map(toResult);
  const count = (status: Result["status"]): number => results.filter((result) => result.status === status).length;
  const summary = {
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    inconclusive: count("inconclusive"),
    observed: count("observed"),
  };
  return {
    kit: { name: "orgkit", version: facts.version },
    contract: { ...contract, set: requirementSet },
    target: { baseUrl: facts.baseUrl, dialect: null },
    startedAt: facts.startedAt.toISOString(),
    durationMs: facts.durationMs,
    requests: facts.requests,
    verdict: verdictOf(summary),
    complete: summary.skipped + summary.inconclusive === 0,
    summary,
    results,
  };
}

/** A failure decides; without one, only what was seen to pass makes a target conforming. */
function verdictOf(summary: Report["summary"]): Report["verdict"] {
  if (summary.failed > 0) return "non-conforming";
  return summary.passed > 0 ? "conforming" : "inconclusive";
}

function toResult({ id, operation, status, message, evidence }: Finding): Result {
  const requirement = findRequirement(id);
  if (requirement === undefined) throw new Error(`${id} is no requirement`);
  const notVerified = status === "skipped" || status === "inconclusive";
  const telling = evidence.at(0);
  return {
    id,
    operation,
    level: requirement.level,
    section: requirement.sections.map((section) => `§${section}`).join(", "),
    status,
    message,
    ...(notVerified ? { reason: message } : {}),
    evidence,
    ...(telling === undefined ? {} : { curl: curlLine(telling) }),
  };
}
