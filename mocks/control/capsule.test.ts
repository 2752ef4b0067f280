import { expect, test } from "vitest";
import { z } from "zod";
import { capsuleText } from "../simulation/recording/capsule.ts";
import { testCall } from "../simulation/caller.fixture.ts";
import { openTestControl } from "./control.fixture.ts";

test("a capsule is a file of what was asked since the start", async () => {
  const { control, simulation } = await openTestControl();
  await simulation.answer(testCall());
  const reply = await control.answer({ method: "GET", path: "capsule", query: "", body: "" });
  expect(reply).toStrictEqual({
    status: 200,
    headers: {
      "content-disposition": 'attachment; filename="orgkit-capsule.json"',
      "content-type": "application/json",
    },
    body: capsuleText(simulation.capsule("1.2.3")),
  });
});

test("a capsule of a sandbox is of its own calls", async () => {
  const { ask, simulation } = await openTestControl();
  await simulation.answer(testCall());
  const { json: opened } = await ask("POST sandboxes", {});
  const { id } = z.object({ id: z.string() }).parse(opened);
  expect((await ask(`GET capsule?sandbox=${id}`)).json).toMatchObject({
    sandbox: { account: "acct_aurora" },
    steps: [],
  });
  expect(await ask("GET capsule?sandbox=none")).toMatchObject({ status: 404 });
});
