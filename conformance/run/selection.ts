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

/**
 * What a run judges: all levels up to the given one, and the observations, which never count.
 * @param at the setting of the filter: `--grep`
 * @throws InputError if there is nothing: a run that judges nothing must not look like one that found nothing wrong
 */
export function selectObligations({ level = "declared", grep = "" }: Selection, at = "grep"): readonly Obligation[] {
  const texts = grep.toLowerCase().split("|");
  const all = obligations([...levels.slice(0, levels.indexOf(level) + 1), "observed"]);
  const selected = all.filter((obligation) => {
    const name = obligationName(obligation).toLowerCase();
    return texts.some((text) => name.includes(text.trim()));
  });
  if (selected.length > 0) return selected;
  throw new InputError("these settings", [
    { at, problem: `no requirement or operation matches "${grep}"; orgkit explain lists all` },
  ]);
}
