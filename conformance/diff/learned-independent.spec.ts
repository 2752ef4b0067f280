import { expect, test } from "@playwright/test";
import { parseData } from "../../fixtures/data-file.ts";
import { readDialect } from "../../fixtures/dialect/declared.ts";
import { startServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { learnAt, learnIndependent, type Options, type Result } from "../learn/learn-server.fixture.ts";
import { odd } from "../independent/departures.ts";
import { jsonServerLike, springLike } from "../independent/frameworks.ts";
import { startPrism } from "../independent/prism.fixture.ts";
import type { IndependentServer } from "../independent/independent-server.ts";
import { compareSides } from "./compare.ts";
import { dialectSide, targetSide } from "./side.ts";

/** Serves the mock with the learned dialect, learns it again, and returns the differences from the file. */
async function differencesAgain({ text, world }: Result): Promise<readonly string[]> {
  const file = parseData(text, "learned.yaml", "dialect");
  const dialect = readDialect(file);
  const simulation = await createSimulation({ world, dialect });
  const server = await startServer(simulation, { port: 0 });
  const [account] = simulation.accounts;
  const again = await learnAt(server.url, {
    token: account?.tokens[0]?.token ?? "",
    subscriptionIds: (account?.subscriptions.all() ?? []).map(({ id }) => String(id)),
    allowWrites: false,
  });
  await server.close();
  const comparison = compareSides(dialectSide("learned.yaml", dialect, file), targetSide(again.learned));
  expect(comparison.compared).toBeGreaterThan(5);
  return [...comparison.differences, ...comparison.perhaps].map(({ words }) => words);
}

const prism: IndependentServer = { ...odd("prism"), start: startPrism };
const servers: readonly (readonly [server: IndependentServer, options: Options])[] = [
  [springLike, {}],
  [jsonServerLike, { subscriptionIds: ["s1"] }],
  [odd("ordinary"), { subscriptionIds: ["s-1", "s-2"] }],
  [prism, {}],
];

for (const [server, options] of servers) {
  test(`learned, mocked with a learned world and compared: ${server.id}`, async () => {
    const result = await learnIndependent(server, { ...options, allowWrites: false, forWorld: true });
    expect(await differencesAgain(result)).toEqual([]);
  });
}
