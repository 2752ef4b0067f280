import { expect, test } from "vitest";
import { obligations } from "../checks/catalogue.ts";
import { envelope, scriptedSession } from "../checks/scripted-session.fixture.ts";
import type { Session } from "../target/session.ts";
import { openJudging } from "./judging.ts";

const [obligation] = obligations(["stated"]);
if (obligation === undefined) throw new Error("there is no obligation");

test("what is found on a target is told with what the run was", async () => {
  const session = scriptedSession({ first: envelope([]) });
  const judging = await openJudging(session, "orgkit1");
  expect(await judging.find(obligation)).toMatchObject({ id: obligation.requirement.id, status: "passed" });
  expect(await judging.facts()).toMatchObject({ requests: 3 });
});

test.each([
  ["before it is judged", 0],
  ["while it is judged", 3],
])("where orgkit fails %s, it says so and goes on", async (_, goodCalls) => {
  const scripted = scriptedSession({ first: envelope([]) });
  let calls = 0;
  const session: Session = {
    ...scripted,
    call(call) {
      calls += 1;
      if (calls > goodCalls) throw new RangeError("Maximum call stack size exceeded");
      return scripted.call(call);
    },
  };
  const judging = await openJudging(session, "orgkit1");
  const found = await judging.find(obligation);
  expect(found).toMatchObject({ status: "inconclusive", message: "it cannot be judged" });
  expect((await judging.facts()).fault).toBe("RangeError: Maximum call stack size exceeded");
});

test("a total that leaps with a creation is counted within bounds", async () => {
  let total = 1;
  const session = scriptedSession(
    {},
    {
      answer: ({ operation }) => {
        if (operation === "createUser") total = Number.MAX_SAFE_INTEGER;
        return envelope([], 1, total);
      },
    },
  );
  const judging = await openJudging(session, "orgkit1");
  await session.call({ operation: "createUser" });
  expect((await judging.facts()).created.length).toBeLessThan(1000);
});
