import { z } from "zod";
import { collections as kinds, type RecordData } from "../../fixtures/worlds/world.ts";
import { clockSettingSchema } from "../service/clock-schemas.ts";

/** Of the format; a file of a newer one is refused. */
export const formatVersion = 1;

/** What a file was begun with: it goes on only with the same. */
export const sourceSchema = z.strictObject({
  /** Names, for messages. */
  world: z.string(),
  dialect: z.string(),
  /** SHA-256 of both as data. */
  digest: z.string(),
});

export type Source = z.infer<typeof sourceSchema>;

/** The first line of any version. */
export const beginningSchema = z.looseObject({ "orgkit-state": z.int(), kit: z.string() });

/** The first line. */
export const headerSchema = z.strictObject({
  "orgkit-state": z.literal(formatVersion),
  kit: z.string(),
  source: sourceSchema,
});

/**
 * A record as it was once checked and then written with a checksum: what is asked again is only that it has an id, so
 * that a million of them are read in seconds.
 */
const record = z.custom<RecordData>(
  (value: unknown) =>
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    (typeof value.id === "string" || typeof value.id === "number"),
  "expected a record with an id",
);

const kind = z.enum(kinds);

/** Records of one list, in its order; a long list takes several lines. */
export const recordsSchema = z.strictObject({ account: z.string(), kind, records: z.array(record) });

const ids = z.array(z.int()).length(4);
const scenarios = z.array(z.string());

/** The line after the records; with it the base is whole. */
export const standingSchema = z.strictObject({
  /** How many records came before. */
  count: z.int(),
  ids,
  clock: clockSettingSchema,
  /** In force. */
  scenarios,
  /** Those the mock was started with. */
  asked: scenarios,
});

const changeSchema = z.strictObject({
  account: z.string(),
  kind,
  added: z.strictObject({ record, index: z.int().min(0) }).exactOptional(),
  removed: z.strictObject({ id: z.union([z.string(), z.number()]), index: z.int().min(0) }).exactOptional(),
});

export type StoredChange = z.infer<typeof changeSchema>;

/** A line after the base: what came between two writes, all of it or nothing. */
export const changesSchema = z.strictObject({
  changes: z.array(changeSchema),
  ids,
  clock: clockSettingSchema.exactOptional(),
  scenarios: scenarios.exactOptional(),
});

export type Header = z.infer<typeof headerSchema>;
export type RecordsEntry = z.infer<typeof recordsSchema>;
export type StandingEntry = z.infer<typeof standingSchema>;
export type ChangesEntry = z.infer<typeof changesSchema>;
