import { describe, expect, test } from "vitest";
import type { Reply } from "../../service/call.ts";
import type { Checkpoint } from "../checkpoint.ts";
import { testCall } from "../test-caller.ts";
import { createRecorder, type Recorder, type RecorderOptions } from "./recorder.ts";

const reply: Reply = { status: 200, headers: {}, body: "{}", why: { rule: "AUTH-01" } };

function stand(calls: number): Checkpoint {
  return { calls, scenarios: [], records: { ids: [1, 2, 3, 4], accounts: [] }, standing: { windows: [], hidden: [] } };
}

interface Counting {
  readonly recorder: Recorder;
  call(answered?: Reply): void;
}

function open(options: Partial<RecorderOptions> = {}): Counting {
  let calls = 0;
  const recorder = createRecorder({ checkpoint: () => stand(calls), ...options });
  return {
    recorder,
    call: (answered = reply) => {
      recorder.call({ number: calls + 1, at: 0, call: testCall() })(answered);
      calls += 1;
    },
  };
}

/** What is kept: the numbers of the calls, and the keys of other steps. */
function kept({ recorder }: Counting): readonly (number | string)[] {
  return recorder
    .recording(() => true)
    .steps.map((step) => ("call" in step ? step.call.number : (Object.keys(step)[0] ?? "")));
}

describe("a recorder", () => {
  test("keeps steps of every kind in their order", () => {
    const counting = open();
    counting.call();
    counting.recorder.use(["latency"]);
    counting.recorder.edit({ place: { account: "a", kind: "users" } });
    counting.call();
    counting.recorder.restore({ ids: [], accounts: [], clock: { frozenAt: null, aheadMs: 0 } });
    expect(kept(counting)).toStrictEqual([1, "use", "edit", 2, "restore"]);
    expect(counting.recorder.recording(() => true)).not.toHaveProperty("from");
  });

  test("leaves out a call that is still being answered", () => {
    const counting = open();
    counting.call();
    const replied = counting.recorder.call({ number: 2, at: 0, call: testCall() });
    expect(kept(counting)).toStrictEqual([1]);
    replied(reply);
    expect(kept(counting)).toStrictEqual([1, 2]);
  });

  test("drops the oldest segment once there are three, and says how things stood then", () => {
    const counting = open({ segmentSteps: 3 });
    const seen = Array.from({ length: 10 }, () => {
      counting.call();
      return [kept(counting)[0], counting.recorder.recording(() => true).from?.calls];
    });
    expect(seen).toStrictEqual([
      ...Array.from({ length: 6 }, () => [1, undefined]),
      ...Array.from({ length: 3 }, () => [4, 3]),
      [7, 6],
    ]);
  });

  test("begins a segment only with a call, so that it begins between two steps", () => {
    const counting = open({ segmentSteps: 2 });
    for (let index = 0; index < 5; index += 1) counting.recorder.use([]);
    counting.call();
    for (let index = 0; index < 3; index += 1) counting.recorder.use([]);
    counting.call();
    expect(kept(counting)).toStrictEqual([1, "use", "use", "use", 2]);
    expect(counting.recorder.recording(() => true).from).toStrictEqual(stand(0));
  });

  test("is bounded by what requests and replies hold, too", () => {
    const counting = open({ segmentBytes: 10_000 });
    for (let index = 0; index < 10; index += 1) counting.call({ ...reply, body: "x".repeat(10_000) });
    expect(kept(counting)).toStrictEqual([9, 10]);
  });

  test("begins anew at the start, or as things stand", () => {
    const counting = open({ segmentSteps: 2 });
    for (let index = 0; index < 5; index += 1) counting.call();
    counting.recorder.begin();
    expect(counting.recorder.recording(() => true)).toStrictEqual({ steps: [] });
    counting.recorder.begin(stand(5));
    counting.call();
    expect([kept(counting), counting.recorder.recording(() => true).from]).toStrictEqual([[6], stand(5)]);
  });
});
