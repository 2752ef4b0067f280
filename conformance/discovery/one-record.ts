import { listOf, listOperationIds, operations, type OneOperationId } from "../../fixtures/contract/operations.ts";
import { memoize } from "../target/memoize.ts";
import { knownIds } from "../target/target.ts";
import { idsOf } from "./id-names.ts";
import { Unset, type Answer } from "./observation.ts";
import { seenRecords } from "./seen-records.ts";
import { ask, type Source } from "./source.ts";
import { subscriptions } from "./subscriptions.ts";

/** The responses of an operation to known ids. @throws Unset if none is known */
export const readById = memoize(
  async (source: Source, operation: OneOperationId): Promise<readonly [Answer, ...Answer[]]> => {
    if (operations[operation].record === "subscription") return (await subscriptions(source)).answers;
    const id = await knownId(source, operation);
    return [await ask(source, { operation, id, label: "a known id" })];
  },
);

/** A given id, or one of a listed record. */
async function knownId(source: Source, operation: OneOperationId): Promise<string> {
  const { record } = operations[operation];
  const [given] = knownIds(source.target, operation);
  if (given !== undefined) return given;
  const listing = listOperationIds.find((id) => operations[id].record === record);
  const records = listing === undefined ? [] : (await seenRecords(source, listOf(listing))).records;
  const [id] = await idsOf(source, record, records);
  if (id === undefined) throw new Unset(`no ${record} id is known`, `--id ${record}=ID`);
  return String(id);
}
