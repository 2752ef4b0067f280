import { z } from "zod";
import { timestampSchema } from "../../service/clock-schemas.ts";
import { editSchema } from "../edits.ts";
import { snapshotSchema } from "../snapshot.ts";

/**
 * Validates a value but keeps it as given: a schema would reorder its members, and their order is part of the
 * responses.
 * @param schemaFor the schema of a value, or the expectation if there is none
 */
export function asGiven<Value>(schemaFor: (value: unknown) => z.ZodType<Value> | string): z.ZodType<Value> {
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
export const stepSchema = asGiven<Step>((value) => {
  const kind = Object.keys(schemas).find((key) => typeof value === "object" && value !== null && key in value);
  return isKind(kind) ? schemas[kind] : `expected a step: an object with ${Object.keys(schemas).join(", ")}`;
});

function isKind(key: string | undefined): key is keyof typeof schemas {
  return key !== undefined && Object.hasOwn(schemas, key);
}
