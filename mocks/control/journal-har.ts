import { harEnd, harEntryText, harStart } from "../../fixtures/har/har.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Simulation } from "../simulation/simulation.ts";
import type { About } from "./route.ts";

/** The journal as a HAR 1.2 file, secrets masked. Requests that got no response are left out. */
export function journalHar({ journal }: Pick<Simulation, "journal">, about: About): string {
  const entries = journal.entries().filter(({ reply }) => reply.status !== 0);
  return harStart(about.version) + entries.map((entry) => harEntry(entry, about.url())).join(",\n") + harEnd;
}

function harEntry({ at, request, reply }: JournalEntry, baseUrl: string): string {
  const { method, path, query, headers, body } = request;
  const { delayMs = 0, bodyMs = 0 } = reply.delivery ?? {};
  return harEntryText({
    request: {
      method,
      url: `${baseUrl}${path}${query === "" ? "" : `?${query}`}`,
      headers,
      body: body === "" ? undefined : body,
    },
    response: { status: reply.status, headers: reply.headers, body: reply.body, ms: delayMs + bodyMs },
    startedAt: new Date(at),
  });
}
