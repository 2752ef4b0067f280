import { harEnd, harEntryText, harStart } from "../../fixtures/har/har.ts";
import { createRedactor, type Redactor } from "../../fixtures/secrets/redactor.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Simulation } from "../simulation/simulation.ts";
import type { About } from "./route.ts";

/**
 * The journal as a HAR 1.2 file. Secrets are masked, and each token of the world has its own placeholder, so that the
 * requests of two accounts can be told apart. Requests that got no response are left out.
 */
export function journalHar({ journal, accounts }: Pick<Simulation, "journal" | "accounts">, about: About): string {
  const tokens = accounts.flatMap((account) => account.tokens.map(({ token }) => token));
  const redactor = createRedactor(tokens.map((value, index) => ({ value, name: `orgkit-token-${index + 1}` })));
  const entries = journal.entries().filter(({ reply }) => reply.status !== 0);
  const texts = entries.map((entry) => harEntry(entry, about.url(), redactor));
  return harStart(about.version) + texts.join(",\n") + harEnd;
}

function harEntry({ at, request, reply }: JournalEntry, baseUrl: string, redactor: Redactor): string {
  const { method, path, query, headers, body } = request;
  const { delayMs = 0, bodyMs = 0 } = reply.delivery ?? {};
  return harEntryText({
    request: {
      method,
      url: redactor.text(`${baseUrl}${path}${query === "" ? "" : `?${query}`}`),
      headers: redactor.headers(headers),
      body: body === "" ? undefined : redactor.body(body),
    },
    response: {
      status: reply.status,
      headers: redactor.headers(reply.headers),
      body: redactor.body(reply.body),
      ms: delayMs + bodyMs,
    },
    startedAt: new Date(at),
  });
}
