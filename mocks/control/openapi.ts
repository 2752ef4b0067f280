import { isObject, type Json } from "../../fixtures/json.ts";
import { z } from "zod";
import { problemReply } from "./replies.ts";
import type { About, ControlRoute } from "./route.ts";

function parameter(place: "path" | "query", name: string, description?: string): object {
  return {
    name,
    in: place,
    required: place === "path",
    schema: { type: "string" },
    ...(description !== undefined && { description }),
  };
}

/** Only the schema of any JSON value refers to itself, and that is the empty schema. */
function schemaOf(body: z.core.$ZodType): unknown {
  const { $schema: _, $defs: __, ...schema } = z.toJSONSchema(body, { io: "input" });
  return JSON.parse(JSON.stringify(schema), (___, part: Json) => (isObject(part) && "$ref" in part ? {} : part));
}

/** For instance `putSnapshotsName` for `PUT snapshots/{name}`. */
function operationId({ method, path }: ControlRoute): string {
  const words = path.match(/\w+/g) ?? [];
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function describeRoute(route: ControlRoute): object {
  const { path, summary, query, body, reply, success = 200 } = route;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return {
    operationId: operationId(route),
    summary,
    parameters: [
      ...names.map((name) => parameter("path", name)),
      ...Object.entries(query?.shape ?? {}).map(([name, { description }]) => parameter("query", name, description)),
      parameter("query", "sandbox", "the id of a sandbox: acts on it instead of the main simulation"),
    ],
    ...(body !== undefined && {
      requestBody: { required: true, content: { "application/json": { schema: schemaOf(body) } } },
    }),
    responses: {
      [success]: {
        description: success === 204 ? "Done." : "Success.",
        ...(reply !== undefined && { content: { "application/json": { schema: schemaOf(reply) } } }),
      },
      default: {
        description: "The problem, and where it is (RFC 9457).",
        content: { "application/problem+json": { schema: schemaOf(problemReply) } },
      },
    },
  };
}

/** The control API as an OpenAPI 3.1 document. */
export function describeControl(
  routes: readonly ControlRoute[],
  { version, url }: Pick<About, "version" | "url">,
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const controlRoute of routes) {
    const path = (paths[`/_orgkit/${controlRoute.path}`] ??= {});
    path[controlRoute.method.toLowerCase()] = describeRoute(controlRoute);
  }
  return {
    openapi: "3.1.0",
    info: { title: "orgkit control API", version, description: "Controls a running mock." },
    servers: [{ url: url() }],
    paths,
    components: { securitySchemes: { controlToken: { type: "http", scheme: "bearer" } } },
    security: [{}, { controlToken: [] }],
  };
}
