import rules from "../../fixtures/contract/rules.json";
import { own } from "../../fixtures/own.ts";

/** The reason for a response, in words. */
interface Explanation {
  /** One sentence. */
  readonly text: string;
  /** The section of the document that it is based on, or that leaves it open. */
  readonly section?: string;
  /** The passage. */
  readonly quote?: string;
}

const all: Readonly<Record<string, Explanation>> = {
  ...rules,
  scenario: { text: "An active scenario responded instead of the service, or changed its response." },
  prefer: { text: "The request asked for this response with its Prefer header." },
};

/** @param rule a requirement's id, a dialect key, or `scenario`, `prefer` */
export function explainRule(rule: string): Explanation {
  return own(all, rule.replace(/^paging\.(users|invoices)/, "paging")) ?? { text: "" };
}
