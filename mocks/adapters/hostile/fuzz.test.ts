import { validateHeaderName, validateHeaderValue } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../../fixtures/dialect/open.ts";
import { builtInDialectNames } from "../../../fixtures/dialect/built-in.ts";
import { Sandboxes } from "../../control/sandboxes.ts";
import type { Call, Reply } from "../../service/call.ts";
import { openTestCaller } from "../../simulation/caller.fixture.ts";
import type { Simulation } from "../../simulation/simulation.ts";
import { anyCall } from "./any-call.fixture.ts";

/** Tries sequences of requests, each on the simulation as it was at the start. More of them: npm run fuzz. */
async function fuzz(simulation: Simulation, check: (calls: readonly Call[]) => Promise<void>): Promise<void> {
  const property = fc.asyncProperty(fc.array(anyCall(simulation), { minLength: 1, maxLength: 6 }), async (calls) => {
    await simulation.reset();
    await check(calls);
  });
  await fc.assert(property, { numRuns: Number(process.env["ORGKIT_FUZZ_RUNS"] ?? 60) });
}

/** Its form is compared with the OpenAPI document elsewhere. */
function expectAllowed({ method, headers: { prefer = "" } }: Call, reply: Reply, { statuses }: Dialect): void {
  for (const [name, value] of Object.entries(reply.headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  if (method === "OPTIONS" || /(?:code|scenario)\s*=/i.test(prefer)) return;
  expect(Object.values<number>({ ...statuses.success, ...statuses.failure })).toContain(reply.status);
}

test.each(builtInDialectNames)("whatever the request, the dialect %s responds in its format", async (name) => {
  const { simulation } = await openTestCaller({ dialect: await openDialect(name) });
  await fuzz(simulation, async (calls) => {
    for (const call of calls) expectAllowed(call, await simulation.answer(call), simulation.dialect);
  });
});

/** A text in the records of every world except the sandbox's. */
const secret = "seen-by-nobody-else";

test("whatever a sandbox's token sends, no other world shows or changes", async () => {
  const { simulation: main } = await openTestCaller();
  await fuzz(main, async (calls) => {
    const sandboxes = new Sandboxes(main, { capacity: 8 });
    const [own, other] = [await sandboxes.open({}), await sandboxes.open({})];
    const worlds = [main, other.simulation];
    for (const { users, subscriptions, invoices } of worlds.flatMap(({ accounts }) => accounts)) {
      for (const collection of [users, subscriptions, invoices]) await collection.create({ id: secret });
    }
    const readState = () => worlds.map((world) => [world.snapshot(), world.scenarios(), world.journal.total]);
    const before = readState();
    for (const call of calls) {
      const sent = { ...call, headers: { ...call.headers, authorization: `Bearer ${own.token}` } };
      expect((await sandboxes.findSimulation(sent).answer(sent)).body).not.toContain(secret);
    }
    expect(readState()).toStrictEqual(before);
  });
});
