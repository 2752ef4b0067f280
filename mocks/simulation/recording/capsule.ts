import { z } from "zod";
import { dialectSchema } from "../../../fixtures/dialect/dialect.ts";
import { InputError } from "../../../fixtures/input-error.ts";
import { parseWith, type GivenData } from "../../../fixtures/parse-with.ts";
import { worldSchema } from "../../../fixtures/worlds/world.ts";
import { momentSchema } from "../../service/clock-schemas.ts";
import { checkpointSchema, type Checkpoint } from "../snapshot.ts";
import { asGiven, stepSchema } from "./step.ts";
import { capsuleVersion } from "./version.ts";

/**
 * All it takes to get the same replies again: what a simulation was started from, and what was done with it since,
 * in order. Plain data, the same as JSON.
 */
export const capsuleSchema = z.strictObject({
  capsule: z.literal(capsuleVersion),
  orgkit: z.string().describe("The version that recorded it."),
  seed: z.int(),
  startedAt: momentSchema.describe("The moment the world's relative moments are resolved against."),
  scenarios: z.array(z.string()).readonly().describe("Active at the start, the first outermost."),
  sandbox: z
    .strictObject({ account: z.string(), token: z.string() })
    .exactOptional()
    .describe("Where it is of a sandbox: the account it copied, and its token."),
  from: asGiven<Checkpoint>(() => checkpointSchema)
    .exactOptional()
    .describe("Where it does not begin at the start: how things stood then. What scenarios remembered is not in it."),
  steps: z.array(stepSchema).readonly(),
  dialect: dialectSchema,
  world: worldSchema,
});

export type Capsule = z.infer<typeof capsuleSchema>;

/**
 * Reads a capsule from data at hand.
 * @throws InputError where it is none, or of a newer form than this orgkit knows, naming each mistake
 */
export function parseCapsule(given: GivenData): Capsule {
  const head = z.looseObject({ capsule: z.int(), orgkit: z.string().optional() }).safeParse(given.value);
  if (!head.success) throw unusable(given, "it is not a capsule; expected a file written by orgkit capsule");
  const { capsule: version, orgkit } = head.data;
  if (version > capsuleVersion) {
    const writer = orgkit === undefined ? "a newer orgkit" : `orgkit ${orgkit}`;
    throw unusable(
      given,
      `it is a capsule of version ${version}, written by ${writer}; this orgkit reads version ${capsuleVersion}: update it`,
    );
  }
  return parseWith(capsuleSchema, given, "Capsule");
}

function unusable({ path }: GivenData, problem: string): InputError {
  return new InputError(`Capsule "${path}"`, [{ at: path, problem }]);
}

/** A capsule as the text of its file; one and the same for the same capsule. */
export function capsuleText(capsule: Capsule): string {
  return `${JSON.stringify(capsule, null, 2)}\n`;
}
