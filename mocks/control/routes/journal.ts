import { z } from "zod";
import type { JournalPart } from "../replies.ts";
import { count, route, type About } from "../route.ts";
import { harEnd, harEntryText, harStart } from "../../../fixtures/har/har.ts";
import { createRedactor, type Redactor } from "../../../fixtures/secrets/redactor.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import type { Simulation } from "../../simulation/simulation.ts";
import { expectationSchema } from "../../journal/expectation.ts";

/**
 * The journal as a HAR 1.2 file. Secrets are masked, and each token of the world has its own placeholder, so that the
 * requests of two accounts can be told apart. Requests that got no response are left out.
 */
function journalHar({ journal, accounts }: Pick<Simulation, "journal" | "accounts">, about: About): string {
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

export const journalRoutes = [
  route({
    method: "GET",
    path: "journal",
    summary: "The requests and responses, oldest first, with the reason for each response.",
    query: z.object({
      after: count(0).describe("only requests with a higher number"),
      limit: count(100).describe("at most this many of the newest, 100 by default"),
    }),
    handle: ({ simulation: { journal } }, { query: { after, limit } }): JournalPart => ({
      entries: journal.newest(limit, after),
      total: journal.total,
      dropped: journal.total - journal.size,
    }),
  }),
  route({
    method: "GET",
    path: "journal.har",
    summary: "The journal as a HAR file, for browsers' developer tools and `orgkit conform --har`.",
    handle: ({ simulation, about }) => journalHar(simulation, about),
    headers: { "content-disposition": 'attachment; filename="orgkit-journal.har"' },
  }),
  route({
    method: "DELETE",
    path: "journal",
    summary: "Clears the journal.",
    handle: ({ simulation }) => simulation.journal.clear(),
  }),
  route({
    method: "POST",
    path: "verify",
    summary: "Whether the expected requests were received; if too few were, the closest other requests.",
    body: expectationSchema,
    handle: ({ simulation }, { body }) => simulation.journal.verify(body),
  }),
];
