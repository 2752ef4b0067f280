import { z } from "zod";
import { counted } from "../../fixtures/text.ts";
import { orgkitVersion } from "../version.ts";
import type { ConformRecordedOptions } from "../api/conform-options.ts";
import { harOption, parseOptions, targetShape } from "../api/option-schemas.ts";
import { type Obligation, obligationName } from "../checks/catalogue.ts";
import { rememberAccepted } from "../proxy/judge.ts";
import { outcomesOf, type Ruled } from "../proxy/judge-response.ts";
import { createMask } from "../proxy/mask.ts";
import { findPlace } from "../proxy/place.ts";
import { composeReport, type Finding, type Report } from "../report/report.ts";
import { factsOf, findingOf } from "../run/judge-target.ts";
import { chosenShape, declaredIn } from "../run/read-conform-options.ts";
import { countObligations, selectObligations } from "../run/selection.ts";
import type { Exchange } from "../target/exchange.ts";
import { newRunId } from "../target/body.ts";
import { targetSchema } from "../target/target.ts";
import { isPlaceholder, openHar, pathOf, type Recorded } from "./read.ts";
import { textWithoutValues, withoutValues } from "./without-values.ts";

const recordedSchema = z.strictObject({
  har: harOption,
  baseUrl: targetShape.baseUrl.optional(),
  dialect: z.unknown().optional(),
  ...chosenShape,
} satisfies Record<keyof ConformRecordedOptions, z.ZodType>);

/** How often a rule was checked on an operation, and the first exchange for each outcome. */
interface Tally {
  seen: number;
  failed: number;
  message: string;
  /** The place of the first exchange. */
  place: string;
  readonly evidence: Exchange[];
}

/** The maximum number of exchanges per failure. */
const maxEvidence = 3;

/**
 * Judges recorded traffic by every rule that one exchange shows, as `orgkit proxy` does; nothing is sent.
 * @throws InputError if options are invalid, or the files are not HAR files or contain no request to the interface
 */
export async function judgeTraffic(options: ConformRecordedOptions): Promise<Report> {
  const { har, baseUrl, dialect: given, ...chosen } = parseOptions(recordedSchema, options, "conform");
  countObligations(chosen, "grep");
  const declared = given === undefined ? undefined : await declaredIn(given);
  const startedAt = new Date();
  const { traffic, exchanges } = openHar(har, baseUrl);
  const target = targetSchema.parse({ baseUrl: traffic.baseUrl, allowWrites: false, dialect: declared });
  const mask = createMask();
  const mayBeRejected = rememberAccepted();
  const tallies = new Map<string, Tally>();
  const add = (name: string, { status, message }: Ruled["outcome"], { passed, place }: Recorded): void => {
    const isFailed = status === "failed";
    if (!isFailed && status !== "passed") return;
    const tally = tallies.get(name) ?? { seen: 0, failed: 0, message: "", place: "", evidence: [] };
    tallies.set(name, tally);
    const isFirst = tally.seen === 0 || (isFailed && tally.failed === 0);
    tally.seen += 1;
    if (isFailed) tally.failed += 1;
    if (isFirst) {
      tally.message = mask.text(textWithoutValues(message, passed));
      tally.place = place;
      tally.evidence.length = 0;
    }
    if (isFailed ? tally.evidence.length < maxEvidence : isFirst)
      tally.evidence.push(withoutValues(mask.exchange(passed, Number.POSITIVE_INFINITY), traffic.baseUrl));
  };
  for (const recorded of exchanges) {
    const { passed } = recorded;
    const place = findPlace(passed.request.method, pathOf(passed, traffic.baseUrl));
    if (place.kind !== "operation") continue;
    const { operation } = place;
    mask.learn(passed);
    if (mayBeRejected(passed, operation)) continue;
    for (const { id, outcome } of await outcomesOf(passed, operation, target)) {
      if (id === "AUTH-01" && isPlaceholder(passed)) continue;
      add(`${id} ${operation}`, outcome, recorded);
    }
  }
  const { baseUrl: _, files, leftOut, notes, ...counts } = traffic;
  const shown = { ...counts, files: [...files], leftOut: [...leftOut], notes: [...notes] };
  const selected = selectObligations(chosen).filter(({ requirement }) => requirement.level !== "observed");
  return composeReport(orgkitVersion, {
    facts: {
      ...factsOf(target, newRunId()),
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      traffic: shown,
    },
    findings: selected.map((obligation) => found(obligation, tallies, target.dialect !== undefined)),
  });
}

function found(obligation: Obligation, tallies: ReadonlyMap<string, Tally>, isDeclared: boolean): Finding {
  const tally = tallies.get(obligationName(obligation));
  if (tally === undefined) {
    const isLacking = obligation.requirement.level === "declared" && !isDeclared;
    return findingOf(obligation, {
      status: "skipped",
      evidence: [],
      ...(isLacking
        ? { message: "no dialect (--dialect)", lack: "dialect" }
        : { message: "the recorded traffic does not show it" }),
    });
  }
  const { seen, failed, message, place, evidence } = tally;
  const count = counted(seen, "exchange");
  return findingOf(obligation, {
    status: failed > 0 ? "failed" : "passed",
    message: failed > 0 ? `${message} (in ${failed} of ${count}, the first: ${place})` : `in ${count}: ${message}`,
    evidence,
  });
}
