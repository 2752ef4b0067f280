import { z } from "zod";
import { expectationSchema } from "../../journal/journal.ts";
import { journalReply } from "../replies.ts";
import { count, route } from "../route.ts";

export const journalRoutes = [
  route({
    method: "GET",
    path: "journal",
    summary: "The calls that were answered, oldest first, and why each reply is what it is.",
    query: z.object({
      after: count(0).describe("only calls of a higher number"),
      limit: count(100).describe("at most this many of the newest, 100 by default"),
    }),
    reply: journalReply,
    handle: ({ simulation: { journal } }, { query: { after, limit } }) => ({
      entries: journal.newest(limit, after),
      total: journal.total,
      dropped: journal.total - journal.size,
    }),
  }),
  route({
    method: "DELETE",
    path: "journal",
    summary: "Forgets the calls.",
    success: 204,
    handle: ({ simulation }) => simulation.journal.clear(),
  }),
  route({
    method: "POST",
    path: "verify",
    summary: "Whether the calls that came are those expected; the nearest of the others, where too few came.",
    body: expectationSchema,
    handle: ({ simulation }, { body }) => simulation.journal.verify(body),
  }),
];
