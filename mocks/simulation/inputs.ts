import type { BuiltInDialectName } from "../../fixtures/dialect/built-in.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { BuiltInWorldName, CrowdName } from "../../fixtures/worlds/built-in.ts";
import type { World } from "../../fixtures/worlds/world.ts";

/** A world, or the name of a built-in one. */
export type WorldInput = World | BuiltInWorldName | CrowdName;

/** A dialect, or the name of a built-in one. */
export type DialectInput = Dialect | BuiltInDialectName;

/**
 * Loads the built-in worlds and dialects only if one is named.
 * @param seed of generated worlds
 * @throws InputError if the name is unknown
 */
export async function readWorld(world: WorldInput, seed: number): Promise<World> {
  if (typeof world !== "string") return world;
  const { builtInWorld } = await import("../../fixtures/worlds/built-in.ts");
  return builtInWorld(world, seed);
}

/** @throws InputError if the name is unknown */
export async function readDialect(dialect: DialectInput): Promise<Dialect> {
  if (typeof dialect !== "string") return dialect;
  const { builtInDialect } = await import("../../fixtures/dialect/built-in.ts");
  return builtInDialect(dialect);
}
