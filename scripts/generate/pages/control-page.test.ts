import { expect, test } from "vitest";
import { controlExamples } from "./control-examples.ts";
import { controlRoutes } from "./control-page.ts";
import { playArea } from "./control-played.ts";

test("every route of the control API has an example, and every example a route", async () => {
  const shown = Object.values(controlExamples).flatMap((examples) => examples.map(({ route }) => route));
  expect(new Set(shown)).toStrictEqual(new Set((await controlRoutes()).keys()));
});

test.each(Object.keys(controlExamples))("%s: each request succeeds", async (area) => {
  for (const { reply } of await playArea(area)) expect([200, 201, 204]).toContain(reply.status);
});
