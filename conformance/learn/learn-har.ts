import { openHar } from "../har/read.ts";
import { openRecordedSource, recordedAnswers } from "../har/recorded-source.ts";
import { isUnset, Unset, type Answer } from "../discovery/observation.ts";
import { targetSchema } from "../target/target.ts";
import { learnFromSource, type Learned, type LearnedTraffic } from "./learn-from.ts";
import { whatToRecord } from "./what-to-record.ts";

/** Recorded traffic, opened for learning. */
export interface OpenTraffic {
  readonly baseUrl: string;
  readonly recorded: readonly Answer[];
  readonly traffic: LearnedTraffic;
}

/**
 * Opens HAR files for learning.
 * @throws InputError if they are not HAR files, or contain no request to the interface
 */
export async function openTraffic(files: readonly string[], given?: string): Promise<OpenTraffic> {
  const recording = await openHar(files, given);
  const { answers, notes } = await recordedAnswers(recording);
  const { baseUrl, files: names, entries, used, leftOut, notes: ofFiles } = recording.traffic;
  return {
    baseUrl,
    recorded: answers,
    traffic: {
      files: names,
      exchanges: used,
      notes: [
        `${used} of ${entries} entries were used`,
        ...leftOut.map(({ reason, count }) => `left out: ${reason} (${count})`),
        ...ofFiles,
        ...notes,
      ],
    },
  };
}

/** Learns from recorded traffic; nothing is sent. For missing keys, the result says what to record. */
export async function learnTraffic(
  { baseUrl, recorded, traffic }: OpenTraffic,
  { forWorld }: { readonly forWorld: boolean },
): Promise<Learned> {
  const source = openRecordedSource(targetSchema.parse({ baseUrl, allowWrites: false }), recorded);
  const learned = await learnFromSource(source, { requests: () => 0, forWorld: forWorld ? () => 0 : undefined });
  const findings = learned.findings.map(({ key, finding }) => ({
    key,
    finding: isUnset(finding) ? new Unset(finding.unset, whatToRecord(key)) : finding,
  }));
  return { ...learned, findings, traffic, requests: 0, created: [] };
}
