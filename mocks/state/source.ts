import { createHash } from "node:crypto";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { collections as kinds, type World } from "../../fixtures/worlds/world.ts";
import type { Source } from "./entries.ts";
import { jsonBatches } from "./json-batches.ts";

/** What a state file is begun with: the names of world and dialect, and a digest of both as data. */
export function sourceOf(world: World, dialect: Dialect): Source {
  const hash = createHash("sha256");
  const add = (text: string): void => void hash.update(`${text}\n`);
  const { accounts, ...about } = world;
  add(JSON.stringify([dialect, about]));
  for (const account of accounts) {
    add(JSON.stringify([account.id, account.name, account.tokens]));
    for (const kind of kinds) {
      add(kind);
      for (const batch of jsonBatches(account[kind])) add(batch);
    }
  }
  return { world: world.name, dialect: dialect.name, digest: hash.digest("hex") };
}
