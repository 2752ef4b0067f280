import { createHash } from "node:crypto";
import { contract } from "../../fixtures/contract/operations.ts";
import { catalogue, requirementSet } from "../checks/catalogue.ts";
import { canonicalJson } from "./stable-json.ts";

export const digestPattern = /^sha256:[0-9a-f]{64}$/;

/** What a digest proves. */
export const digestInWords =
  "It detects edits (`orgkit verify`), but is not a signature: to prove a report, repeat the run.";

let hash: string | undefined;

/** The hash of the requirement set: versions of orgkit with the same hash judge by the same rules. */
export function catalogueHash(): string {
  hash ??= sha256({
    contract,
    set: requirementSet,
    rules: catalogue.map(({ id, level, sections, operations, rule }) => ({ id, level, sections, operations, rule })),
  });
  return hash;
}

/** Adds the digest of everything else in a report. */
export function sealed<Report extends object>(report: Report): Report {
  return { ...report, digest: digestOf(report) };
}

/** The correct digest of a report. */
export function digestOf(report: object): string {
  return sha256({ ...report, digest: undefined });
}

function sha256(value: unknown): string {
  return `sha256:${createHash("sha256").update(canonicalJson(value)).digest("hex")}`;
}
