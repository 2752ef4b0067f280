import { findRequirement } from "./catalogue.ts";
import { describe, expect, test } from "vitest";
import type { Call } from "../target/call.ts";
import type { Outcome } from "./check.ts";
import { judgeWrites } from "./organization.fixture.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

const created: ScriptedResponse = { status: 201, json: { data: [{ id: "u-9" }], meta: { page: 1, total: 1 } } };
const rejected: ScriptedResponse = { status: 401, text: "" };

/** A service with a list of users that a test can grow. */
function service(grow: (call: Call, total: number) => number): { answer: (call: Call) => ScriptedResponse } {
  let total = 10;
  return {
    answer: (call) => {
      total = grow(call, total);
      if (call.operation === "listUsers") return envelope([{ id: "u-1" }], 1, total);
      return call.as === undefined ? created : rejected;
    },
  };
}

/** Reads the list before all creations, like the preflight of a run. */
async function judge(id: string, grow: (call: Call, total: number) => number): Promise<Outcome> {
  const check = findRequirement(id);
  if (check === undefined) throw new Error(`${id} has no check`);
  const session = scriptedSession({}, service(grow));
  await session.call({ operation: "listUsers" });
  return check.judge(session, "createUser");
}

const isGood = ({ operation, as }: Call): boolean => operation === "createUser" && as === undefined;

describe("CREATE-01", () => {
  test("a growing total shows the new user", async () => {
    const outcome = await judge("CREATE-01", (call, total) => (isGood(call) ? total + 1 : total));
    expect(outcome).toMatchObject({ status: "passed", message: "listUsers shows the new user immediately" });
  });

  test("a user who appears later is not a fault", async () => {
    const outcome = await judge("CREATE-01", ({ label = "" }) => (label.endsWith("look 3") ? 11 : 10));
    expect(outcome).toMatchObject({
      status: "passed",
      message: "listUsers shows the new user after 0.4 s",
    });
  });

  test("a returned record that is then listed shows the new user, whatever the total", async () => {
    const session = scriptedSession(
      {},
      {
        answer: ({ operation, label }) => {
          if (operation === "createUser") return created;
          return envelope(label === undefined ? [{ id: "u-1" }] : [{ id: "u-1" }, { id: "u-9" }], 1, 10);
        },
      },
    );
    await session.call({ operation: "listUsers" });
    expect(await findRequirement("CREATE-01")?.judge(session, "createUser")).toMatchObject({ status: "passed" });
  });

  test("a user who never appears is a fault", async () => {
    const outcome = await judge("CREATE-01", () => 10);
    expect(outcome).toMatchObject({ status: "failed" });
    expect(outcome.message).toContain("createUser responded with 201, but 1 s later");
  });

  test("a shrinking total shows that other clients are writing", async () => {
    const outcome = await judge("CREATE-01", ({ label }) => (label === undefined ? 10 : 9));
    expect(outcome).toMatchObject({ status: "inconclusive" });
  });
});

describe("AUTH-09", () => {
  test("a total that grows only by the accepted creation", async () => {
    const outcome = await judge("AUTH-09", (call, total) => (isGood(call) ? total + 1 : total));
    expect(outcome).toMatchObject({
      status: "passed",
      message: expect.stringMatching(/^\d+ rejected creations, and `meta.total` did not grow$/),
    });
  });

  test("a rejection without a header that creates each time", async () => {
    const creates = (call: Call): boolean => isGood(call) || call.as === "none";
    const outcome = await judge("AUTH-09", (call, total) => (creates(call) ? total + 1 : total));
    expect(outcome).toMatchObject({
      status: "failed",
      message: expect.stringMatching(/^\d+ rejected creations made `meta.total` grow by 1, twice;/),
    });
  });

  test("a list that grows by itself proves nothing", async () => {
    const outcome = await judge("AUTH-09", (call, total) =>
      call.operation === "listUsers" && call.label !== undefined ? total + 3 : total,
    );
    expect(outcome).toMatchObject({ status: "inconclusive" });
  });

  test("a steady writer who adds the same number in every round proves nothing", async () => {
    let calls = 0;
    const outcome = await judge("AUTH-09", (call, total) => {
      calls += 1;
      return isGood(call) || calls % 5 === 0 ? total + 1 : total;
    });
    expect(outcome).toMatchObject({ status: "inconclusive" });
  });

  test.each([
    ["whose users are not in the list passes, though others join", false, "passed"],
    ["whose user is in the list fails, whatever the total says", true, "failed"],
  ])("a rejection %s", async (_, isStored, status) => {
    const users: unknown[] = [{ id: "u-1", name: "Ada", email: "ada@one.example" }];
    const answer = ({ operation, as }: Call, body: string): ScriptedResponse => {
      if (operation === "listUsers") {
        if (!isStored) users.push({ id: `o-${users.length}`, name: "Bo", email: "bo@one.example" });
        return envelope([...users]);
      }
      if (as === undefined || (isStored && as === "none")) users.push({ id: `n-${users.length}`, sent: body });
      return as === undefined ? created : rejected;
    };
    const session = scriptedSession({}, { answer });
    await session.call({ operation: "listUsers" });
    expect(await findRequirement("AUTH-09")?.judge(session, "createUser")).toMatchObject({ status });
  });
});

test.each([
  ["never counts new users", Infinity, "failed"],
  ["counts new users later", 700, "passed"],
])("a total of the second account that %s", async (_, milliseconds, status) => {
  let [waited, countedAt] = [0, 0];
  const outcome = await judgeWrites("CREATE-02", {
    wait: (__, paused) => void (waited += paused),
    create: (user, { lists }, as) => {
      if (as === "second") countedAt = waited + milliseconds;
      lists[as].push(user);
    },
    list: (rows, { as }) => envelope([...rows], 1, as === "second" && waited < countedAt ? 4 : rows.length),
  });
  expect(outcome.status).toBe(status);
});
