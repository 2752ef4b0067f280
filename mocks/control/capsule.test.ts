import { expect, test } from "vitest";
import { capsuleText } from "../capsule/capsule.ts";
import { testCall } from "../simulation/test-caller.ts";
import { openTestControl } from "./test-control.ts";

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
  expect(opened).toHaveProperty("id");
  const { id } = JSON.parse(JSON.stringify(opened));
  expect((await ask(`GET capsule?sandbox=${id}`)).json).toMatchObject({
    sandbox: { account: "acct_aurora" },
    steps: [],
  });
  expect(await ask("GET capsule?sandbox=none")).toMatchObject({ status: 404 });
});
