import { z } from "zod";
import { abbreviated } from "./abbreviated.ts";
import { anchorOf } from "./anchor.ts";
import { controlExamples } from "./control-examples.ts";
import { describedControl, mockUrl, playArea, type PlayedExample } from "./control-played.ts";
import { keysBelow } from "../schema/keys.ts";
import { branchesOf, readNode, type SchemaNode } from "../schema/node.ts";
import { anyOf, code, fence, notice, prose, table } from "./markdown.ts";

const routeSchema = z.object({
  summary: z.string(),
  parameters: z.array(z.object({ in: z.string(), name: z.string(), description: z.string().optional() })),
  requestBody: z.object({ content: z.object({ "application/json": z.object({ schema: z.unknown() }) }) }).optional(),
});
type Route = z.infer<typeof routeSchema>;

const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), routeSchema)) });

/** The routes of the control API, as its OpenAPI document describes them: by `PUT snapshots/{name}`. */
export async function controlRoutes(): Promise<ReadonlyMap<string, Route>> {
  const { paths } = documentSchema.parse(await describedControl());
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, route]) => [`${method.toUpperCase()} ${path.replace("/_orgkit/", "")}`, route] as const,
    ),
  );
  return new Map(routes);
}

/** `mocks/control/control-api.md`: every route of the control API, with a request and what a mock answers. */
export async function controlPage(): Promise<string> {
  const routes = await controlRoutes();
  const areas = Object.keys(controlExamples);
  const sections = await Promise.all(areas.map(async (area) => section(area, await playArea(area), routes)));
  return `${notice("mocks/control/routes/")}

# The control API

What sets and watches a running mock, over HTTP, below \`/_orgkit/\`; the console uses nothing else. \`GET /_orgkit/openapi.json\` describes it for tools; \`openSandbox\` of \`orgkit\` wraps it for tests.

- Replies are JSON. What cannot be done is said as problem details (RFC 9457): \`{ "status", "detail", "errors": [{ "at", "problem" }] }\`, with 400, 404, 405, 409, 413, 415 or 422.
- \`?sandbox=ID\` on any request acts on that sandbox in the place of the main simulation.
- Replies below are shortened where there is \`…\`.

## Who may use it

The mock listens on loopback, and a request is turned away with 403 where its \`Host\` is no name of this machine or its \`Origin\` or \`Sec-Fetch-Site\` is not the console's own: no page of another origin gets through, and there is no CORS. A body is taken as \`application/json\` only. Where \`--host\` opens the mock to other machines, every request needs \`Authorization: Bearer\` with the token it prints at its start. [The threats behind these rules](../../SECURITY.md#what-is-protected-from-whom-and-how).

${table(
  ["route", ""],
  areas.flatMap((area) => [...routesOf(area)].map((name) => [link(name), prose(routes.get(name)?.summary ?? "")])),
)}
${sections.join("\n")}
## Events

\`GET /_orgkit/events\` are server-sent events until the reader leaves: \`hello\` first, \`call\` with the journal's entry of each call once it is answered, \`change\` when records, scenarios, the clock or the sandboxes changed.

${fence("sh", `curl -N ${mockUrl}/_orgkit/events`)}
${fence("text", 'event: hello\ndata: {}\n\nevent: call\ndata: {"number":1,"at":"2026-03-01T12:30:00.000Z","account":"acct_aurora",…}')}`;
}

function routesOf(area: string): ReadonlySet<string> {
  return new Set((controlExamples[area] ?? []).map(({ route }) => route));
}

function link(name: string): string {
  return `[${code(name)}](#${anchorOf(name)})`;
}

function section(area: string, played: readonly PlayedExample[], routes: ReadonlyMap<string, Route>): string {
  const parts = [...routesOf(area)].map((name) => {
    const route = routes.get(name);
    const examples = played.filter((example) => example.route === name);
    return route === undefined ? "" : routeText(name, route, examples);
  });
  return `## ${area}\n\n${parts.join("\n")}`;
}

function routeText(name: string, route: Route, examples: readonly PlayedExample[]): string {
  return `### ${code(name)}

${prose(route.summary)}

${queryText(route)}${bodyText(route)}${examples.map(exampleText).join("\n")}`;
}

/** Without `sandbox`, which every route takes. */
function queryText({ parameters }: Route): string {
  const rows = parameters
    .filter((parameter) => parameter.in === "query" && parameter.name !== "sandbox")
    .map(({ name, description = "" }) => [code(name), prose(description)]);
  return rows.length === 0 ? "" : `${table(["query", ""], rows)}\n`;
}

function bodyText({ requestBody }: Route): string {
  if (requestBody === undefined) return "";
  const node = readNode(requestBody.content["application/json"].schema);
  const alternatives = branchesOf(node);
  if (alternatives.length > 0) return `The body is ${anyOf(alternatives.map(inOneLine))}.\n\n`;
  const keys = keysBelow(node);
  if (keys.length === 0) return "The body is the record: any members.\n\n";
  const rows = keys.map(({ path, values, isRequired, text }) => [
    code(path),
    values,
    [isRequired ? "Must be given." : "", prose(text)].filter(Boolean).join(" "),
  ]);
  const further = node.additionalProperties === false ? "" : "Further members are kept as they are.\n\n";
  return `${table(["body", "values", ""], rows)}\n${further}`;
}

function inOneLine(node: SchemaNode): string {
  return keysBelow(node)
    .map(({ path, values }) => `${code(path)} (${values})`)
    .join(" with ");
}

function exampleText({ request, body, reply }: PlayedExample): string {
  const [method = "", path = ""] = request.split(" ");
  const address = `${mockUrl}/_orgkit/${path}`;
  const curl = [
    "curl",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    path.includes("?") ? `"${address}"` : address,
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ].join(" ");
  return `${fence("sh", curl)}\n${replyText(reply)}`;
}

function replyText({ status, headers, body }: PlayedExample["reply"]): string {
  if (body === "") return `${status}, without a body.\n`;
  const isJson = headers["content-type"]?.includes("json") ?? false;
  return `${status}:\n\n${fence(isJson ? "text" : "yaml", isJson ? abbreviated(JSON.parse(body)) : beginning(body))}`;
}

function beginning(text: string): string {
  return `${text.split("\n").slice(0, 8).join("\n")}\n…`;
}
