import { recordKinds, type RecordKind } from "../../fixtures/contract/operations.ts";
import { own } from "../../fixtures/own.ts";
import type { Members } from "../target/envelope.ts";
import { creations } from "./unique-fields.ts";
import { idNameIn, isId, type Id } from "./generalize/identifier.ts";
import { certain, ifKnown, likely, Unset, type Answer, type Found } from "./observation.ts";
import { seenRecords } from "./seen-records.ts";
import { memoize } from "../target/memoize.ts";
import type { Source } from "./source.ts";
import { moreSubscriptions } from "./subscriptions.ts";

/** Records that show the name of their ids. */
const shownBy: Readonly<
  Record<
    RecordKind,
    (source: Source) => Promise<{ readonly records: readonly Members[]; readonly evidence: readonly Answer[] }>
  >
> = {
  user: async (source) => {
    const seen = await ifKnown(seenRecords(source, "users"));
    if (seen !== undefined) return seen;
    const made = await creations(source);
    // Sent values belong to the client.
    const records = made.flatMap(({ record, sent }) =>
      record === undefined
        ? []
        : [Object.fromEntries(Object.entries(record).filter(([name]) => !Object.hasOwn(sent, name)))],
    );
    return { records, evidence: made.map(({ answer }) => answer) };
  },
  subscription: async (source) => {
    const { records, answers } = await moreSubscriptions(source);
    return { records, evidence: answers };
  },
  invoice: (source) => seenRecords(source, "invoices"),
};

/** The name of the ids of a kind of record; `null` if they have none. Unset if no record was seen. */
export const idName = memoize(
  async (
    source: Source,
    kind: RecordKind,
  ): Promise<{ readonly name: string | null; readonly evidence: readonly Answer[] }> => {
    const { records, evidence } = await shownBy[kind](source);
    const knownIds = kind === "subscription" ? source.target.ids.subscription : undefined;
    if (records.length === 0) throw new Unset(`no ${kind} was seen`);
    return { name: idNameIn(records, kind, knownIds) ?? null, evidence: evidence.slice(0, 1) };
  },
);

/** The ids in the records. */
export async function idsOf(source: Source, kind: RecordKind, records: readonly Members[]): Promise<readonly Id[]> {
  const { name = "id" } = (await ifKnown(idName(source, kind))) ?? {};
  return records.map((record) => (name === null ? undefined : own(record, name))).filter(isId);
}

export async function idNames(source: Source): Promise<Found> {
  const found: [RecordKind, string | null][] = [];
  const evidence: Answer[] = [];
  for (const kind of recordKinds) {
    const known = await ifKnown(idName(source, kind));
    if (known === undefined) continue;
    found.push([kind, known.name]);
    evidence.push(...known.evidence);
  }
  if (found.length === 0) throw new Unset("no record was seen");
  const value = Object.fromEntries(found);
  const isPlain = found.every(([, name]) => name === "id");
  return isPlain ? certain(value, evidence) : likely(value, evidence, "by names, and by values unique to a record");
}
