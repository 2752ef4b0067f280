import { randomInt } from "node:crypto";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { startServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { askAgain } from "../learn/ask-target.ts";
import type { Learned } from "../learn/learn-from.ts";
import { makeWorld } from "../learn/learned-world.ts";
import type { Behavior } from "./behavior.ts";

/** Compares with the mock of a dialect, which has records like those of the target. */
export async function playDialect<Result>(
  dialect: Dialect,
  target: Learned,
  compare: (mock: Behavior) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const simulation = await createSimulation({ world: makeWorld(target, randomInt(2 ** 31)).world, dialect });
  const server = await startServer(simulation, { port: 0 });
  try {
    const [account] = simulation.accounts;
    const ids = { subscription: (account?.subscriptions.all() ?? []).map(({ id }) => String(id)) };
    const asked = { baseUrl: server.url, token: account?.tokens[0]?.token ?? "", ids, allowWrites: true };
    return await compare({
      baseUrl: server.url,
      mask: (text) => text,
      answers: [],
      ask: (calls) => askAgain(asked, calls, signal),
    });
  } finally {
    await server.close();
  }
}
