import { createHash } from "node:crypto";
import { contract } from "../../fixtures/contract/operations.ts";
import { catalogue, requirementSet } from "../checks/catalogue.ts";
import { canonicalJson } from "./stable-json.ts";

export const digestPattern = /^sha256:[0-9a-f]{64}$/;

/** What a digest proves, and what it does not. */
export const digestInWords =
  "It detects edits (`orgkit verify`), but is not a signature: to prove a report, repeat the run.";

let hash: string | undefined;

/** The hash of the requirement set: two versions of orgkit with one hash judge by the same rules. */
export function catalogueHash(): string {
  hash ??= sha256({
    contract,
    set: requirementSet,
    rules: catalogue.map(({ id, level, sections, operations, rule }) => ({ id, level, sections, operations, rule })),
  });
  return hash;
}

/** A report with its digest, which covers all the rest. */
export function sealed<Report extends object>(report: Report): Report {
  return { ...report, digest: digestOf(report) };
}

/** The digest that fits a report, whatever digest it carries. */
export function digestOf(report: object): string {
  return sha256({ ...report, digest: undefined });
}

function sha256(value: unknown): string {
  return `sha256:${createHash("sha256").update(canonicalJson(value)).digest("hex")}`;
}
