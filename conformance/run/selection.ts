import { InputError } from "../../fixtures/input/input-error.ts";
import { obligationName, obligations, type Obligation } from "../requirements/catalogue.ts";
import { levels, type Level } from "../requirements/requirement.ts";

/** Which requirements the user selected. */
export interface Selection {
  /** Up to this level; by default `declared`, which is all. */
  readonly level?: Exclude<Level, "observed"> | undefined;
  /** A part of an obligation's name, or several: `ENV-04|listUsers`. */
  readonly grep?: string | undefined;
}

/** What a run judges: all levels up to the given one, and the observations, which never count. */
export function selectObligations({ level = "declared", grep = "" }: Selection): readonly Obligation[] {
  const texts = grep.toLowerCase().split("|");
  return obligations([...levels.slice(0, levels.indexOf(level) + 1), "observed"]).filter((obligation) => {
    const name = obligationName(obligation).toLowerCase();
    return texts.some((text) => name.includes(text.trim()));
  });
}

/**
 * Counts the obligations that a run judges, those it only observes, and their operations.
 * @param at the setting of the filter: `--grep`
 * @throws InputError if there are none: a run that judges nothing must not look like one that found nothing wrong
 */
export function countObligations(
  selection: Selection,
  at: string,
): { judged: number; observed: number; operations: number } {
  const selected = selectObligations(selection);
  if (selected.length === 0) {
    throw new InputError("these settings", [
      { at, problem: `no requirement or operation matches "${selection.grep}"; orgkit explain lists all` },
    ]);
  }
  const observed = selected.filter(({ requirement }) => requirement.level === "observed").length;
  const operations = new Set(selected.map(({ operation }) => operation)).size;
  return { judged: selected.length - observed, observed, operations };
}
