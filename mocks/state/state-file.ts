import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { collections as kinds, type RecordData } from "../../fixtures/worlds/world.ts";
import { snapshotSchema } from "../simulation/snapshot.ts";
import type { Answer, Batch } from "./state-worker.ts";

/** The content of the file besides the records. */
const metaSchema = z.object({
  ...snapshotSchema.omit({ accounts: true }).shape,
  /** What the file was created with: names for messages, and the SHA-256 of world and dialect. */
  source: z.object({ world: z.string(), dialect: z.string(), digest: z.string() }),
  /** The active scenarios. */
  scenarios: z.array(z.string()),
  /** The scenarios that the mock was started with. */
  requested: z.array(z.string()),
});
export type Meta = z.infer<typeof metaSchema>;

const json = z.string().transform((text): unknown => JSON.parse(text));
const withIdSchema = z.looseObject({ id: z.union([z.string(), z.number()]) });

const heldSchema = z.object({
  meta: json.pipe(metaSchema),
  lists: z.array(
    z.object({
      account: z.string(),
      kind: z.enum(kinds),
      keys: json.pipe(z.array(z.int())),
      // Validates only the ids: the rest was validated before it was written, and there may be 100,000 records.
      records: json.pipe(z.array(z.custom<RecordData>((value) => withIdSchema.safeParse(value).success))),
    }),
  ),
});
export type Held = z.infer<typeof heldSchema>;

export interface StateFile {
  /** The content when it was opened; absent if the file is new. */
  readonly held: Held | undefined;
  /** Resolves once the batch is on disk. If it rejects, nothing of the batch was written. */
  write(batch: Batch): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file in a worker thread, which handles one message at a time. */
export async function openFile(name: string): Promise<StateFile> {
  const worker = new Worker(new URL(`state-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: name,
    // Hides Node's warning that SQLite is experimental, which does not concern users of the mock.
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const answer = async (): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    worker.once("message", resolve).once("error", reject);
    const { problem, ...answered } = await promise.finally(() => worker.off("error", reject));
    if (problem !== undefined) throw stateProblem(name, problem);
    return answered;
  };
  const send = (message: Batch | undefined): Promise<Answer> => {
    const answered = answer();
    worker.postMessage(message, []);
    return answered;
  };
  try {
    const { held } = await answer();
    return {
      held: held === undefined ? undefined : readHeld(held, name),
      write: async (batch) => void (await send(batch)),
      close: async () => void (await send(undefined).finally(() => worker.terminate())),
    };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

function readHeld(held: unknown, name: string): Held {
  try {
    return heldSchema.parse(held);
  } catch {
    throw stateProblem(name, "it is damaged; restore a copy, or delete it to start over");
  }
}

export function stateProblem(name: string, problem: string): InputError {
  return new InputError(`state file "${name}"`, [{ at: name, problem }]);
}
