import { z } from "zod";
import { contract } from "../../fixtures/contract/operations.ts";
import { findRequirement, requirementSet } from "../checks/catalogue.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { exchangeSchema } from "../target/exchange.ts";
import { sides, type Finding, type Passed } from "./finding.ts";
import type { Judged } from "./judge.ts";
import type { Mask } from "./mask.ts";

const countsSchema = z.array(z.strictObject({ reason: z.string(), count: z.int() }));

const violationSchema = z.strictObject({
  side: z.enum(sides).describe("Who broke the contract: the client with its request, or the target with its response."),
  operation: z.enum(operationIds).nullable().describe("null if the request matches no operation."),
  rule: z
    .string()
    .describe("The id of the requirement, or a JSON pointer into openapi.json, which is written next to the report."),
  level: z.string().nullable().describe("How far the document carries the requirement: stated, implied or declared."),
  found: z.string(),
  count: z.int().describe("The number of exchanges with it."),
  exchange: exchangeSchema.describe("The first exchange with it, secrets redacted."),
});

export const proxyReportSchema = z
  .strictObject({
    kit: z.strictObject({ name: z.literal("orgkit"), version: z.string() }),
    contract: z.strictObject({ title: z.string(), version: z.string(), set: z.int() }),
    target: z.strictObject({
      baseUrl: z.string(),
      dialect: z.string().nullable().describe("The name of the declared dialect; null if none was given."),
    }),
    startedAt: z.iso.datetime(),
    durationMs: z.number(),
    exchanges: z.int().describe("How many requests were forwarded and got a response."),
    judged: z.int(),
    sides: z.array(z.enum(sides)).describe("The judged side."),
    summary: z.strictObject({
      request: z.int().describe("Violations of the client."),
      reply: z.int().describe("Violations of the target."),
    }),
    violations: z.array(violationSchema),
    unlisted: z.int().describe("Further violations, beyond the maximum listed."),
    notJudged: countsSchema.describe("Exchanges that were forwarded and not judged."),
    noReply: countsSchema.describe("Requests without a complete response from the target: not a violation."),
    operations: z.array(
      z.strictObject({
        operation: z.enum(operationIds),
        statuses: z.record(z.string(), z.int()).describe("How often each status code came."),
      }),
    ),
  })
  .meta({ title: "orgkit proxy report", description: "Traffic between a client and a target." });

export type ProxyReport = z.infer<typeof proxyReportSchema>;
export type Violation = ProxyReport["violations"][number];

/** What is known of a run besides its exchanges. */
export type ProxyRun = Pick<ProxyReport, "target" | "sides" | "durationMs"> & {
  readonly version: string;
  readonly startedAt: Date;
};

/** The exchanges so far, in numbers and violations. Its size does not grow with the exchanges. */
export interface Tally {
  /** @returns the redacted findings, and whether each is new */
  add(
    exchange: Passed,
    judged: Judged,
  ): readonly (Pick<Finding, "side" | "operation" | "rule" | "found"> & { readonly isNew: boolean })[];
  /** A request without a complete response: not a violation of the contract. */
  lose(reason: string): void;
  report(run: ProxyRun): ProxyReport;
}

/** The maximum number of different violations. */
const maxViolations = 300;

export function createTally(mask: Mask): Tally {
  const violations = new Map<string, Violation>();
  const notJudged = new Map<string, number>();
  const noReply = new Map<string, number>();
  const statuses = new Map<string, Map<string, number>>(operationIds.map((operation) => [operation, new Map()]));
  let [exchanges, judged, unlisted] = [0, 0, 0];

  return {
    add(exchange, { operation, findings, notJudged: reason }) {
      exchanges += 1;
      if (reason === undefined) judged += 1;
      else increase(notJudged, reason);
      if (operation !== undefined) increase(statuses.get(operation), String(exchange.response.status));
      // A violation in each record of an exchange counts once.
      const distinct = new Map(
        findings.map((finding) => [
          JSON.stringify([finding.side, finding.operation, finding.rule, finding.place]),
          finding,
        ]),
      );
      return [...distinct].flatMap(([key, { side, rule, ...finding }]) => {
        const known = violations.get(key);
        if (known === undefined && violations.size >= maxViolations) {
          unlisted += 1;
          return [];
        }
        const found = known?.found ?? mask.text(finding.found);
        violations.set(key, {
          side,
          operation: finding.operation ?? null,
          rule,
          level: findRequirement(rule)?.level ?? null,
          found,
          count: (known?.count ?? 0) + 1,
          exchange: known?.exchange ?? mask.exchange(exchange),
        });
        return [{ side, operation: finding.operation, rule, found, isNew: known === undefined }];
      });
    },
    lose: (reason) => increase(noReply, reason),
    report({ version, startedAt, target, sides: judgedSides, durationMs }) {
      // The target's violations first, since a client cannot fix them.
      const sorted = [...violations.values()].toSorted(
        (left, right) => sides.indexOf(right.side) - sides.indexOf(left.side) || right.count - left.count,
      );
      const ofSide = (side: Violation["side"]): number => sorted.filter((violation) => violation.side === side).length;
      return {
        kit: { name: "orgkit", version },
        contract: { ...contract, set: requirementSet },
        target,
        startedAt: startedAt.toISOString(),
        durationMs,
        exchanges,
        judged,
        sides: judgedSides,
        summary: { request: ofSide("request"), reply: ofSide("reply") },
        violations: sorted,
        unlisted,
        notJudged: toCounts(notJudged),
        noReply: toCounts(noReply),
        operations: operationIds
          .map((operation) => ({ operation, statuses: Object.fromEntries(statuses.get(operation) ?? []) }))
          .filter((seen) => Object.keys(seen.statuses).length > 0),
      };
    },
  };
}

function increase(counts: Map<string, number> | undefined, key: string): void {
  counts?.set(key, (counts.get(key) ?? 0) + 1);
}

function toCounts(counts: ReadonlyMap<string, number>): ProxyReport["notJudged"] {
  return [...counts].map(([reason, count]) => ({ reason, count })).toSorted((left, right) => right.count - left.count);
}
