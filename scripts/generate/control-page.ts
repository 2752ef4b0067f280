import { inspect } from "node:util";
import { z } from "zod";
import { loadDialect } from "../../fixtures/dialect/load.ts";
import { contractText } from "../../fixtures/interface/contract-text.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { createControl, type Control } from "../../mocks/control/control.ts";
import { createSandboxes } from "../../mocks/control/sandboxes.ts";
import type { ControlReply } from "../../mocks/control/route.ts";
import { frozenClock } from "../../mocks/service/clock.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { code, fence, linkTo, prose, table } from "./markdown.ts";
import { fillPage } from "./rewrite.ts";
import { branchesOf, keysBelow, readNode } from "./schema-keys.ts";

const users = "accounts/acct_aurora/users";

/** An example for each route, by topic: the requests of a topic are sent to one mock, in this order. */
const examples: Readonly<Record<string, readonly (readonly [request: string, body?: unknown])[]>> = {
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
  Clock: [["GET clock"], ["POST clock", { freeze: "2026-03-01T12:00:00Z" }]],
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

/** The base URL in the examples. */
const mockUrl = "http://127.0.0.1:4010";

const routeSchema = z.object({
  summary: z.string(),
  parameters: z.array(z.object({ in: z.string(), name: z.string(), description: z.string().optional() })),
  requestBody: z.object({ content: z.object({ "application/json": z.object({ schema: z.unknown() }) }) }).optional(),
});
type Route = z.infer<typeof routeSchema>;

const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), routeSchema)) });

/**
 * `mocks/control/control-api.md`: every route of the control API, with a request and the mock's response.
 * @throws Error if a route has no example, or an example does not succeed
 */
export async function controlPage(): Promise<string> {
  const { paths } = documentSchema.parse(await describedControl());
  const left = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, route]) => [
        `${method.toUpperCase()} ${path.replace("/_orgkit/", "")}`,
        route,
      ]),
    ),
  );
  const rows: string[][] = [];
  const areas: string[] = [];
  for (const [area, requests] of Object.entries(examples)) {
    areas.push(`## ${area}\n`);
    for (const { request, body, reply } of await play(requests)) {
      const [name, route] = [...left].find(([one]) => isTo(one, request)) ?? [];
      if (name === undefined || route === undefined || reply.status >= 300) {
        throw new Error(`${request}: ${reply.status}, or it is another example of a route`);
      }
      left.delete(name);
      rows.push([linkTo(code(name)), prose(route.summary)]);
      areas.push(
        `### ${code(name)}\n\n${prose(route.summary)}\n\n${inputText(route)}${exampleText(request, body, reply)}`,
      );
    }
  }
  if (left.size > 0) throw new Error(`no example of ${[...left.keys()].join(", ")}`);
  return fillPage("mocks/control/control-api.md", { routes: table(["route", ""], rows), areas: areas.join("\n") });
}

/** Whether a request matches a route: `PUT snapshots/before` matches `PUT snapshots/{name}`. */
function isTo(name: string, request: string): boolean {
  return new RegExp(`^${name.replaceAll(/\{\w+\}/g, "[^/?]+")}(\\?|$)`).test(request);
}

/** The query parameters and the body of a route. `sandbox`, which every route has, is left out. */
function inputText({ parameters, requestBody }: Route): string {
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.name !== "sandbox")
    .map(({ name, description = "" }) => [code(name), "", prose(description)]);
  const node = readNode(requestBody?.content["application/json"].schema ?? {});
  const body = [node, ...branchesOf(node)]
    .flatMap((branch) => (branch.properties === undefined ? [] : keysBelow(branch)))
    .map(({ path, values, isRequired, text }) => [
      code(path),
      values,
      [isRequired && branchesOf(node).length === 0 ? "Must be given." : "", prose(text)].filter(Boolean).join(" "),
    ]);
  return [
    ...(query.length === 0 ? [] : [`${table(["query", "", ""], query)}\n`]),
    ...(body.length === 0 ? [] : [`${table(["body", "values", ""], body)}\n`]),
  ].join("");
}

function exampleText(request: string, body: unknown, { status, headers, body: text }: ControlReply): string {
  const [method = "", path = ""] = request.split(" ");
  const address = `${mockUrl}/_orgkit/${path}`;
  const curl = [
    "curl",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    path.includes("?") ? `"${address}"` : address,
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ].join(" ");
  if (text === "") return `${fence("sh", curl)}\n${status}, without a body.\n`;
  const shown =
    headers["content-type"]?.includes("json") === true
      ? inspect(JSON.parse(text), { depth: 3, maxArrayLength: 1, maxStringLength: 72, breakLength: 110, compact: 2 })
      : `${text.split("\n").slice(0, 8).join("\n")}\n…`;
  return `${fence("sh", curl)}\n${status}:\n\n${fence("text", shown)}`;
}

const sandboxSchema = z.object({ id: z.string(), token: z.string() });

/** Sends the examples of a topic to a mock of its own, so that the page shows real responses. */
async function play(requests: readonly (readonly [request: string, body?: unknown])[]) {
  const control = await openControl();
  const played = [];
  let sandbox = { id: "SANDBOX_ID", token: "sandbox-TOKEN" };
  for (const [request, body] of requests) {
    const reply = await ask(control, request.replace("SANDBOX_ID", sandbox.id), body);
    if (request === "POST sandboxes") sandbox = sandboxSchema.parse(JSON.parse(reply.body));
    // Random in each run.
    const text = reply.body.replaceAll(sandbox.token, "sandbox-TOKEN").replaceAll(sandbox.id, "SANDBOX_ID");
    played.push({ request, body, reply: { ...reply, body: text } });
  }
  return played;
}

/** The control API as an OpenAPI document. */
export async function describedControl(): Promise<unknown> {
  return JSON.parse((await ask(await openControl(), "GET openapi.json")).body);
}

function ask(control: Control, request: string, body?: unknown): Promise<ControlReply> {
  const [method = "", target = ""] = request.split(" ");
  const [path = "", query = ""] = target.split("?");
  return control.answer({ method, path, query, body: body === undefined ? "" : JSON.stringify(body) });
}

/** A control API for a world that received one request, with a frozen clock. */
async function openControl(): Promise<Control> {
  const clock = frozenClock(Date.UTC(2026, 2, 1, 12, 30));
  const [world, dialect] = [loadWorld("demo", 1), loadDialect("reference")];
  const simulation = await createSimulation({ world, dialect, seed: 1, clock });
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
