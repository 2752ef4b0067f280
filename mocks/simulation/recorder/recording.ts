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
 * All it takes to get the same replies again: what a simulation was started from, and what was done with it since,
 * in order. Plain data, the same as JSON.
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
    .describe("Where it is of a sandbox: the account it copied, and its token."),
  from: asGiven<Checkpoint>(() => checkpointSchema)
    .exactOptional()
    .describe("Where it does not begin at the start: how things stood then. What scenarios kept is not in it."),
  steps: z.array(stepSchema).readonly(),
  dialect: dialectSchema,
  world: worldSchema,
});

export type Recording = z.infer<typeof recordingSchema>;

/**
 * Reads a recording from data at hand; earlier versions wrote `capsule` for `recording`.
 * @throws InputError if it is not a recording, or of a newer version than this orgkit reads, with each mistake
 */
export function parseRecording(from: GivenData): Recording {
  const earlier = z.looseObject({ capsule: z.int() }).safeParse(from.value).data;
  const { capsule, ...rest } = earlier ?? {};
  const given = earlier === undefined ? from : { ...from, value: { recording: capsule, ...rest } };
  const head = z.looseObject({ recording: z.int(), orgkit: z.string().optional() }).safeParse(given.value);
  if (!head.success) throw unusable(given, "it is not a recording; expected a file written by orgkit record");
  const { recording: version, orgkit } = head.data;
  if (version > recordingVersion) {
    const writer = orgkit === undefined ? "a newer orgkit" : `orgkit ${orgkit}`;
    throw unusable(
      given,
      `it is a recording of version ${version}, written by ${writer}; this orgkit reads version ${recordingVersion}: update it`,
    );
  }
  return parseWith(recordingSchema, given, "Recording");
}

function unusable({ path }: GivenData, problem: string): InputError {
  return new InputError(`Recording "${path}"`, [{ at: path, problem }]);
}

/** A recording as the text of its file; one and the same for the same recording. */
export function recordingText(recording: Recording): string {
  return `${JSON.stringify(recording, null, 2)}\n`;
}
