import { expect, test } from "vitest";
import { openPoint } from "../open-points.fixture.ts";
import { envelope, scriptedSession } from "../../discovery/scripted-session.fixture.ts";

/** DECL-01 for a list of users in pages; `isStuck` answers with the first page, whatever number is asked. */
function judged(users: readonly object[], isStuck: boolean, sizeName: string | null = "per_page") {
  const session = scriptedSession(
    {},
    {
      dialect: { paging: { users: { style: "page", parameters: { page: "page", size: sizeName }, defaultSize: 6 } } },
      answer: ({ query = {} }) => {
        const [number, size] = [Number(query["page"] ?? 1), Number(query[sizeName ?? ""] ?? 6)];
        const start = isStuck ? 0 : (number - 1) * size;
        return envelope(users.slice(start, start + size), number, users.length);
      },
    },
  );
  return openPoint("DECL-01").judge(session, "listUsers");
}

const alike = Array.from({ length: 6 }, () => ({ name: "Same Name" }));
const different = alike.map((user, index) => ({ ...user, mail: `${index}@a.example` }));

test.each([
  ["pages of records that look alike", alike, false, "passed"],
  ["pages of different records", different, false, "passed"],
  ["the same page twice", different, true, "failed"],
])("DECL-01: %s", async (_, users, isStuck, status) => {
  expect(await judged(users, isStuck)).toMatchObject({ status });
});

test("DECL-01: pages of one size", async () => {
  const users = [...different, ...different.map((user, index) => ({ ...user, mail: `${index}@b.example` }))];
  expect(await judged(users, false, null)).toMatchObject({ status: "passed" });
  expect(await judged(users, true, null)).toMatchObject({ status: "failed" });
  expect(await judged(different, false, null)).toMatchObject({ status: "skipped" });
});
