import type { z } from "zod";
import { parseWith, type GivenData } from "../../fixtures/input/parse-with.ts";
import type { Target } from "../target/target.ts";

/**
 * Parses the options of a function.
 * @param name of the function, for messages
 * @throws InputError with each wrong option and what was expected; it quotes no value, which might be a token
 */
export function parseOptions<Schema extends z.ZodType>(
  schema: Schema,
  options: unknown,
  name: string,
): z.output<Schema> {
  return parseWith(schema, givenValue(options, `${name}()`, "options"), "options");
}

/**
 * A value from a program, without lines and columns.
 * @param place its name in messages
 */
export function givenValue(value: unknown, path: string, place: string): GivenData {
  return { path, value, position: (at) => (at.length === 0 ? place : "") };
}

/** All given ids, by kind. */
export function mergeIds(ids: Target["ids"] | undefined = {}, subscriptionIds: readonly string[] = []): Target["ids"] {
  if (subscriptionIds.length === 0) return ids;
  return { ...ids, subscription: [...(ids.subscription ?? []), ...subscriptionIds] };
}
