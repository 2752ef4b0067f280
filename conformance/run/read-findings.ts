import type { Facts, Finding, TargetFindings } from "../report/finding.ts";
import { KitFault } from "./kit-fault.ts";
import { cannotBeJudged, factsOf } from "./judging.ts";
import type { Attachment, Run, SuiteLine } from "./run.ts";

/**
 * What the suite found, by target, in the order in which the run names them. A fault of orgkit on one target is the
 * problem of that target, and takes nothing from the others.
 * @param output what the suite printed, for the message of a fault
 * @param run by which a target is known of which nothing was found; absent where blob reports are merged
 * @throws KitFault where the suite told nothing, did not come to its end, or orgkit failed on every target
 */
export function readFindings(lines: readonly SuiteLine[], output: string, run?: Run): readonly TargetFindings[] {
  if (lines.length === 0) throw new KitFault(`the suite ended without findings\n${output}`);
  const faults = lines.filter((line) => "fault" in line);
  const attachments = lines.flatMap((line) => ("attachment" in line ? [line.attachment] : []));
  const parts = Map.groupBy(attachments, ({ facts }) => facts.name);
  const targets = [
    ...silentTargets(run, [...parts.keys()]).filter(({ facts }) => faults.some(({ target }) => target === facts.name)),
    ...[...parts.values()].map((group) => ({ facts: latestFacts(group), findings: group.flatMap(findingsOf) })),
  ].map((found) => withFault(found, faults.find(({ target }) => target === found.facts.name)?.fault));
  const ofSuite = faults.filter(({ target }) => !targets.some(({ facts }) => facts.name === target));
  const fatal = targets.every(({ facts }) => facts.fault !== undefined) ? targets.map(({ facts }) => facts.fault) : [];
  const messages = new Set([...ofSuite.map(({ fault }) => fault), ...fatal]);
  if (messages.size > 0) throw new KitFault([...messages].join("\n"));
  if (!lines.some((line) => "ended" in line)) throw new KitFault(`the suite broke off\n${output}`);
  return targets.toSorted((left, right) => left.facts.index - right.facts.index);
}

/** The targets of a run of which nothing was found. */
function silentTargets(run: Run | undefined, found: readonly string[]): readonly TargetFindings[] {
  if (run === undefined) return [];
  return run.targets
    .filter(({ name }) => !found.includes(name))
    .map((target) => ({ facts: factsOf(target, run), findings: [] }));
}

/** Findings of a target on which orgkit failed are worth nothing. */
function withFault({ facts, findings }: TargetFindings, ofSuite: string | undefined): TargetFindings {
  const fault = facts.fault ?? ofSuite;
  if (fault === undefined) return { facts, findings };
  const problem = `orgkit itself failed on this target, which says nothing about the target. Please report it: ${fault}`;
  return {
    facts: { ...facts, fault, problem },
    findings: findings.map(({ id, operation }) => ({ id, operation, ...cannotBeJudged, evidence: [] })),
  };
}

/** The findings of an attachment, each with its evidence. */
export function findingsOf({ findings, exchanges }: Attachment): readonly Finding[] {
  return findings.map((finding) => ({
    ...finding,
    evidence: finding.evidence.flatMap((index) => exchanges[index] ?? []),
  }));
}

/** Facts grow while a target is judged, so those with the most requests are the last. */
function latestFacts(parts: readonly Attachment[]): Facts {
  const all = parts.map(({ facts }) => facts);
  const [latest] = all.toSorted((left, right) => right.requests - left.requests);
  if (latest === undefined) throw new KitFault("a target without findings");
  const fault = all.find((facts) => facts.fault !== undefined)?.fault;
  return fault === undefined ? latest : { ...latest, fault };
}
