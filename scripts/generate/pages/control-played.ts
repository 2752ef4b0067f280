import { z } from "zod";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { contractText } from "../../../fixtures/interface/contract-text.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { createControl, type Control } from "../../../mocks/control/control.ts";
import { createSandboxes } from "../../../mocks/control/sandboxes.ts";
import type { ControlReply } from "../../../mocks/control/route.ts";
import { frozenClock } from "../../../mocks/service/clock.ts";
import { createSimulation } from "../../../mocks/simulation/simulation.ts";

/** An example request for a route, with its body. */
type ControlExample = readonly [request: string, body?: unknown];

const users = "accounts/acct_aurora/users";

/** Requests by topic, sent in this order, so that later ones find what the earlier ones changed. */
export const controlExamples: Readonly<Record<string, readonly ControlExample[]>> = {
  State: [
    ["GET health"],
    ["GET state"],
    ["POST reset"],
    ["GET interface.json"],
    ["GET interface.yaml"],
    ["GET contract.yaml"],
    ["GET openapi.json"],
  ],
  Scenarios: [["PUT scenarios", { active: ["latency:ms=200,on=listUsers"] }], ["GET scenarios"]],
  Clock: [
    ["GET clock"],
    ["POST clock", { freeze: "2026-03-01T12:00:00Z" }],
    ["POST clock", { advanceMs: 3_600_000 }],
    ["POST clock", { resume: true }],
  ],
  Records: [
    [`GET ${users}?search=osei&limit=1`],
    [`POST ${users}`, { id: "usr_ada", email: "ada@new.example", name: "Ada" }],
    [`PUT ${users}/usr_ada`, { id: "usr_ada", email: "ada@new.example", name: "Ada L." }],
    [`DELETE ${users}/usr_ada`],
  ],
  Snapshots: [
    ["PUT snapshots/before"],
    ["GET snapshots"],
    ["POST snapshots/before/restore"],
    ["DELETE snapshots/before"],
  ],
  Journal: [
    ["GET journal?limit=1"],
    ["GET journal.har"],
    ["POST verify", { match: { operation: "listUsers", status: 200 }, count: 1 }],
    ["DELETE journal"],
  ],
  Sandboxes: [
    ["POST sandboxes", { account: "acct_aurora", scenarios: ["latency:ms=50"] }],
    ["GET sandboxes"],
    ["DELETE sandboxes/SANDBOX_ID"],
  ],
};

/** A request, and the mock's response. */
export interface PlayedExample {
  /** `PUT snapshots/before` */
  readonly request: string;
  readonly body: unknown;
  readonly reply: ControlReply;
}

/** The base URL in the examples. */
export const mockUrl = "http://127.0.0.1:4010";

const sandboxSchema = z.object({ id: z.string(), token: z.string() });

/** Sends the examples of a topic to a mock of its own, so that the page shows real responses. */
export async function playArea(area: string): Promise<readonly PlayedExample[]> {
  const control = await openControl();
  const played: PlayedExample[] = [];
  let sandbox: z.infer<typeof sandboxSchema> | undefined;
  for (const [request, body] of controlExamples[area] ?? []) {
    const reply = await ask(control, request.replace("SANDBOX_ID", sandbox?.id ?? ""), body);
    if (request === "POST sandboxes") sandbox = sandboxSchema.parse(JSON.parse(reply.body));
    // Random in each run.
    const text = sandbox === undefined ? reply.body : masked(reply.body, sandbox);
    played.push({ request, body, reply: { ...reply, body: text } });
  }
  return played;
}

function masked(body: string, { id, token }: z.infer<typeof sandboxSchema>): string {
  return body.replaceAll(token, "sandbox-TOKEN").replaceAll(id, "SANDBOX_ID");
}

/** The control API as an OpenAPI document, and its routes. */
export async function describedControl(): Promise<unknown> {
  return JSON.parse((await ask(await openControl(), "GET openapi.json", undefined)).body);
}

function ask(control: Control, request: string, body: unknown): Promise<ControlReply> {
  const [method = "", target = ""] = request.split(" ");
  const [path = "", query = ""] = target.split("?");
  return control.answer({ method, path, query, body: body === undefined ? "" : JSON.stringify(body) });
}

/** A control API for a world that received one request, with a frozen clock. */
async function openControl(): Promise<Control> {
  const clock = frozenClock(Date.UTC(2026, 2, 1, 12, 30));
  const simulation = await createSimulation({
    world: loadWorld("demo", 1),
    dialect: loadDialect("reference"),
    seed: 1,
    clock,
  });
  await simulation.answer({
    method: "GET",
    path: "/api/v1/users",
    query: "per_page=1",
    headers: { authorization: "Bearer aurora-token-4f7a91" },
    body: new Uint8Array(),
  });
  const about = { version: "1.0.0", url: () => mockUrl, contract: contractText };
  return createControl(simulation, createSandboxes(simulation, { clock }), about);
}
