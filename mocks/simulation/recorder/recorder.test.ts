import { describe, expect, test } from "vitest";
import type { Reply } from "../../service/call.ts";
import { Budget } from "../../service/budget.ts";
import type { Checkpoint } from "../snapshot.ts";
import { testCall } from "../caller.fixture.ts";
import { Recorder, type RecorderOptions } from "./recorder.ts";

const reply: Reply = { status: 200, headers: {}, body: "{}", why: { rule: "AUTH-01" } };

function stand(calls: number): Checkpoint {
  return { calls, scenarios: [], records: { ids: [1, 2, 3, 4], accounts: [] }, standing: { windows: [], hidden: [] } };
}

const snapshot = { ids: [], accounts: [], clock: { frozenAt: null, aheadMs: 0 } };

interface Counting {
  readonly recorder: Recorder;
  call(answered?: Reply): void;
}

function open(options: Partial<RecorderOptions> = {}): Counting {
  let calls = 0;
  const recorder = new Recorder({ checkpoint: () => stand(calls), ...options });
  return {
    recorder,
    call: (answered = reply) => {
      calls += 1;
      recorder.call({ number: calls, at: 0, call: testCall(), reply: answered });
    },
  };
}

/** The kept steps: the numbers of requests, and the keys of other steps. */
function kept({ recorder }: Counting): readonly (number | string)[] {
  return recorder
    .recording(() => true)
    .steps.map((step) => ("call" in step ? step.call.number : (Object.keys(step)[0] ?? "")));
}

describe("a recorder", () => {
  test("drops the oldest segment of six, and has the state after it", () => {
    const counting = open({ segmentSteps: 3 });
    const seen = Array.from({ length: 19 }, () => {
      counting.call();
      return [kept(counting)[0], counting.recorder.recording(() => true).from?.calls];
    });
    expect(seen).toStrictEqual([
      ...Array.from({ length: 14 }, () => [1, undefined]),
      ...Array.from({ length: 3 }, () => [4, 3]),
      [7, 6],
      [7, 6],
    ]);
  });

  test("is limited by the size of all kinds of steps in a recording, too", () => {
    const counting = open({ segmentBytes: 10_000 });
    for (let index = 0; index < 10; index += 1) counting.call({ ...reply, body: "x".repeat(10_000) });
    expect(kept(counting)).toStrictEqual([7, 8, 9, 10]);
    for (let index = 0; index < 10; index += 1) {
      counting.recorder.restore(snapshot, 5000);
      counting.recorder.edit({ place: { account: "a", kind: "users" } }, 5000);
    }
    expect(kept(counting)).toStrictEqual(["restore", "edit", "restore", "edit", "restore", "edit", "restore", "edit"]);
    for (let index = 0; index < 10_000; index += 1) counting.recorder.use(["latency"]);
    expect(kept(counting).length).toBeLessThan(1250);
  });

  test("starts after the step at which its budget dropped everything", () => {
    const counting = open({ share: new Budget(10_000).share() });
    counting.call();
    counting.call({ ...reply, body: "x".repeat(20_000) });
    expect(kept(counting)).toStrictEqual([]);
    counting.call();
    counting.call();
    expect(counting.recorder.recording(() => true)).toMatchObject({ from: stand(2), steps: [{}, {}] });
  });
});
