import { z } from "zod";
import { dialectSchema } from "../../../fixtures/dialect/dialect.ts";
import { InputError } from "../../../fixtures/input-error.ts";
import { parseWith, type GivenData } from "../../../fixtures/parse-with.ts";
import { worldSchema } from "../../../fixtures/worlds/world.ts";
import { timestampSchema } from "../../service/clock-schemas.ts";
import { checkpointSchema, type Checkpoint } from "../snapshot.ts";
import { asGiven, stepSchema } from "./step.ts";
import { recordingVersion } from "./version.ts";

/**
 * Everything needed to get the same responses again: the start of a simulation, and what was done since, in order.
 * Plain data, equal to its JSON.
 */
export const recordingSchema = z.strictObject({
  recording: z.literal(recordingVersion),
  orgkit: z.string().describe("The version that recorded it."),
  seed: z.int(),
  startedAt: timestampSchema.describe("The start, which the relative timestamps of the world refer to."),
  scenarios: z.array(z.string()).readonly().describe("Active at the start, the first outermost."),
  sandbox: z
    .strictObject({ account: z.string(), token: z.string() })
    .exactOptional()
    .describe("For a sandbox: the account it copied, and its token."),
  from: asGiven<Checkpoint>(() => checkpointSchema)
    .exactOptional()
    .describe("The state before the first step, if that is not the start. It lacks the state of scenarios."),
  steps: z.array(stepSchema).readonly(),
  dialect: dialectSchema,
  world: worldSchema,
});

export type Recording = z.infer<typeof recordingSchema>;

/**
 * Parses a recording; earlier versions wrote `capsule` for `recording`.
 * @throws InputError with each mistake, if it is not a recording or its version is newer than this orgkit reads
 */
export function parseRecording(from: GivenData): Recording {
  const earlier = z.looseObject({ capsule: z.int() }).safeParse(from.value).data;
  const { capsule, ...rest } = earlier ?? {};
  const given = earlier === undefined ? from : { ...from, value: { recording: capsule, ...rest } };
  const head = z.looseObject({ recording: z.int(), orgkit: z.string().optional() }).safeParse(given.value);
  if (!head.success) throw unusable(given, "not a recording; expected a file written by orgkit record");
  const { recording: version, orgkit } = head.data;
  if (version > recordingVersion) {
    const writer = orgkit === undefined ? "a newer orgkit" : `orgkit ${orgkit}`;
    throw unusable(
      given,
      `it is a recording of version ${version}, written by ${writer}; this orgkit reads version ${recordingVersion}: update it`,
    );
  }
  return parseWith(recordingSchema, given, "recording");
}

function unusable({ path }: GivenData, problem: string): InputError {
  return new InputError(`recording "${path}"`, [{ at: path, problem }]);
}

/** Serializes a recording; equal recordings give equal text. */
export function recordingText(recording: Recording): string {
  return `${JSON.stringify(recording, null, 2)}\n`;
}
