import { mapNames } from "../../fixtures/values/json.ts";
import * as z from "zod/mini";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import { recordSchema } from "../../fixtures/worlds/world.ts";
import { collections } from "../../fixtures/contract/record-kinds.ts";
import { firstTimestamp, lastTimestamp } from "./clock.ts";

/** Validates only the id: the rest was validated before it was saved, and there may be 100,000 records. */
export const savedRecordSchema = z.custom<RecordData>(
  (value) => recordSchema.shape.id.safeParse(Object(value).id).success,
  "expected a record with an id",
);

const records: z.ZodMiniType<readonly RecordData[]> = z.array(savedRecordSchema);
const idState: z.ZodMiniType<readonly number[]> = z.array(z.int()).check(z.minLength(4), z.maxLength(5));

/** A timestamp within the range of a simulation's clock, in milliseconds since 1970. */
const timestampSchema = z.number().check(z.minimum(firstTimestamp), z.maximum(lastTimestamp));

/** The whole state of a simulation as plain data, equal to its JSON. */
export const snapshotSchema = z.strictObject({
  /** The state of the id generator. */
  ids: idState,
  accounts: z.array(z.strictObject({ id: z.string(), ...mapNames(collections, () => records) })),
  clock: z.strictObject({
    frozenAt: z.nullable(timestampSchema),
    aheadMs: z.number().check(z.minimum(firstTimestamp - lastTimestamp), z.maximum(lastTimestamp - firstTimestamp)),
  }),
});

export type Snapshot = Readonly<z.infer<typeof snapshotSchema>>;

/** The records of every account and the state of the id generator. */
export type RecordsSnapshot = Omit<Snapshot, "clock">;
