import type { Reply } from "../service/call.ts";
import { AdjustableClock, frozenClock } from "../service/clock.ts";
import {
  openTestCaller,
  testTimestamp,
  type TestCall,
  type TestCaller,
  type TestSetup,
} from "../simulation/caller.fixture.ts";

export interface DisturbedCaller extends TestCaller {
  readonly clock: AdjustableClock;
  /** `POST /api/v1/users` with a valid body; by default, always the same user. */
  add(name?: string): Promise<Reply>;
  /** The visible results of several requests, one after the other. */
  seen<Value>(
    pick: (reply: Reply) => Value,
    calls: number | readonly TestCall[],
    each?: TestCall,
  ): Promise<readonly Value[]>;
}

/** A client of the world demo with a scenario; its clock moves only when advanced. */
export async function disturbed(
  scenarios: string | readonly string[],
  setup: TestSetup = {},
): Promise<DisturbedCaller> {
  const clock = new AdjustableClock(frozenClock(testTimestamp));
  const caller = await openTestCaller({ clock, scenarios: [scenarios].flat(), ...setup });
  return {
    ...caller,
    clock,
    add: (name = "a") => caller.create({ email: `${name}@new.example`, name }),
    seen: async (pick, calls, each = {}) => {
      const values = [];
      for (const call of typeof calls === "number" ? Array.from({ length: calls }, () => each) : calls) {
        values.push(pick(await caller.call(call)));
      }
      return values;
    },
  };
}

export const statusOf = ({ status }: Reply): number => status;
