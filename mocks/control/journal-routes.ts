import { z } from "zod";
import type { JournalPart } from "./replies.ts";
import { count, route } from "./route.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { journalHar } from "./har.ts";
import { expectationSchema } from "../journal/expectation.ts";

/** The text of a `JournalPart`. */
function* journalPart({ journal }: Pick<Simulation, "journal">, limit: number, after: number) {
  const texts: string[] = [];
  for (const entry of journal.steps.entries(limit, after)) {
    texts.push(JSON.stringify(entry, null, 2));
    yield;
  }
  const { total, size } = journal;
  const counts: Omit<JournalPart, "entries"> = { total, dropped: total - size };
  return `{"entries":[${texts.join(",\n")}],${JSON.stringify(counts).slice(1)}\n`;
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
    handle: ({ simulation }, { query: { after, limit } }) => journalPart(simulation, limit, after),
  }),
  route({
    method: "GET",
    path: "journal.har",
    summary: "The journal as a HAR file, for browsers' developer tools.",
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
    handle: ({ simulation }, { body }) => simulation.journal.steps.verify(body),
  }),
];
