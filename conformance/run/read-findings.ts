import type { Facts, Finding, TargetFindings } from "../report/finding.ts";
import { KitFault } from "./kit-fault.ts";
import type { Attachment, SuiteLine } from "./run.ts";

/**
 * What the suite found, by target, in the order in which the run names them.
 * @param output what the suite printed, for the message of a fault
 * @throws KitFault where it told nothing, did not come to its end, or something in it broke
 */
export function readFindings(lines: readonly SuiteLine[], output: string): readonly TargetFindings[] {
  if (lines.length === 0) throw new KitFault(`the suite ended without findings\n${output}`);
  const faults = lines.flatMap((line) => ("fault" in line ? [line.fault] : []));
  if (faults.length > 0) throw new KitFault([...new Set(faults)].join("\n"));
  if (!lines.some((line) => "ended" in line)) throw new KitFault(`the suite broke off\n${output}`);
  const attachments = lines.flatMap((line) => ("attachment" in line ? [line.attachment] : []));
  return [...Map.groupBy(attachments, ({ facts }) => facts.name).values()]
    .map((parts) => ({ facts: latestFacts(parts), findings: parts.flatMap(findingsOf) }))
    .toSorted((left, right) => left.facts.index - right.facts.index);
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
  const [latest] = parts.map(({ facts }) => facts).toSorted((left, right) => right.requests - left.requests);
  if (latest === undefined) throw new KitFault("a target without findings");
  return latest;
}
