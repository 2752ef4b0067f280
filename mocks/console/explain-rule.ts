import { findRequirement } from "../../fixtures/contract/catalogue.ts";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { own } from "../../fixtures/own.ts";
import { describeKey, valueAt } from "./dialect-keys.ts";

/** Why a reply is what it is, in words. */
export interface Explanation {
  /** One sentence. */
  readonly text: string;
  /** The passage of the document it rests on, or that leaves it open. */
  readonly quote?: { readonly section: string; readonly text: string };
  /** The key of the dialect that decided, with its value there. */
  readonly dialect?: { readonly key: string; readonly value: unknown };
}

const others: Readonly<Record<string, string>> = {
  scenario: "A scenario in force answered in the place of the service, or changed its answer.",
  prefer: "The call asked for this reply itself, by its Prefer header.",
  cors: "A browser asked whether a page of another origin may call: the mock lets it.",
};

/**
 * @param rule a requirement's id, a key of the dialect, or `scenario`, `prefer`, `cors`
 * @param values the dialect in force
 */
export function explainRule(rule: string, values: Readonly<Record<string, unknown>>): Explanation {
  const requirement = findRequirement(rule);
  if (requirement !== undefined) {
    const { level, rule: text, quote, sections } = requirement;
    const says = rule.startsWith("ENV-")
      ? "A scenario broke this on purpose"
      : level === "stated"
        ? "The document states it"
        : "It follows from the document";
    return {
      text: `${says}: ${text}.`,
      ...(quote === undefined ? {} : { quote: { section: sections.join(", "), text: quote } }),
    };
  }
  const value = valueAt(values, rule);
  if (value === undefined) return { text: own(others, rule) ?? "" };
  const open = openPointOf(rule);
  return {
    text: describeKey(rule),
    dialect: { key: rule, value },
    ...(open === undefined ? {} : { quote: { section: open.section, text: open.quote } }),
  };
}

/** The open point this key, or the nearest group around it, settles. */
function openPointOf(rule: string): (typeof openPoints)[number] | undefined {
  return openPoints
    .filter(({ key }) => `${rule}.`.startsWith(`${key}.`))
    .toSorted(({ key: one = "" }, { key: other = "" }) => other.length - one.length)[0];
}
