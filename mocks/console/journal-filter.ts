import { own } from "../../fixtures/own.ts";
import type { Entry } from "../control/replies.ts";
import { outcomeOf, statusText, type Outcome } from "./call-text.ts";

/** Which requests are shown. */
export interface Filter {
  /** Terms separated by spaces, all of which must match: see {@link fields}. */
  readonly text: string;
  readonly outcome: Outcome | "all";
}

type Term = (entry: Entry) => boolean;

/** The fields of `name:value` terms; each matches if it contains the value, in any case. */
const fields: Readonly<Record<string, (entry: Entry) => string>> = {
  status: statusText,
  method: ({ request }) => request.method,
  path: ({ request }) => request.path,
  query: ({ request }) => request.query,
  operation: ({ why }) => why.operation ?? "",
  rule: ({ why }) => why.rule,
  scenario: ({ why }) => why.scenarios.join(" "),
  account: ({ account }) => account ?? "",
  body: ({ request, reply }) => `${request.body}\n${reply.body}`,
  header: ({ request, reply }) =>
    [request, reply]
      .flatMap(({ headers }) => Object.entries(headers))
      .map((pair) => pair.join(": "))
      .join("\n"),
};

/** The field names, for the help text. */
export const fieldNames = Object.keys(fields);

/** Whether the filter shows an entry. Parsed once, called often. */
export function compileFilter({ text, outcome }: Filter): Term {
  const terms = splitTerms(text).map(compileTerm);
  return (entry) => (outcome === "all" || outcomeOf(entry) === outcome) && terms.every((term) => term(entry));
}

/** Adds a term to a filter's text, once. */
export function withTerm(text: string, name: string, value: string): string {
  const term = `${name}:${/\s/.test(value) ? `"${value}"` : value}`;
  return splitTerms(text).includes(term.replaceAll('"', "")) ? text : `${text} ${term}`.trim();
}

/** Splits at spaces outside quotation marks, and removes the marks. */
function splitTerms(text: string): readonly string[] {
  const found = text.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];
  return found.map((term) => term.replaceAll('"', "")).filter((term) => term !== "" && term !== "-");
}

function compileTerm(term: string): Term {
  if (term.startsWith("-")) {
    const unwanted = compileTerm(term.slice(1));
    return (entry) => !unwanted(entry);
  }
  const colon = term.indexOf(":");
  const name = term.slice(0, Math.max(colon, 0)).toLowerCase();
  const value = term.slice(colon + 1).toLowerCase();
  const family = name === "status" ? /^([2-5])xx$/.exec(value)?.[0] : undefined;
  if (family !== undefined) return (entry) => outcomeOf(entry) === family;
  const field = own(fields, name);
  if (field !== undefined) return (entry) => field(entry).toLowerCase().includes(value);
  const wanted = term.toLowerCase();
  return (entry) => lineOf(entry).includes(wanted);
}

/** The text of a row in the journal, in lower case. */
function lineOf(entry: Entry): string {
  const { number, request, why, account } = entry;
  const address = request.query === "" ? request.path : `${request.path}?${request.query}`;
  const parts = [`#${number}`, request.method, address, statusText(entry), why.operation, why.rule, ...why.scenarios];
  return [...parts, account].join(" ").toLowerCase();
}
