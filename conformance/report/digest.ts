import { createHash } from "node:crypto";
import { catalogue, contract, requirementSet } from "../../fixtures/contract/catalogue.ts";
import type { Report } from "./report.ts";
import type { RunReport } from "./run-report.ts";
import { canonicalJson } from "./stable-json.ts";

export const digestPattern = /^sha256:[0-9a-f]{64}$/;

/** What a digest proves, and what it does not. */
export const digestInWords =
  "It shows an edit made by accident or by a careless hand (`orgkit verify`). It is not a signature: what proves a report is the command that repeats it.";

let hash: string | undefined;

/** The hash of the requirement set of this kit: two kits of one hash judge by the same rules. */
export function catalogueHash(): string {
  hash ??= sha256({
    contract,
    set: requirementSet,
    rules: catalogue.map(({ id, level, sections, operations, rule }) => ({ id, level, sections, operations, rule })),
  });
  return hash;
}

/** A report with its digest, which covers all the rest. */
export function sealed<Kind extends Report | RunReport>(report: Kind): Kind {
  return { ...report, digest: digestOf(report) };
}

/** What a report shows without asking its target. */
export interface Verification {
  /** Whether it is as it was made; `undefined` where it carries no digest. */
  readonly intact: boolean | undefined;
  /** Whether it was judged by the requirement set of this kit. */
  readonly sameSet: boolean;
  /** What in it does not hold together, in words. */
  readonly contradictions: readonly string[];
}

/** Checks a report against itself. */
export function verifyReport(report: Report | RunReport): Verification {
  const { results, verdict, summary, digest } = report;
  const failed = results.filter(({ status }) => status === "failed").length;
  const passed = results.filter(({ status }) => status === "passed").length;
  const contradictions = [
    ...(failed > 0 && verdict !== "non-conforming" ? [`it says ${verdict} and holds failures`] : []),
    ...(failed === 0 && verdict === "non-conforming" ? ["it says non-conforming and holds no failure"] : []),
    ...(verdict === "conforming" && passed === 0 ? ["it says conforming and nothing was verified"] : []),
    ...(summary.failed === failed && summary.passed === passed ? [] : ["its summary does not count its results"]),
  ];
  return {
    intact: digest === undefined ? undefined : digest === digestOf(report),
    sameSet: report.contract.set === requirementSet && report.contract.hash === catalogueHash(),
    contradictions,
  };
}

function digestOf(report: Report | RunReport): string {
  return sha256({ ...report, digest: undefined });
}

function sha256(value: unknown): string {
  return `sha256:${createHash("sha256").update(canonicalJson(value)).digest("hex")}`;
}
