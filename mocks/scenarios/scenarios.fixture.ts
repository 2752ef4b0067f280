import type { Reply } from "../service/call.ts";
import { AdjustableClock, frozenClock } from "../service/clock.ts";
import { openTestCaller, testTimestamp, type TestCall, type TestSetup } from "../simulation/caller.fixture.ts";

/** A client of the world demo with scenarios; its clock moves only when advanced. */
export async function openScenarios(scenarios: string | readonly string[], setup: TestSetup = {}) {
  const clock = new AdjustableClock(frozenClock(testTimestamp));
  const caller = await openTestCaller({ clock, scenarios: [scenarios].flat(), ...setup });
  return {
    ...caller,
    clock,
    /** `POST /api/v1/users` with a valid body, always the same. */
    add: () => caller.create({ email: "a@new.example", name: "A" }),
    /** Sends some requests, one after the other: these, or a number of times the usual one. */
    send: async (calls: number | readonly TestCall[]) => {
      const replies: Reply[] = [];
      for (const call of typeof calls === "number" ? Array.from({ length: calls }, () => undefined) : calls) {
        replies.push(await caller.call(call));
      }
      return replies;
    },
  };
}

export const statusOf = ({ status }: Reply): number => status;
