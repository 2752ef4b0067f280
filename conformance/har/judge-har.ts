import { z } from "zod";
import type { ConformRecordedOptions } from "../api/conform-options.ts";
import { harOption, parseOptions, targetShape } from "../api/option-schemas.ts";
import { TrafficJudge } from "../proxy/traffic-judge.ts";
import type { Report } from "../report/report.ts";
import { selectionShape, readDeclaredDialect } from "../run/read-conform-options.ts";
import { countObligations } from "../run/selection.ts";
import { targetSchema } from "../target/target.ts";
import { openHar, usesPlaceholder } from "./read.ts";
import { textWithoutValues, withoutValues } from "./without-values.ts";

const recordedSchema = z.strictObject({
  har: harOption,
  baseUrl: targetShape.baseUrl.optional(),
  dialect: z.unknown().optional(),
  ...selectionShape,
} satisfies Record<keyof ConformRecordedOptions, z.ZodType>);

/**
 * Judges recorded traffic by every rule that one exchange shows, as `orgkit proxy` does; nothing is sent.
 * @throws InputError if options are invalid, or the files are not HAR files or contain no request to the interface
 */
export async function judgeHar(options: ConformRecordedOptions): Promise<Report> {
  const { har, baseUrl: givenUrl, dialect: given, ...selection } = parseOptions(recordedSchema, options, "conform");
  countObligations(selection, "grep");
  const dialect = given === undefined ? undefined : await readDeclaredDialect(given);
  const startedAt = new Date();
  const { baseUrl, exchanges, leftOut, ...source } = openHar(har, givenUrl);
  const judge = new TrafficJudge({
    target: targetSchema.parse({ baseUrl, allowWrites: false, dialect }),
    selection,
    redact: { text: textWithoutValues, exchange: (exchange) => withoutValues(exchange, baseUrl) },
  });
  for (const { reason, count } of leftOut) judge.leaveOut(reason, count);
  for (const exchange of exchanges) await judge.add(exchange, usesPlaceholder(exchange) ? ["AUTH-01"] : []);
  return judge.report({ ...source, startedAt });
}
