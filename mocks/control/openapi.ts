import { z } from "zod";
import type { ControlRoute } from "./route.ts";

const problemReply = {
  description: "What was wrong, and where (RFC 9457).",
  content: {
    "application/problem+json": {
      schema: {
        type: "object",
        properties: {
          title: { type: "string" },
          status: { type: "integer" },
          detail: { type: "string" },
          errors: {
            type: "array",
            items: { type: "object", properties: { at: { type: "string" }, problem: { type: "string" } } },
          },
        },
      },
    },
  },
};

function parameter(place: "path" | "query", name: string, description?: string): object {
  return {
    name,
    in: place,
    required: place === "path",
    schema: { type: "string" },
    ...(description === undefined ? {} : { description }),
  };
}

function describeRoute({ path, summary, query = {}, body, success }: ControlRoute): object {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const ofSandbox = { sandbox: "the id of a sandbox: acts on it in the place of the main simulation" };
  return {
    summary,
    parameters: [
      ...names.map((name) => parameter("path", name)),
      ...Object.entries({ ...query, ...ofSandbox }).map(([name, text]) => parameter("query", name, text)),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { "application/json": { schema: z.toJSONSchema(body, { io: "input" }) } },
          },
        }),
    responses: {
      [success]: { description: success === 204 ? "Done." : "As the summary says." },
      default: problemReply,
    },
  };
}

/** The control API as an OpenAPI 3.1 document. */
export function describeControl(routes: readonly ControlRoute[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const controlRoute of routes) {
    const path = (paths[`/_orgkit/${controlRoute.path}`] ??= {});
    path[controlRoute.method.toLowerCase()] = describeRoute(controlRoute);
  }
  return {
    openapi: "3.1.0",
    info: { title: "orgkit control API", version, description: "Sets and watches a running mock." },
    paths,
    components: { securitySchemes: { controlToken: { type: "http", scheme: "bearer" } } },
    security: [{}, { controlToken: [] }],
  };
}
