import { createHash } from "node:crypto";
import { z } from "zod";
import { catalogue, contract, requirementSet } from "../../fixtures/contract/catalogue.ts";
import { verdictLine } from "./extent.ts";
import { code, fenced, inline, inTable } from "./markdown.ts";
import type { Report, Result } from "./report.ts";
import { canonicalJson } from "./stable-json.ts";

const digestPattern = /^sha256:[0-9a-f]{64}$/;

/**
 * What a vendor can publish about an implementation: what was verified and what not, by which set, and the command
 * that repeats it. Its digest shows an edit made by accident or by a careless hand. It is no signature: whoever edits
 * on purpose can make a new one. What proves a statement is the command.
 */
export const statementSchema = z
  .strictObject({
    kit: z.strictObject({ name: z.literal("orgkit"), version: z.string() }),
    contract: z.strictObject({
      title: z.string(),
      version: z.string(),
      set: z.int().describe("The version of the requirement set."),
      hash: z.string().regex(digestPattern).describe("The requirement set itself, as a hash."),
    }),
    target: z.strictObject({ name: z.string(), baseUrl: z.string(), dialect: z.string().nullable() }),
    madeAt: z.iso.datetime().describe("When the run ended."),
    verdict: z.enum(["conforming", "non-conforming", "inconclusive"]),
    complete: z.boolean(),
    extent: z.string().describe("The verdict and how far it reaches, in words."),
    verified: z.array(z.string()).describe("What passed, for instance ENV-04 listUsers."),
    failed: z.array(z.strictObject({ name: z.string(), found: z.string() })),
    notVerified: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
    command: z.string().describe("The command that repeats it."),
    digest: z.string().regex(digestPattern).describe("sha256 over all the rest. No signature."),
  })
  .meta({ title: "orgkit statement", description: "What a vendor publishes about the conformance of a target." });

export type Statement = z.infer<typeof statementSchema>;

/** Makes the statement of a report; the same report and command make the same statement. */
export function makeStatement(report: Report, command: string): Statement {
  const judged = report.results.filter(({ level }) => level !== "observed");
  const of = (...statuses: readonly Result["status"][]): readonly Result[] =>
    judged.filter(({ status }) => statuses.includes(status));
  const rest = {
    kit: report.kit,
    contract: { ...report.contract, hash: catalogueHash() },
    target: report.target,
    madeAt: new Date(Date.parse(report.startedAt) + report.durationMs).toISOString(),
    verdict: report.verdict,
    complete: report.complete,
    extent: verdictLine(report),
    verified: of("passed").map(nameOf),
    failed: of("failed").map((result) => ({ name: nameOf(result), found: result.message })),
    notVerified: of("skipped", "inconclusive").map((result) => ({
      name: nameOf(result),
      reason: result.reason ?? result.message,
    })),
    command,
  };
  return { ...rest, digest: digestOf(rest) };
}

function nameOf({ id, operation }: Result): string {
  return `${id} ${operation}`;
}

/** The hash of the requirement set of this kit: two kits of one hash judge by the same rules. */
export function catalogueHash(): string {
  const rules = catalogue.map(({ id, level, sections, operations, rule }) => ({
    id,
    level,
    sections,
    operations,
    rule,
  }));
  return sha256({ contract, set: requirementSet, rules });
}

/** What can be told of a statement or report without asking its target. */
export interface Verification {
  /** Whether it is as it was made; `undefined` where it carries no digest. */
  readonly intact: boolean | undefined;
  /** Whether it was judged by the requirement set of this kit. */
  readonly sameSet: boolean;
  /** What it says of itself does not hold together, in words. */
  readonly contradictions: readonly string[];
}

/** Checks a statement by what stands in it. */
export function verifyStatement(statement: Statement): Verification {
  const { verified, failed, verdict, complete, notVerified } = statement;
  const contradictions = [
    ...(verdict === "conforming" && failed.length > 0 ? ["it says conforming and lists failures"] : []),
    ...(verdict === "non-conforming" && failed.length === 0 ? ["it says non-conforming and lists no failure"] : []),
    ...(verdict === "conforming" && verified.length === 0 ? ["it says conforming and nothing was verified"] : []),
    ...(complete && verified.length + failed.length === 0 ? ["it says complete and nothing was verified"] : []),
    ...twice([...verified, ...failed.map(({ name }) => name), ...notVerified.map(({ name }) => name)]),
  ];
  return {
    intact: statement.digest === digestOf(statement),
    sameSet: statement.contract.set === requirementSet && statement.contract.hash === catalogueHash(),
    contradictions,
  };
}

function twice(names: readonly string[]): readonly string[] {
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...repeated].map((name) => `it lists ${name} twice`);
}

/** The digest a report should carry: over the report without its own `digest`. */
export function reportDigest(report: Report): string {
  return digestOf(report);
}

/** Checks a report by what stands in it. */
export function verifyReport(report: Report): Verification {
  const failed = report.results.filter(({ status }) => status === "failed").length;
  const passed = report.results.filter(({ status }) => status === "passed").length;
  const contradictions = [
    ...(failed > 0 && report.verdict !== "non-conforming" ? [`it says ${report.verdict} and holds failures`] : []),
    ...(failed === 0 && report.verdict === "non-conforming" ? ["it says non-conforming and holds no failure"] : []),
    ...(report.verdict === "conforming" && passed === 0 ? ["it says conforming and nothing was verified"] : []),
    ...(report.summary.failed === failed && report.summary.passed === passed
      ? []
      : ["its summary does not count its results"]),
  ];
  return {
    intact: report.digest === undefined ? undefined : report.digest === digestOf(report),
    sameSet: report.contract.set === requirementSet && report.contract.version === contract.version,
    contradictions,
  };
}

function digestOf(document: Readonly<Record<string, unknown>>): string {
  return sha256({ ...document, digest: undefined });
}

function sha256(value: unknown): string {
  return `sha256:${createHash("sha256").update(canonicalJson(value)).digest("hex")}`;
}

/** A statement as Markdown, for a README or a page of the vendor's. */
export function statementMarkdown(statement: Statement): string {
  const { contract: by, target, verified, failed, notVerified } = statement;
  const named = (title: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`## ${title} (${names.length})`, "", ...names.map((name) => `- ${name}`), ""];
  return [
    `# ${inline(target.name)}: ${inline(statement.extent)}`,
    "",
    `| | |`,
    `| --- | --- |`,
    `| Target | ${code(target.baseUrl)} |`,
    `| Dialect | ${target.dialect === null ? "not declared" : inTable(target.dialect)} |`,
    `| Judged by | ${by.title} ${by.version}, requirement set ${by.set} |`,
    `| Set | \`${by.hash}\` |`,
    `| Kit | ${statement.kit.name} ${inTable(statement.kit.version)} |`,
    `| Made | ${statement.madeAt} |`,
    `| Complete | ${statement.complete ? "yes" : "no"} |`,
    "",
    "To repeat it:",
    "",
    fenced(statement.command, "sh", 4000),
    "",
    ...named(
      "Failed",
      failed.map(({ name, found }) => `${name}: ${inline(found)}`),
    ),
    ...named(
      "Not verified",
      notVerified.map(({ name, reason }) => `${name}: ${inline(reason)}`),
    ),
    ...named("Verified", verified),
    `Digest \`${statement.digest}\`: it shows an edit made by accident or by a careless hand (\`orgkit verify\`). It is no signature; what proves this statement is the command above.`,
    "",
  ].join("\n");
}
