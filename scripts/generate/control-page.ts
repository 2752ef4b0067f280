import { z } from "zod";
import { contractText } from "../../fixtures/interface/contract-text.ts";
import { createControl } from "../../mocks/control/control.ts";
import { createSandboxes } from "../../mocks/control/sandboxes.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { code, linkTo, prose, table } from "./markdown.ts";
import { fillPage } from "./rewrite.ts";
import { branchesOf, keysBelow, readNode } from "./schema-keys.ts";

const contentSchema = z.object({ "application/json": z.object({ schema: z.unknown() }).optional() }).default({});

const routeSchema = z.object({
  summary: z.string(),
  parameters: z.array(z.object({ in: z.string(), name: z.string(), description: z.string().optional() })),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(z.string(), z.object({ content: contentSchema })),
});
type Route = z.infer<typeof routeSchema>;

const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), routeSchema)) });

/** `mocks/control/control-api.md`: every route of the control API, from its OpenAPI document. */
export async function controlPage(): Promise<string> {
  const { paths } = documentSchema.parse(await describeControl());
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, route]) => [code(`${method.toUpperCase()} ${path.replace("/_orgkit/", "")}`), route] as const,
    ),
  );
  return fillPage("mocks/control/control-api.md", {
    list: table(
      ["route", ""],
      routes.map(([name, { summary }]) => [linkTo(name), prose(summary)]),
    ),
    routes: routes.map(([name, route]) => `## ${name}\n\n${prose(route.summary)}\n\n${detailsOf(route)}`).join("\n"),
  });
}

/** The query parameters, the body and the response of a route. `sandbox`, which every route has, is left out. */
function detailsOf({ parameters, requestBody, responses }: Route): string {
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.name !== "sandbox")
    .map(({ name, description = "" }) => [code(name), "", prose(description)]);
  const body = membersOf(requestBody?.content["application/json"]?.schema);
  const response = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, { content }]) => {
      const names = membersOf(content["application/json"]?.schema).map(([name]) => name);
      return `Response: ${[status, ...names].join(", ")}\n`;
    });
  return [
    ...(query.length === 0 ? [] : [table(["query", "", ""], query)]),
    ...(body.length === 0 ? [] : [table(["body", "values", ""], body)]),
    ...response,
  ].join("\n");
}

function membersOf(schema: unknown): readonly (readonly string[])[] {
  const node = readNode(schema ?? {});
  const branches = branchesOf(node);
  return [node, ...branches]
    .flatMap((branch) => (branch.properties === undefined ? [] : keysBelow(branch)))
    .map(({ path, values, isRequired, text }) => [
      code(path),
      values,
      [isRequired && branches.length === 0 ? "Must be given." : "", prose(text)].filter(Boolean).join(" "),
    ]);
}

/** The control API as an OpenAPI document. */
export async function describeControl(): Promise<unknown> {
  const simulation = await createSimulation({ world: "empty" });
  const about = { version: "1.0.0", url: () => "http://127.0.0.1:4010", contract: contractText };
  const control = createControl(simulation, createSandboxes(simulation), about);
  return JSON.parse((await control.answer({ method: "GET", path: "openapi.json", query: "", body: "" })).body);
}
