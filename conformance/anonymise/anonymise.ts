import { pick, randomStream, uniqueId, type Random } from "../../fixtures/worlds/random.ts";
import { worldSchema, type RecordData, type World } from "../../fixtures/worlds/world.ts";
import { introduce } from "./introductions.ts";
import type { SourceRecords } from "./json.ts";
import { settleKeptTexts } from "./kept-texts.ts";
import { tryOften } from "./made-up-word.ts";
import { withDistinctIds, withIds } from "./record-ids.ts";
import { createReplacementLog, type Replacement } from "./replacement-log.ts";
import { createReplacements } from "./replacements.ts";
import { rewritten } from "./rewriting.ts";
import type { SourceWords } from "./source-words.ts";
import { surveyOf } from "./survey.ts";
import { createTreatedValues } from "./treated-values.ts";
import { latin } from "./writing/latin.ts";

export interface Anonymised {
  /** One account with a made-up token, and records in which nothing is left of the people of the source. */
  readonly world: World;
  /** What was replaced, by field: counts, and no value of the source. */
  readonly replaced: readonly Replacement[];
}

export interface AnonymiseOptions {
  readonly records: SourceRecords;
  /** The same seed and records give the same world. Whoever knows it can undo what was only moved: dates and amounts. */
  readonly seed: number;
}

/** Makes a world of the records of a service, without its people. */
export function anonymise({ records, seed }: AnonymiseOptions): Anonymised {
  const identified = withIds(records);
  const survey = surveyOf(identified);
  const kept = settleKeptTexts(survey);
  const treated = createTreatedValues(survey, kept);
  const replacements = createReplacements(seed, kept.source);
  const log = createReplacementLog();
  introduce(identified, treated, replacements);
  const collection = (name: keyof SourceRecords): readonly RecordData[] =>
    withDistinctIds(rewritten(identified[name], name, { treated, kept, replacements, log }));
  const world = worldSchema.parse({
    name: "learned",
    accounts: [
      {
        ...madeUpAccount(randomStream(seed, 6), kept.source),
        users: collection("users"),
        subscriptions: collection("subscriptions"),
        invoices: collection("invoices"),
      },
    ],
  });
  return { world, replaced: log.list() };
}

function madeUpAccount(random: Random, source: SourceWords): { id: string; name: string; tokens: readonly string[] } {
  const words = latin.words.filter((word) => source.isFree(word));
  const free = (make: () => string, otherwise: string): string =>
    tryOften(make, (made) => source.isFree(made), 100) ?? otherwise;
  return {
    id: free(() => uniqueId("acct", random, 0, 8), "acct_1"),
    name: words.length === 0 ? "account" : `${pick(random, words)} ${pick(random, words)}`,
    tokens: [free(() => uniqueId("learned", random, 0, 16), "learned_00000000")],
  };
}
