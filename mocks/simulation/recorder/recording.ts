import { z } from "zod";
import { dialectSchema } from "../../../fixtures/dialect/dialect.ts";
import { InputError } from "../../../fixtures/input-error.ts";
import { parseWith, type GivenData } from "../../../fixtures/parse-with.ts";
import { worldSchema } from "../../../fixtures/worlds/world.ts";
import { timestampSchema } from "../../service/snapshot.ts";
import { editSchema } from "../edits.ts";
import { checkpointSchema, snapshotSchema, type Checkpoint } from "../snapshot.ts";
import { recordingVersion } from "./recorder.ts";

/**
 * Validates a value but keeps it as given: a schema would reorder its members, and their order is part of the
 * responses.
 * @param schemaFor the schema of a value, or the expectation if there is none
 */
function asGiven<Value>(schemaFor: (value: unknown) => z.ZodType<Value> | string): z.ZodType<Value> {
  return z.custom<Value>().superRefine((value: unknown, context) => {
    const schema = schemaFor(value);
    if (typeof schema === "string") context.addIssue({ code: "custom", message: schema });
    else for (const issue of schema.safeParse(value).error?.issues ?? []) context.addIssue({ ...issue });
  });
}

const headersSchema = z.record(z.string(), z.string());

const recordedCallSchema = z.strictObject({
  number: z.int().min(1).describe("Calls are numbered from 1 in the order of their arrival."),
  at: timestampSchema.describe("When it arrived by the clock of the simulation: milliseconds since 1970."),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  headers: headersSchema.describe("By lower-case name; possible real secrets are masked."),
  body: z.string().exactOptional().describe("Absent if there is none."),
  base64: z.base64().exactOptional().describe("Instead of `body`, if that is not UTF-8."),
});

const recordedReplySchema = z.strictObject({
  status: z.int().describe("0 if no response was sent."),
  headers: headersSchema,
  body: z.string(),
  delivery: z
    .strictObject({
      delayMs: z.number().exactOptional(),
      bodyMs: z.number().exactOptional(),
      end: z.enum(["cut", "reset", "refused", "never"]).exactOptional(),
    })
    .exactOptional(),
});

/** By the key that identifies the kind of step. */
const schemas = {
  call: z.strictObject({ call: recordedCallSchema, reply: recordedReplySchema }),
  use: z.strictObject({ use: z.array(z.string()).readonly() }),
  edit: z.strictObject({ edit: editSchema }),
  restore: z.strictObject({ restore: snapshotSchema }),
};

export type RecordedCall = z.infer<typeof recordedCallSchema>;
export type RecordedReply = z.infer<typeof recordedReplySchema>;
/** A request and its response. */
export type CallStep = z.infer<typeof schemas.call>;
/** One step; `use` deactivates all scenarios that it does not list. */
export type Step = { [Kind in keyof typeof schemas]: z.infer<(typeof schemas)[Kind]> }[keyof typeof schemas];

/** Validated with the schema of its kind, so that messages name the exact place. */
const stepSchema = asGiven<Step>((value) => {
  const kind = Object.keys(schemas).find((key) => typeof value === "object" && value !== null && key in value);
  return isKind(kind) ? schemas[kind] : `expected a step: an object with ${Object.keys(schemas).join(", ")}`;
});

function isKind(key: string | undefined): key is keyof typeof schemas {
  return key !== undefined && Object.hasOwn(schemas, key);
}

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
