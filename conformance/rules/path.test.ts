import { expect, test } from "vitest";
import { judgeLog, people, type Line } from "./log.fixture.ts";
import { judgeCrashes } from "./path.ts";

const users: Line = { data: people(1, 2) };
const suspect: Line = { ...users, place: { isSuspect: true } };

test("a request that ends the service twice is a failure", () => {
  const gone: Line = { noReply: { kind: "refused", message: "the connection was refused" } };
  expect(judgeLog(judgeCrashes, [suspect, users])).toStrictEqual([]);
  expect(judgeLog(judgeCrashes, [suspect, gone])).toStrictEqual(["PATH-01 failed"]);
});

test("a service that waits in vain after rejected requests is stuck, and one on a busy machine is not", () => {
  const lines = (stuck: Line): readonly Line[] => [users, users, users, suspect, stuck, stuck];
  expect(judgeLog(judgeCrashes, lines({ status: 500, text: "", ms: 1500 }))).toStrictEqual(["PATH-01 failed"]);
  expect(judgeLog(judgeCrashes, lines({ ...users, ms: 6000 }))).toStrictEqual(["PATH-01 failed"]);
  expect(judgeLog(judgeCrashes, lines({ ...users, ms: 1800 }))).toStrictEqual([]);
});
