import { InputError } from "../../fixtures/input-error.ts";

/** What a caller is told in the place of a reply that a crash could take back; `undefined` of any other fault. */
export function notSavedText(error: unknown): string | undefined {
  if (!(error instanceof InputError)) return undefined;
  return `orgkit cannot save what was done, and answers no call until it can. ${error.message}`;
}
