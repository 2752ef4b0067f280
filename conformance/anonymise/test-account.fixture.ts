import type { Account } from "../../fixtures/worlds/world.ts";
import { anonymise } from "./anonymise.ts";
import { createCodes } from "./codes.ts";
import { createLexicon } from "./lexicon.ts";
import type { JsonObject } from "../../fixtures/json.ts";
import type { SourceRecords } from "./structure.ts";
import { collectSourceWords } from "./words.ts";
import { createTexts } from "./texts.ts";

/** The account of a world made of these records. */
export function anonymised(records: Partial<SourceRecords>, seed = 1): Account {
  const all = { users: [], subscriptions: [], invoices: [], ...records };
  const [account] = anonymise({ records: all, seed }).world.accounts;
  if (account === undefined) throw new Error("a world without an account");
  return account;
}

/** N records, with ids from 1. */
export function repeated(count: number, fields: (index: number) => JsonObject): readonly JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({ id: index + 1, ...fields(index) }));
}

/** The text in a field of a record. */
export function textOf(record: JsonObject | undefined, field: string): string {
  const value = record?.[field];
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** The lexicon for a source with these personal texts. */
export function textsOf(personal: readonly string[]) {
  const source = collectSourceWords(personal);
  const lexicon = createLexicon(4, source, false);
  const codes = createCodes(lexicon, source);
  const text = createTexts(lexicon, codes, source);
  return { lexicon, codes, text: (given: string): string => text(given, false) };
}
