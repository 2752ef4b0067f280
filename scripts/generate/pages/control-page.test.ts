import { expect, test } from "vitest";
import { controlRoutes, isTo } from "./control-page.ts";
import { controlExamples, playArea } from "./control-played.ts";

test("every route of the control API has an example, and every example one route", async () => {
  const routes = [...(await controlRoutes()).keys()];
  const shown = Object.values(controlExamples).flatMap((examples) =>
    examples.map(([request]) => routes.filter((name) => isTo(name, request))),
  );
  expect(shown.filter(({ length }) => length !== 1)).toStrictEqual([]);
  expect(new Set(shown.flat())).toStrictEqual(new Set(routes));
});

test.each(Object.keys(controlExamples))("%s: each request succeeds", async (area) => {
  for (const { reply } of await playArea(area)) expect([200, 201, 204]).toContain(reply.status);
});
