import { createHash } from "node:crypto";
import { z } from "zod";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { collections as kinds, type World } from "../../fixtures/worlds/world.ts";

/** What a state file was created with: it can be used only with the same. */
export const sourceSchema = z.strictObject({
  /** Names, for messages. */
  world: z.string(),
  dialect: z.string(),
  /** SHA-256 of both as data. */
  digest: z.string(),
});

export type Source = z.infer<typeof sourceSchema>;

export function sourceOf(world: World, dialect: Dialect): Source {
  const hash = createHash("sha256");
  const add = (value: unknown): void => void hash.update(`${JSON.stringify(value)}\n`);
  const { accounts, ...about } = world;
  add([dialect, about]);
  for (const account of accounts) {
    add([account.id, account.name, account.tokens]);
    for (const kind of kinds) {
      add(kind);
      for (const record of account[kind]) add(record);
    }
  }
  return { world: world.name, dialect: dialect.name, digest: hash.digest("hex") };
}
