import { expect, test } from "vitest";
import { openTestControl } from "../control/control.fixture.ts";
import { createSimulation } from "../simulation/simulation.ts";
import { openTestCaller, testCall } from "../simulation/caller.fixture.ts";
import type { OwnScenario } from "./parse.ts";

const teapot: OwnScenario = () => ({ status: 418, headers: { "x-own": "1" }, body: "short" });
const unchanged: OwnScenario = (_, next) => next();

test("answers, changes a reply, counts, asks for another request, and is in the journal", async () => {
  const caller = await openTestCaller();
  let calls = 0;
  caller.simulation.use(async function flaky({ call, operation, account }, next) {
    calls += 1;
    if (calls === 1) return { status: 502, headers: {}, body: "" };
    if (calls === 2) return next({ ...call, query: "per_page=1" });
    const reply = await next();
    return { ...reply, headers: { ...reply.headers, "x-own": `${operation} ${account?.id}` } };
  });
  expect((await caller.call()).status).toBe(502);
  expect(JSON.parse((await caller.call()).body).data).toHaveLength(1);
  expect((await caller.call()).headers["x-own"]).toBe("listUsers acct_aurora");
  const entries = caller.simulation.journal.entries();
  expect(entries.map(({ why }) => [why.rule, why.scenarios])).toStrictEqual([
    ["scenario", ["flaky"]],
    ["statuses.success.listUsers", ["flaky"]],
    ["statuses.success.listUsers", ["flaky"]],
  ]);
  caller.simulation.use();
  expect((await caller.call()).headers).not.toHaveProperty("x-own");
});

test("by name, it takes the options of every scenario, and texts, the console and Prefer know it", async () => {
  const simulation = await createSimulation({
    ownScenarios: { teapot, unchanged },
    scenarios: [teapot, "latency:ms=0"],
  });
  expect(simulation.scenarios()).toStrictEqual(["teapot", "latency:ms=0"]);
  const ask = async (prefer?: string) => (await simulation.answer(testCall({ headers: { prefer } }))).status;
  simulation.use(["unchanged", "teapot:times=1,on=listUsers"]);
  expect([await ask(), await ask(), await ask("scenario=teapot")]).toStrictEqual([418, 200, 418]);
  await simulation.reset();
  expect(await ask()).toBe(418);
  expect(() => simulation.use(["teapto"])).toThrow("unknown scenario; did you mean teapot?");
  expect(() => simulation.use(["teapot:x=1"])).toThrow("x: unknown option of teapot; expected one of on, rate");
});

test("the control API lists and activates it", async () => {
  const { simulation, ask } = await openTestControl();
  simulation.use(teapot);
  const available = expect.arrayContaining(["teapot", "hang"].map((name) => expect.objectContaining({ name })));
  expect((await ask("GET scenarios")).json).toMatchObject({ available, active: ["teapot"] });
  expect(await ask("PUT scenarios", { active: ["teapot:rate=0.5"] })).toMatchObject({ status: 200 });
});

test("unknown names are compile errors, and wrong scenarios errors", async () => {
  // @ts-expect-error: an unknown scenario
  await expect(createSimulation({ scenarios: ["latensy"] })).rejects.toThrow("did you mean latency?");
  // @ts-expect-error: no function
  await expect(createSimulation({ ownScenarios: { a: 1 } })).rejects.toThrow("ownScenarios.a: expected a function");
  await expect(createSimulation({ ownScenarios: { "a:b": teapot } })).rejects.toThrow("expected names of letters");
});
