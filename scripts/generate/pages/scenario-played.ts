import { isDeepStrictEqual } from "node:util";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import type { ScenarioKind } from "../../../mocks/scenarios/scenario.ts";
import type { Call, Reply } from "../../../mocks/service/call.ts";
import { frozenClock } from "../../../mocks/service/clock.ts";
import { createSimulation, type Simulation } from "../../../mocks/simulation/simulation.ts";
import { deliveryNames, type DeliveryName } from "./scenario-faces.ts";

/** What became of some calls under a scenario. */
export interface Played {
  /** How replies were to be delivered. */
  readonly delivered: ReadonlySet<DeliveryName>;
  /** A way to write it that disturbs a call which asks for it alone; `undefined` where none does. */
  readonly preferred: string | undefined;
}

const [world, dialect] = [loadWorld("demo", 1), loadDialect("reference")];

const bearer = { authorization: "Bearer aurora-token-4f7a91" };
const list: Call = { method: "GET", path: "/api/v1/users", query: "", headers: bearer, body: new Uint8Array() };
const calls: readonly Call[] = [
  list,
  { ...list, query: "page=2" },
  { ...list, path: "/api/v1/invoices" },
  {
    ...list,
    method: "POST",
    headers: { ...bearer, "content-type": "application/json" },
    body: new TextEncoder().encode('{"email":"ada@new.example","name":"Ada"}'),
  },
  list,
];

/** Plays a scenario, as its name and its examples write it, so that the page says what it does and not what was meant. */
export async function playScenario({ name, examples }: ScenarioKind): Promise<Played> {
  const plain = await play([]);
  const delivered = new Set<DeliveryName>();
  let preferred: string | undefined;
  for (const text of [name, ...examples]) {
    for (const { delivery = {} } of await play([text])) deliveryNames(delivery).forEach((way) => delivered.add(way));
    // With a rate, one call is disturbed only now and then.
    if (text.includes("rate=")) continue;
    const alone = await play([], { prefer: `scenario="${text}"` });
    if (!isDeepStrictEqual(alone.map(whatIsSeen), plain.map(whatIsSeen))) preferred = text;
  }
  return { delivered, preferred };
}

/** Without the header that says no more than that the call asked for something. */
function whatIsSeen({ status, headers, body, delivery }: Reply): object {
  const { "preference-applied": _, ...others } = headers;
  return { status, headers: others, body, delivery };
}

async function play(
  scenarios: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly Reply[]> {
  const simulation = await open(scenarios);
  return Promise.all(calls.map((call) => simulation.answer({ ...call, headers: { ...call.headers, ...headers } })));
}

function open(scenarios: readonly string[]): Promise<Simulation> {
  return createSimulation({
    world,
    dialect,
    seed: 1,
    clock: frozenClock(Date.UTC(2026, 2, 1, 12, 30)),
    scenarios,
  });
}
