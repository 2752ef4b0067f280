import { z } from "zod";
import { fillPage } from "../rewrite.ts";
import { controlExamples, describedControl, mockUrl, playArea, type PlayedExample } from "./control-played.ts";
import { branchesOf, keysBelow, readNode, type SchemaNode } from "../schema/keys.ts";
import { anyOf, code, fence, linkTo, prose, table } from "./markdown.ts";

const routeSchema = z.object({
  summary: z.string(),
  parameters: z.array(z.object({ in: z.string(), name: z.string(), description: z.string().optional() })),
  requestBody: z.object({ content: z.object({ "application/json": z.object({ schema: z.unknown() }) }) }).optional(),
});
type Route = z.infer<typeof routeSchema>;

const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), routeSchema)) });

/** The routes in the control API's OpenAPI document: by `PUT snapshots/{name}`. */
export async function controlRoutes(): Promise<ReadonlyMap<string, Route>> {
  const { paths } = documentSchema.parse(await describedControl());
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, route]) => [`${method.toUpperCase()} ${path.replace("/_orgkit/", "")}`, route] as const,
    ),
  );
  return new Map(routes);
}

/** Whether a request matches a route: `PUT snapshots/before` matches `PUT snapshots/{name}`. */
export function isTo(name: string, request: string): boolean {
  return new RegExp(`^${name.replaceAll(/\{\w+\}/g, "[^/?]+")}(\\?|$)`).test(request);
}

/** `mocks/control/control-api.md`: every route of the control API, with a request and the mock's response. */
export async function controlPage(): Promise<string> {
  const routes = [...(await controlRoutes())];
  const areas = await Promise.all(
    Object.keys(controlExamples).map(async (area) => {
      const played = await playArea(area);
      const names = new Set(played.flatMap(({ request }) => routes.filter(([name]) => isTo(name, request))));
      return { area, played, routes: [...names] };
    }),
  );
  const rows = areas.flatMap((area) => area.routes.map(([name, { summary }]) => [linkTo(code(name)), prose(summary)]));
  const sections = areas.map(({ area, played, routes: own }) => {
    const parts = own.map(([name, route]) =>
      routeText(
        name,
        route,
        played.filter(({ request }) => isTo(name, request)),
      ),
    );
    return `## ${area}\n\n${parts.join("\n")}`;
  });
  return fillPage("mocks/control/control-api.md", { routes: table(["route", ""], rows), areas: sections.join("\n") });
}

function routeText(name: string, route: Route, examples: readonly PlayedExample[]): string {
  return `### ${code(name)}

${prose(route.summary)}

${queryText(route)}${bodyText(route)}${examples.map(exampleText).join("\n")}`;
}

/** Without `sandbox`, which every route has. */
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
  const further = node.additionalProperties === false ? "" : "Other members are kept.\n\n";
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

/** Longer nested objects and lists are not shown. */
const maxShown = 1000;
const maxText = 72;
const width = 110;

/** Shortens JSON for a reader: the first item of a list, the start of a long text, and only a mark for large values. */
function abbreviated(value: unknown): string {
  return shown(value, "", true);
}

function shown(value: unknown, indent: string, isWhole: boolean): string {
  if (typeof value === "string") return JSON.stringify(cut(value));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? [...value.slice(0, 1).map((item) => shown(item, inner, false)), ...(value.length > 1 ? ["…"] : [])]
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${shown(member, inner, false)}`);
  if (parts.length === 0) return `${open}${close}`;
  const line = Array.isArray(value) ? `${open}${parts.join(", ")}${close}` : `${open} ${parts.join(", ")} ${close}`;
  if (!isWhole && line.length > maxShown) return `${open}…${close}`;
  if (!line.includes("\n") && indent.length + line.length <= width) return line;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

function cut(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}
