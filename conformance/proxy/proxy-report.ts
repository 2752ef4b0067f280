import { z } from "zod";
import { contract, findRequirement, requirementSet } from "../../fixtures/contract/catalogue.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { exchangeSchema } from "../target/exchange.ts";
import { sides } from "./finding.ts";
import type { Tally, Violation } from "./tally.ts";

const countsSchema = z.array(z.strictObject({ reason: z.string(), count: z.int() }));

const violationSchema = z.strictObject({
  side: z.enum(sides).describe("Who broke the contract: the client by its request, or the target by its reply."),
  operation: z.enum(operationIds).nullable().describe("null where the call means none."),
  rule: z
    .string()
    .describe("The id of the requirement, or a JSON pointer into openapi.json, which is written beside the report."),
  level: z.string().nullable().describe("How far the document carries the requirement: stated, implied or declared."),
  found: z.string(),
  count: z.int().describe("In how many exchanges."),
  exchange: exchangeSchema.describe("The first that showed it, secrets redacted."),
});

export const proxyReportSchema = z
  .strictObject({
    kit: z.strictObject({ name: z.literal("orgkit"), version: z.string() }),
    contract: z.strictObject({ title: z.string(), version: z.string(), set: z.int() }),
    target: z.strictObject({
      baseUrl: z.string(),
      dialect: z.string().nullable().describe("The name of the declared dialect; null where none was given."),
    }),
    startedAt: z.iso.datetime(),
    durationMs: z.number(),
    exchanges: z.int().describe("How many calls were passed on and answered."),
    judged: z.int(),
    sides: z.array(z.enum(sides)).describe("Whose breaches were looked for."),
    summary: z.strictObject({
      request: z.int().describe("Violations of the client."),
      reply: z.int().describe("Violations of the target."),
    }),
    violations: z.array(violationSchema),
    untold: z.int().describe("Further breaches, beyond the most violations that are told apart."),
    notJudged: countsSchema.describe("Exchanges that were passed on and not judged."),
    noReply: countsSchema.describe("Calls that got no whole reply from the target: no breach of the contract."),
    operations: z.array(
      z.strictObject({
        operation: z.enum(operationIds),
        statuses: z.record(z.string(), z.int()).describe("How often each status code came."),
      }),
    ),
  })
  .meta({ title: "orgkit proxy report", description: "What passed between a client and a target." });

export type ProxyReport = z.infer<typeof proxyReportSchema>;

/** What is known of a run beside what passed. */
export interface ProxyRun {
  readonly version: string;
  readonly baseUrl: string;
  /** The name of the declared dialect. */
  readonly dialect: string | undefined;
  readonly sides: ProxyReport["sides"];
  readonly startedAt: Date;
  readonly durationMs: number;
}

export function composeProxyReport(run: ProxyRun, tally: Tally): ProxyReport {
  const violations = tally.violations.map(toReported).toSorted(bySideThenCount);
  const ofSide = (side: ProxyReport["sides"][number]): number =>
    violations.filter((violation) => violation.side === side).length;
  return {
    kit: { name: "orgkit", version: run.version },
    contract: { ...contract, set: requirementSet },
    target: { baseUrl: run.baseUrl, dialect: run.dialect ?? null },
    startedAt: run.startedAt.toISOString(),
    durationMs: run.durationMs,
    exchanges: tally.exchanges,
    judged: tally.judged,
    sides: run.sides,
    summary: { request: ofSide("request"), reply: ofSide("reply") },
    violations,
    untold: tally.untold,
    notJudged: toCounts(tally.notJudged),
    noReply: toCounts(tally.lost),
    operations: operationIds
      .map((operation) => ({ operation, statuses: tally.statuses.get(operation) ?? new Map<number, number>() }))
      .filter(({ statuses }) => statuses.size > 0)
      .map(({ operation, statuses }) => ({ operation, statuses: Object.fromEntries(statuses) })),
  };
}

function toReported({ side, operation, rule, found, count, exchange }: Violation): ProxyReport["violations"][number] {
  const level = findRequirement(rule)?.level ?? null;
  return { side, operation: operation ?? null, rule, level, found, count, exchange };
}

/** The target's first, since they are what a client cannot mend. */
function bySideThenCount(left: ProxyReport["violations"][number], right: ProxyReport["violations"][number]): number {
  if (left.side !== right.side) return left.side === "reply" ? -1 : 1;
  return right.count - left.count;
}

function toCounts(counts: ReadonlyMap<string, number>): { reason: string; count: number }[] {
  return [...counts].map(([reason, count]) => ({ reason, count })).toSorted((left, right) => right.count - left.count);
}
