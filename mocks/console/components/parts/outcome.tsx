import type { JSX } from "preact";
import type { Entry } from "../../control-schemas.ts";
import { outcomeOf, statusText } from "../../status-text.ts";

/** What the caller got, in its colour and in words. */
export function OutcomeText({ entry }: { readonly entry: Entry }): JSX.Element {
  return <span class={`outcome of-${outcomeOf(entry)}`}>{statusText(entry)}</span>;
}
