import { z } from "zod";
import { jsonText } from "../../fixtures/json.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { issueId, type Account } from "../service/accounts.ts";
import { defineScenario, type Turn } from "./scenario.ts";
import { firstPosition, positionParameter } from "../../fixtures/dialect/query-parameters.ts";

/** A user is created while a client reads page after page: the next page repeats the last record of the one before. */
export const movingPage = defineScenario({
  name: "moving-page",
  summary: "Insert a user between page 1 and page 2, so that page 2 repeats a record.",
  options: () =>
    z.object({
      users: z.int().min(1).max(100).default(1).describe("How many users to insert, once per walk through the list."),
    }),
  examples: ["moving-page", "moving-page:users=3"],
  start: ({ users }) => {
    // Once per walk: a list that grew with every page would never end.
    const moved = new Set<string>();
    return async (turn, next) => {
      const { account, operation } = turn;
      if (account === undefined || operation !== "listUsers") return next();
      if (!isLaterPage(turn)) moved.delete(account.id);
      else if (!moved.has(account.id)) {
        moved.add(account.id);
        for (let count = 0; count < users; count += 1)
          await account.users.insert(similarUser(account, turn), 0, "call");
        const reply = await next();
        return { ...reply, why: { ...reply.why, rule: "scenario" } };
      }
      return next();
    };
  },
});

/** A user that another client creates: like the first one, with an id and unique values of its own. */
function similarUser({ users }: Account, { dialect, ids, now }: Turn): RecordData {
  const id = issueId("users", users, dialect, ids);
  const number = users.count() + 1;
  const model = users.all()[0] ?? { id, email: "someone@new-user.example", name: "" };
  const fields = Object.entries(model).map(([field, value]) => {
    if (dialect.createUser.unique.includes(field)) {
      return [field, typeof value === "number" ? value + 1_000_000 + number : `new-user-${number}-${jsonText(value)}`];
    }
    if (field === "name" && typeof value === "string") return [field, `Newcomer ${number}`];
    return [field, /^created_?at$/i.test(field) && typeof value === "string" ? new Date(now).toISOString() : value];
  });
  return { ...Object.fromEntries(fields), id };
}

function isLaterPage({ call, dialect }: Turn): boolean {
  const { users: paging } = dialect.paging;
  if (paging.style === "none") return false;
  const position = new URLSearchParams(call.query).get(positionParameter(paging));
  if (paging.style === "cursor") return position !== null;
  return position !== null && /^\d+$/.test(position) && Number(position) > firstPosition(paging);
}
