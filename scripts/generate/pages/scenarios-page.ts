import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { scenarioKinds } from "../../../mocks/scenarios/catalogue.ts";
import type { ScenarioKind } from "../../../mocks/scenarios/scenario.ts";
import { whenSchema } from "../../../mocks/scenarios/scenario.ts";
import type { Call, Delivery, Reply } from "../../../mocks/service/call.ts";
import { frozenClock } from "../../../mocks/service/clock.ts";
import { createSimulation } from "../../../mocks/simulation/simulation.ts";
import { fillPage } from "../rewrite.ts";
import { keysBelow, nodeOf } from "../schema/keys.ts";
import { code, fence, prose, table } from "./markdown.ts";

/** `mocks/scenarios/scenarios.md`: every scenario, how to write it and what a client sees. */
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

/** The deliveries other than at once and complete; a table of the page explains them. */
export const deliveries = ["late", "slow body", "cut", "reset", "refused", "never"] as const;
type DeliveryName = (typeof deliveries)[number];

/** Deliveries that some adapters cannot do like the network. */
const limits: Partial<Record<DeliveryName, string>> = {
  "slow body": "A Playwright route cannot spread a body: all of it comes late.",
  cut: "A Playwright route cannot cut a body: half of it comes whole, so that its JSON is broken, not the connection.",
  refused: "An HTTP server accepts connections before it can refuse them, so it resets them.",
};

/** The adapters on which a scenario works, and where it differs from the network. */
function adaptersInWords(names: readonly DeliveryName[]): string {
  if (names.length === 0) return "Works the same on every adapter.";
  const ways = `On every adapter: [${names.map((name) => `*${name}*`).join(", ")}](#how-each-adapter-delivers-it).`;
  return [ways, ...names.flatMap((name) => limits[name] ?? [])].join(" ");
}

function deliveryNames({ delayMs = 0, bodyMs = 0, end }: Delivery): readonly DeliveryName[] {
  const late = delayMs > 0 ? (["late"] as const) : [];
  return [...late, ...(bodyMs > 0 ? (["slow body"] as const) : []), ...(end === undefined ? [] : [end])];
}

/** The results of some requests under a scenario. */
interface Played {
  /** The deliveries of the responses. */
  readonly delivered: ReadonlySet<DeliveryName>;
  /** A scenario text that disturbs a single request with it; `undefined` if there is none. */
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

/** Runs the examples of a scenario, so that the page shows what it really does. */
async function playScenario({ name, examples }: ScenarioKind): Promise<Played> {
  const plain = await play([]);
  const delivered = new Set<DeliveryName>();
  let preferred: string | undefined;
  for (const text of [name, ...examples]) {
    for (const { delivery = {} } of await play([text])) deliveryNames(delivery).forEach((way) => delivered.add(way));
    // With a rate, only some requests are disturbed.
    if (text.includes("rate=")) continue;
    const alone = await play([], { prefer: `scenario="${text}"` });
    if (!isDeepStrictEqual(alone.map(whatIsSeen), plain.map(whatIsSeen))) preferred = text;
  }
  return { delivered, preferred };
}

/** Without the header that only repeats the request's preference. */
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
