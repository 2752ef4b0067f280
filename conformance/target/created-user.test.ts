import { expect, test } from "vitest";
import { envelope, scriptedSession } from "../discovery/scripted-session.fixture.ts";

test.each<readonly [string, isEmpty: (looks: number) => boolean]>([
  ["once", (looks) => looks === 4],
  ["sometimes", (looks) => looks % 4 === 0],
])("users do not count as created if the list is empty %s, and comes back", async (_, isEmpty) => {
  let total = 40;
  let looks = 0;
  const session = scriptedSession(
    {},
    {
      maxCreated: 4,
      answer: ({ operation, as = "first" }) => {
        if (operation === "listUsers") return envelope([], 1, isEmpty((looks += 1)) ? 0 : total);
        if (as !== "first") return { status: 401, json: {} };
        total += 1;
        return { status: 201, json: { data: [], meta: { page: 1, total: 1 } } };
      },
    },
  );
  await session.call({ operation: "listUsers" });
  for (const as of ["first", "none", "empty", "cut", "changed", "in-query"] as const) {
    await session.call({ operation: "createUser", as });
    await session.creations();
  }
  expect((await session.creations()).map(({ shownBy }) => shownBy)).toEqual(["response"]);
});
