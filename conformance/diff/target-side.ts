import { compose } from "../learn/compose.ts";
import { evidenceText } from "../learn/evidence-text.ts";
import type { Found } from "../learn/finding.ts";
import type { Learned } from "../learn/learn.ts";
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

function toldBy({ evidence, confidence }: Found, value: Told["value"], { baseUrl, mask }: Learned): Told {
  const calls = [...new Set(evidence.map((answer) => mask(evidenceText(answer, baseUrl))))];
  return { value, knowledge: confidence === "certain" ? "seen" : "likely", evidence: calls.slice(0, mostShown) };
}
