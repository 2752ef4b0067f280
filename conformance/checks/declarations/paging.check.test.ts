import { expect, test } from "vitest";
import { findRequirement } from "../catalogue.ts";
import { envelope, scriptedSession } from "../scripted-session.fixture.ts";

const declaredSize = {
  users: { style: "page", parameters: { page: "page", size: "per_page" }, defaultSize: 6 },
} as const;

/** DECL-01 for a list of users in pages; `isStuck` answers with the first page, whatever number is asked. */
function judged(users: readonly object[], isStuck: boolean) {
  const session = scriptedSession(
    {},
    {
      dialect: { paging: declaredSize },
      answer: ({ query = {} }) => {
        const [number, size] = [Number(query["page"] ?? 1), Number(query["per_page"] ?? 6)];
        const start = isStuck ? 0 : (number - 1) * size;
        return envelope(users.slice(start, start + size), number, users.length);
      },
    },
  );
  return findRequirement("DECL-01")?.judge(session, "listUsers");
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
