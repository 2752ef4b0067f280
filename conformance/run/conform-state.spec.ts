import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { loadDialect } from "../../fixtures/dialect/load.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { startServer } from "../../mocks/faces/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { openState } from "../../mocks/state/state.ts";
import { judgeTarget } from "./judge-target.ts";

test("a mock that keeps its state conforms, and so it does when it goes on from it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgkit-state-"));
  const [world, dialect] = [loadWorld("demo", 1), loadDialect("reference")];
  const counts = [];
  for (const _ of ["at first", "from its file"]) {
    const simulation = await createSimulation({ world, dialect });
    const path = join(folder, "demo.state");
    const state = await openState({ path, simulation, world, dialect });
    const server = await startServer(simulation, { port: 0, saved: state.saved });
    const [first, second] = simulation.accounts;
    const target = {
      name: "mock",
      baseUrl: server.url,
      ids: { subscription: (first?.subscriptions.all() ?? []).map(({ id }) => String(id)) },
      allowWrites: true,
      dialect,
    };
    const secrets = { first: first?.tokens[0]?.token ?? "", second: second?.tokens[0]?.token ?? "" };
    const { findings, facts } = await judgeTarget({ target, secrets }, { connection: { patience: 300 } });
    await server.close();
    await state.close();
    expect(facts.problem).toBeUndefined();
    expect(findings.filter(({ status }) => status === "failed" || status === "inconclusive")).toEqual([]);
    expect(findings.filter(({ status }) => status === "passed").length).toBeGreaterThan(130);
    counts.push(first?.users.count() ?? 0);
  }
  // What the first run created is there in the second, which creates more.
  const [before = 0, after = 0] = counts;
  expect([before, after].map((size) => size > 47)).toEqual([true, true]);
  expect(after).toBeGreaterThan(before);
  rmSync(folder, { recursive: true });
});
