import { z } from "zod";
import { expiredToken as refusal } from "../service/authenticate.ts";
import { defineScenario, type Turn } from "./scenario.ts";

function tokenOf({ account, call }: Turn): string | undefined {
  return account === undefined ? undefined : call.headers["authorization"];
}

/** The session ends while somebody works. A token that expired stays so; another one has its own time. */
export const expiredToken = defineScenario({
  name: "expired-token",
  summary: "A good token expires in mid-session, after so many calls with it, and stays expired.",
  options: z.object({
    calls: z.int().min(0).default(0).describe("So many calls are answered for each token before it expires."),
  }),
  examples: ["expired-token:calls=5", "expired-token:after=1", "expired-token:rate=0.05"],
  start: ({ calls }) => {
    const used = new Map<string, number>();
    const expired = new Set<string>();
    return {
      goesOn: (turn) => expired.has(tokenOf(turn) ?? ""),
      disturb: (turn, next) => {
        const token = tokenOf(turn);
        if (token === undefined) return next();
        const before = used.get(token) ?? 0;
        used.set(token, before + 1);
        if (before < calls) return next();
        expired.add(token);
        return turn.refuse(refusal(turn.dialect.auth));
      },
    };
  },
});
