import type { Json } from "../../fixtures/json.ts";
import { z } from "zod";
import { relocated } from "../../fixtures/interface/openapi-document.ts";
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

const members = z.record(z.string(), z.json());

/** What bodies have in common, among the components; a definition with the same text is the same. */
class SharedSchemas {
  readonly schemas: Record<string, Json> = {};
  readonly #names = new Map<string, string>();

  /** A schema that looks up at the root of the document what it would define for itself. */
  schemaOf(body: z.core.$ZodType): Json {
    const { $schema: _, $defs = {}, ...schema } = members.parse(z.toJSONSchema(body, { io: "input" }));
    const definitions = Object.entries(members.parse($defs));
    const places = new Map(
      definitions.map(([name, definition]) => [`#/$defs/${name}`, `#/components/schemas/${this.#nameOf(definition)}`]),
    );
    const moved = (part: Json): Json => relocated(part, (reference) => places.get(reference) ?? reference);
    for (const [, definition] of definitions) this.schemas[this.#nameOf(definition)] = moved(definition);
    return moved(schema);
  }

  #nameOf(definition: Json): string {
    const text = JSON.stringify(definition);
    const name = this.#names.get(text) ?? `Shared${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}

/** `putSnapshotsName` for `PUT snapshots/{name}`. */
function operationId({ method, path }: ControlRoute): string {
  const words = path.match(/\w+/g) ?? [];
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function describeRoute(route: ControlRoute, shared: SharedSchemas): object {
  const { path, summary, query, body, reply, success = 200 } = route;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return {
    operationId: operationId(route),
    summary,
    parameters: [
      ...names.map((name) => parameter("path", name)),
      ...Object.entries(query?.shape ?? {}).map(([name, { description }]) => parameter("query", name, description)),
      parameter("query", "sandbox", "the id of a sandbox: acts on it in the place of the main simulation"),
    ],
    ...(body !== undefined && {
      requestBody: { required: true, content: { "application/json": { schema: shared.schemaOf(body) } } },
    }),
    responses: {
      [success]: {
        description: success === 204 ? "Done." : "As the summary says.",
        ...(reply !== undefined && { content: { "application/json": { schema: shared.schemaOf(reply) } } }),
      },
      default: {
        description: "What was wrong, and where (RFC 9457).",
        content: { "application/problem+json": { schema: shared.schemaOf(problemReply) } },
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
  const shared = new SharedSchemas();
  for (const controlRoute of routes) {
    const path = (paths[`/_orgkit/${controlRoute.path}`] ??= {});
    path[controlRoute.method.toLowerCase()] = describeRoute(controlRoute, shared);
  }
  return {
    openapi: "3.1.0",
    info: { title: "orgkit control API", version, description: "Sets and watches a running mock." },
    servers: [{ url: url() }],
    paths,
    components: { schemas: shared.schemas, securitySchemes: { controlToken: { type: "http", scheme: "bearer" } } },
    security: [{}, { controlToken: [] }],
  };
}
