import { expect, test } from "vitest";
import { judge, page, statuses, users, type Answer } from "../checks/lists.fixture.ts";

/** Pages with a link to the next; nothing is found at other paths. */
function linking(link: (page: number) => string): Answer {
  return (query, _, { path = "/api/v1/users" }) => {
    if (path !== "/api/v1/users") return { status: 404 };
    const at = Number(query["page"] ?? 1);
    const isLast = at * Number(query["limit"] ?? 5) >= 47;
    return { ...page(users, query), headers: isLast ? {} : { link: `<${link(at)}>; rel="next"` } };
  };
}

test.each<readonly [string, string, (page: number) => string]>([
  ["to the next page pass", "passed", (at) => `?page=${at + 1}`],
  ["to another host are not followed", "passed", () => "https://elsewhere.example/users"],
  ["to the same page fail", "failed", (at) => `?page=${at}`],
  ["that lack a part of the path fail", "failed", (at) => `/users?page=${at + 1}`],
  ["to the second page, on every page, fail", "failed", () => "?page=2"],
])("links %s", async (_, status, link) => {
  expect(await statuses(linking(link))).toEqual([status, "passed"]);
});

test("links are not judged where others write all the time", async () => {
  const answer = linking((at) => `?page=${at}`);
  const moving: Answer = (query, nth, call) => {
    const reply = answer(query, nth, call);
    const { data = [], meta } = Object(reply.json);
    return { ...reply, json: { data: data.map((user: object) => ({ ...user, nth })), meta } };
  };
  expect((await statuses(moving))[0]).not.toBe("failed");
});

test("two walks at a time fail if the service keeps one position for both", async () => {
  const answering = (isKept: boolean): Answer => {
    let kept = 0;
    return ({ cursor = "c0" }) => {
      if (cursor === "c0") kept = 0;
      const start = isKept ? kept : Number(cursor.slice(1));
      const end = (kept = start + 5);
      const meta = { page: start / 5 + 1, total: 47, next: end < 47 ? `c${end}` : null };
      return { json: { data: users.slice(start, end), meta } };
    };
  };
  expect((await judge(answering(true)))[0]).toMatchObject({
    status: "failed",
    message: expect.stringContaining("two walks at a time get different second pages"),
  });
  expect(await statuses(answering(false))).toEqual(["passed", "passed"]);
});
