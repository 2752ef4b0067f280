import { openService } from "../../strangers/service.ts";
import { makeUser } from "../../strangers/world.ts";
import type { Answer } from "../../strangers/serve.ts";

/**
 * A service whose data moves while it is asked: with every call a user comes, at the start of the list or at its end,
 * and at times the oldest goes.
 */
export function moving(place: "start" | "end"): { readonly answer: Answer; readonly token: string } {
  const { accounts, answer } = openService({ users: [140, 5], invoices: [30, 3] }, 10);
  const [account] = accounts;
  let calls = 0;
  return {
    token: account.token,
    answer: (ask) => {
      calls += 1;
      const newcomer = makeUser(7000 + calls, `Moving ${calls}`, `moving.${calls}@stranger.example`);
      if (place === "start") account.users.unshift(newcomer);
      else account.users.push(newcomer);
      if (calls % 3 === 0 && place === "end") account.users.shift();
      return answer(ask);
    },
  };
}
