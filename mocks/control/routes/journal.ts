import { expectationSchema } from "../../journal/journal.ts";
import { journalReply } from "../replies.ts";
import { route } from "../route.ts";

function whole(text: string | null, fallback: number): number {
  const number = Number(text ?? fallback);
  return Number.isInteger(number) && number >= 0 ? number : fallback;
}

export const journalRoutes = [
  route({
    method: "GET",
    path: "journal",
    summary: "The calls that were answered, oldest first, and why each reply is what it is.",
    query: { after: "only calls of a higher number", limit: "at most so many of the newest, 100 by default" },
    reply: journalReply,
    success: 200,
    handle: ({ simulation: { journal } }, { query }) => {
      const after = whole(query.get("after"), 0);
      const limit = whole(query.get("limit"), 100);
      return {
        status: 200,
        json: {
          entries: journal.newest(limit, after),
          total: journal.total,
          dropped: journal.total - journal.size,
        },
      };
    },
  }),
  route({
    method: "DELETE",
    path: "journal",
    summary: "Forgets the calls.",
    success: 204,
    handle: ({ simulation: { journal } }) => {
      journal.clear();
      return { status: 204 };
    },
  }),
  route({
    method: "POST",
    path: "verify",
    summary: "Whether the calls that came are those expected; the nearest of the others, where too few came.",
    body: expectationSchema,
    success: 200,
    handle: ({ simulation: { journal } }, { body }) => {
      const { expected, ...verification } = journal.verify(body);
      return { status: 200, json: { ...verification, expected } };
    },
  }),
];
