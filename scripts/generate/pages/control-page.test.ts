import { beforeAll, describe, expect, test } from "vitest";
import { controlExamples } from "./control-examples.ts";
import { controlPage, controlRoutes } from "./control-page.ts";
import { playArea } from "./control-played.ts";

const examples = Object.values(controlExamples).flat();
let page = "";
let routes: Awaited<ReturnType<typeof controlRoutes>>;

beforeAll(async () => {
  [page, routes] = await Promise.all([controlPage(), controlRoutes()]);
});

test("every route of the control API has an example, and every example a route", () => {
  expect(new Set(examples.map(({ route }) => route))).toStrictEqual(new Set(routes.keys()));
});

test("every route is listed, and told with its sentence", () => {
  expect(routes.size).toBeGreaterThan(20);
  for (const [name, { summary }] of routes) {
    expect(page).toContain(`| [\`${name}\`](#`);
    expect(page).toContain(`\n### \`${name}\`\n\n${summary}\n`);
  }
});

describe.each(Object.keys(controlExamples))("%s", (area) => {
  test("is answered with success, request by request", async () => {
    for (const { reply } of await playArea(area)) expect([200, 201, 204]).toContain(reply.status);
  });
});

test("a request is a line for a shell, with its body and what was answered", () => {
  expect(page).toContain(
    [
      "```sh",
      `curl -X POST http://127.0.0.1:4010/_orgkit/clock -H 'content-type: application/json' -d '{"advanceMs":3600000}'`,
      "```",
      "",
      "200:",
      "",
      "```text",
      '{ "now": "2026-03-01T13:00:00.000Z", "frozen": true, "offsetMs": 0 }',
      "```",
    ].join("\n"),
  );
});

test("what is drawn anew each time is not shown", async () => {
  expect(page).toContain('"token": "sandbox-TOKEN"');
  expect(await controlPage()).toBe(page);
});

test("the values of a body are told, the members of an object one by one", () => {
  expect(page).toContain("The body is `freeze` (`true` or a text), `advanceMs` (a whole number) or `resume` (`true`).");
  expect(page).toContain("\n| `match.status` | a whole number | 0 where no reply was sent. |\n");
  expect(page).toContain(
    "\n| `count` | a whole number from 0 on, or what follows | At least one, where nothing is said. |\n",
  );
});
