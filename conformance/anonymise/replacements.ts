import { randomStream, type Random } from "../../fixtures/worlds/random.ts";
import { createContacts } from "./contacts.ts";
import { createIds, type Ids } from "./ids.ts";
import { createNumberReplacements, type ReplaceNumber } from "./number-replacements.ts";
import { createNumbers } from "./numbers.ts";
import type { SourceWords } from "./source-words.ts";
import { createTextReplacements, type ReplaceTreated } from "./text-replacements.ts";
import { createTexts } from "./texts.ts";
import { createUrls } from "./urls.ts";
import { createWords, type Words } from "./words.ts";

/** All that makes up replacements, drawing from streams of its own: what amounts draw does not change a name. */
export interface Replacements {
  /** What is drawn for a record as a whole. */
  readonly random: Random;
  readonly words: Words;
  readonly ids: Ids;
  readonly text: ReplaceTreated;
  readonly number: ReplaceNumber;
}

export function createReplacements(seed: number, source: SourceWords): Replacements {
  const random = randomStream(seed, 1);
  const words = createWords(randomStream(seed, 2), source);
  const ids = createIds(randomStream(seed, 3), source);
  const numbers = createNumbers(randomStream(seed, 4), source);
  const contacts = createContacts(randomStream(seed, 5), source, words);
  const url = createUrls(contacts, words, (part) => texts(part));
  const texts = createTexts({ words, contacts, ids, numbers, url });
  const text = createTextReplacements({ random, source, words, numbers, ids, contacts, url, texts });
  return { random, words, ids, text, number: createNumberReplacements({ random, ids, words, source }) };
}
