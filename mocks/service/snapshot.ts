import { mapNames } from "../../fixtures/values/json.ts";
import { z } from "zod";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import { recordSchema } from "../../fixtures/worlds/world.ts";
import { collections } from "../../fixtures/contract/record-kinds.ts";
import { firstTimestamp, lastTimestamp } from "./clock.ts";

/** Validates only the id: the rest was validated before it was saved, and there may be 100,000 records. */
export const savedRecordSchema = z.custom<RecordData>(
  (value) => recordSchema.shape.id.safeParse(Object(value).id).success,
  "expected a record with an id",
);

const records = z.array(savedRecordSchema).readonly();

/** A timestamp within the range of a simulation's clock, in milliseconds since 1970. */
const timestampSchema = z.number().min(firstTimestamp).max(lastTimestamp);

/** The whole state of a simulation as plain data, equal to its JSON. */
export const snapshotSchema = z.strictObject({
  /** The state of the id generator. */
  ids: z.array(z.int()).min(4).max(5).readonly(),
  accounts: z.array(z.strictObject({ id: z.string(), ...mapNames(collections, () => records) })).readonly(),
  clock: z
    .strictObject({
      frozenAt: timestampSchema.nullable(),
      aheadMs: z
        .number()
        .min(firstTimestamp - lastTimestamp)
        .max(lastTimestamp - firstTimestamp),
    })
    .readonly(),
});

export type Snapshot = Readonly<z.infer<typeof snapshotSchema>>;

/** The records of every account and the state of the id generator. */
export type RecordsSnapshot = Omit<Snapshot, "clock">;
