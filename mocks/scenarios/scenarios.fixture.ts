import type { Reply } from "../service/call.ts";
import { AdjustableClock, frozenClock } from "../service/clock.ts";
import {
  openTestCaller,
  testTimestamp,
  type TestCall,
  type TestCaller,
  type TestSetup,
} from "../simulation/caller.fixture.ts";

export interface ScenarioCaller extends TestCaller {
  readonly clock: AdjustableClock;
  /** `POST /api/v1/users` with a valid body, always the same. */
  add(): Promise<Reply>;
  /** Sends some requests, one after the other: these, or a number of times the usual one. */
  send(calls: number | readonly TestCall[]): Promise<readonly Reply[]>;
}

/** A client of the world demo with scenarios; its clock moves only when advanced. */
export async function openScenarios(
  scenarios: string | readonly string[],
  setup: TestSetup = {},
): Promise<ScenarioCaller> {
  const clock = new AdjustableClock(frozenClock(testTimestamp));
  const caller = await openTestCaller({ clock, scenarios: [scenarios].flat(), ...setup });
  return {
    ...caller,
    clock,
    add: () => caller.create({ email: "a@new.example", name: "A" }),
    send: async (calls) => {
      const replies = [];
      for (const call of typeof calls === "number" ? Array.from({ length: calls }, () => undefined) : calls) {
        replies.push(await caller.call(call));
      }
      return replies;
    },
  };
}

export const statusOf = ({ status }: Reply): number => status;
