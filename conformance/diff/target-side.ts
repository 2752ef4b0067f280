import { compose } from "../learn/compose.ts";
import { evidenceLines } from "../learn/texts.ts";
import type { Found } from "../discovery/observation.ts";
import type { Learned } from "../learn/learn-from.ts";
import { comparedKeys, type Side, type Told } from "./side.ts";

/** So many calls are named as the evidence of a key. */
const mostShown = 2;

/** A target, by what was learned of it. */
export function targetSide(learned: Learned): Side {
  const told = [...compose(learned).found].flatMap(([key, found]) =>
    comparedKeys(key, found.value).map(([name, value]): [string, Told] => [name, toldBy(found, value, learned)]),
  );
  return { name: learned.baseUrl, kind: "target", told: new Map(told) };
}

function toldBy(found: Found, value: Told["value"], learned: Learned): Told {
  const knowledge = found.confidence === "certain" ? "seen" : "likely";
  return { value, knowledge, evidence: evidenceLines(found, learned).slice(0, mostShown) };
}
