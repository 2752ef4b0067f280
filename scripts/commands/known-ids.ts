import { z } from "zod";
import { recordKinds } from "../../fixtures/contract/record-kinds.ts";
import { option } from "../../fixtures/settings/option.ts";
import type { ConformOptions } from "../../conformance/options/options.ts";

/** The mark of an id of the second account. */
const second = "second:";

/** `subscription=sub_1`, or `second:subscription=sub_9` of the second account. */
const knownId = new RegExp(`^(?:${second})?(?:${recordKinds.join("|")})=.`);
const expectedId = `expected KIND=ID, for instance subscription=sub_1, of the kinds ${recordKinds.join(", ")}`;

/** Known ids of all kinds in one flag. */
export const idOption = option(
  z.array(z.string().regex(knownId, expectedId), "expected a list of ids, each with its kind").default([]),
  {
    flags: "--id <KIND=ID>",
    description: `the id of a record of the account (${recordKinds.join(", ")}); give two to verify that each id returns its own record, and second:KIND=ID for one of the second account`,
  },
);

type Ids = NonNullable<ConformOptions["ids"]>;

/** The ids of both accounts, by kind. */
export function groupIds(texts: readonly string[]): { readonly ids: Ids; readonly secondIds: Ids } {
  const [ids = {}, secondIds = {}] = [false, true].map((ofSecond): Ids => {
    const given = texts.filter((text) => text.startsWith(second) === ofSecond);
    const pairs = given.map((text) => (ofSecond ? text.slice(second.length) : text));
    const byKind = Map.groupBy(pairs, (text) => text.slice(0, text.indexOf("=")));
    return Object.fromEntries(
      [...byKind].map(([kind, same]) => [kind, same.map((text) => text.slice(kind.length + 1))]),
    );
  });
  return { ids, secondIds };
}
