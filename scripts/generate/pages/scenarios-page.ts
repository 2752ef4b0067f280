import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { scenarioKinds } from "../../../mocks/scenarios/catalogue.ts";
import type { ScenarioKind } from "../../../mocks/scenarios/scenario.ts";
import { whenSchema } from "../../../mocks/scenarios/when.ts";
import type { Call, Delivery, Reply } from "../../../mocks/service/call.ts";
import { frozenClock } from "../../../mocks/service/clock.ts";
import { createSimulation } from "../../../mocks/simulation/simulation.ts";
import { fillPage } from "../rewrite.ts";
import { keysBelow } from "../schema/keys.ts";
import { nodeOf } from "../schema/node.ts";
import { code, fence, prose, table } from "./markdown.ts";

/** `mocks/scenarios/scenarios.md`: every scenario, as it is written and as a client meets it. */
export async function scenariosPage(): Promise<string> {
  const sections = await Promise.all(scenarioKinds.map(async (kind) => section(kind, await playScenario(kind))));
  return fillPage("mocks/scenarios/scenarios.md", {
    options: optionTable(whenSchema),
    scenarios: sections.join("\n"),
  });
}

function section({ name, summary, options, examples }: ScenarioKind, { delivered, preferred }: Played): string {
  const flag = `orgkit mock --scenario ${examples.at(-1) ?? name}`;
  return [
    `## ${name}\n`,
    `${prose(summary)}\n`,
    ...(Object.keys(options.shape).length === 0 ? [] : [optionTable(options)]),
    fence("text", examples.join("\n")),
    fence("sh", preferred === undefined ? flag : `${flag}\ncurl -H 'Prefer: scenario="${preferred}"' …`),
    `${adaptersInWords(deliveries.filter((delivery) => delivered.has(delivery)))}\n`,
  ].join("\n");
}

function optionTable(options: z.ZodObject): string {
  const rows = keysBelow(nodeOf(options)).map(({ path, values, standard, text }) => [
    code(path),
    values,
    standard === undefined ? "" : code(standard),
    prose(text),
  ]);
  return table(["option", "values", "default", ""], rows);
}

/** The ways in which a response can be delivered otherwise than at once and whole; a table of the page explains them. */
export const deliveries = ["late", "slow body", "cut", "reset", "refused", "never"] as const;
type DeliveryName = (typeof deliveries)[number];

/** What not every adapter can do as the network does it. */
const limits: Partial<Record<DeliveryName, string>> = {
  "slow body": "A Playwright route cannot spread a body: all of it comes late.",
  cut: "A Playwright route cannot cut a body: half of it comes whole, so that its JSON is broken, not the connection.",
  refused: "An HTTP server accepts connections before it can refuse them, so it resets them.",
};

/** On which adapters a scenario can be met, and where not as on a network. */
function adaptersInWords(names: readonly DeliveryName[]): string {
  if (names.length === 0) return "Alike on every adapter.";
  const ways = `On every adapter: [${names.map((name) => `*${name}*`).join(", ")}](#how-each-adapter-delivers-it).`;
  return [ways, ...names.flatMap((name) => limits[name] ?? [])].join(" ");
}

function deliveryNames({ delayMs = 0, bodyMs = 0, end }: Delivery): readonly DeliveryName[] {
  const late = delayMs > 0 ? (["late"] as const) : [];
  return [...late, ...(bodyMs > 0 ? (["slow body"] as const) : []), ...(end === undefined ? [] : [end])];
}

/** What became of some calls under a scenario. */
interface Played {
  /** How responses were to be delivered. */
  readonly delivered: ReadonlySet<DeliveryName>;
  /** A way to write it that disturbs a call which asks for it alone; `undefined` if none does. */
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
async function playScenario({ name, examples }: ScenarioKind): Promise<Played> {
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
  const clock = frozenClock(Date.UTC(2026, 2, 1, 12, 30));
  const simulation = await createSimulation({ world, dialect, seed: 1, clock, scenarios });
  return Promise.all(calls.map((call) => simulation.answer({ ...call, headers: { ...call.headers, ...headers } })));
}
