import { compareSides, type Comparison } from "../../conformance/diff/compare.ts";
import { dialectFileSide } from "../../conformance/diff/side.ts";
import { targetSide } from "../../conformance/diff/side.ts";
import { parseData } from "../../fixtures/data-file.ts";
import { readDialect } from "../../fixtures/dialect/declared.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import { learnDirectly, type Trial } from "./trial.ts";

/** Lets the mock speak the dialect that was learned, asks it without writes, and compares it with the file. */
export async function compareAgain({ text }: Pick<Trial, "text">, world: World): Promise<Comparison> {
  const dialect = readDialect(parseData(text, "learned.yaml", "Dialect"));
  const { learned } = await learnDirectly(dialect, world, { allowWrites: false });
  return compareSides(
    dialectFileSide("learned.yaml", dialect, parseData(text, "learned.yaml", "Dialect")),
    targetSide(learned),
  );
}

/** Every difference in words, those that are only guessed at included. */
export function differencesIn({ differences, perhaps }: Comparison): readonly string[] {
  return [...differences, ...perhaps].map(({ words }) => words);
}
