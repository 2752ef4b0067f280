import type { Reply } from "../service/call.ts";
import { adjustableClock, frozenClock, type AdjustableClock } from "../service/clock.ts";
import {
  openTestCaller,
  testTimestamp,
  type TestCall,
  type TestCaller,
  type TestSetup,
} from "../simulation/caller.fixture.ts";

export interface DisturbedCaller extends TestCaller {
  readonly clock: AdjustableClock;
  /** `POST /api/v1/users` with a fitting body; the same user each time, unless told otherwise. */
  add(name?: string): Promise<Reply>;
  /** What is seen of several calls, one after the other. */
  seen<Value>(
    pick: (reply: Reply) => Value,
    calls: number | readonly TestCall[],
    each?: TestCall,
  ): Promise<readonly Value[]>;
}

/** A caller of the world demo with a scenario, whose time passes only as its clock is advanced. */
export async function disturbed(
  scenarios: string | readonly string[],
  setup: TestSetup = {},
): Promise<DisturbedCaller> {
  const clock = adjustableClock(frozenClock(testTimestamp));
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
