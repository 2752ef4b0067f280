import { z } from "zod";
import { defineScenario, type Turn } from "./scenario.ts";

/** Somebody joins while a list is being walked: the next page repeats the last record of the one before. */
export const movingPage = defineScenario({
  name: "moving-page",
  summary: "Someone inserts a user between page 1 and page 2, so that page 2 repeats a record.",
  options: z.object({
    users: z.int().min(1).max(100).default(1).describe("So many are inserted, once in each walk."),
  }),
  examples: ["moving-page", "moving-page:users=3"],
  start: ({ users }) => {
    // Once in each walk: a list that grew with every page would have no end.
    const moved = new Set<string>();
    return async (turn, next) => {
      const { account, operation, insertUser } = turn;
      if (account === undefined || operation !== "listUsers") return next();
      if (!isLaterPage(turn)) moved.delete(account.id);
      else if (!moved.has(account.id)) {
        moved.add(account.id);
        for (let count = 0; count < users; count += 1) await insertUser(account, 0);
        const reply = await next();
        return { ...reply, why: { ...reply.why, rule: "scenario" } };
      }
      return next();
    };
  },
});

function isLaterPage({ call, dialect }: Turn): boolean {
  const { users: paging } = dialect.paging;
  if (paging.style === "none") return false;
  const query = new URLSearchParams(call.query);
  const [asked, first] =
    paging.style === "page"
      ? [query.get(paging.parameters.page), paging.firstPage]
      : [query.get(paging.parameters.offset), 0];
  return asked !== null && /^\d+$/.test(asked) && Number(asked) > first;
}
